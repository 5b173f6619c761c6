/// A setting whose value is names of the app's own: states, views.
public struct NamesAbout: Sendable {
    /// As on the command line.
    public let name: String
    public let defaultValue: [String]
    /// What it names.
    public let about: String

    /// The choices of `onboardingChoice` after which content under the camera is wanted.
    public static let summon = NamesAbout(
        name: "onboarding.summon", defaultValue: ["summonWand"],
        about: "states of the machine onboardingChoice in which content under the camera is wanted")
    /// Views that stay dark without a running session.
    public static let views = NamesAbout(
        name: "viewDark.views", defaultValue: [],
        about: "views that show the camera, and are dark while no session runs")

    public static let all = [summon, views]
}

extension Settings {
    /// Sets names. The setting must be one of `NamesAbout.all`, and no name empty.
    public mutating func set(_ name: String, to names: [String]) throws(Failure) {
        guard NamesAbout.all.contains(where: { $0.name == name }) else { throw .unknown(name: name) }
        self.names[name] = names
    }

    /// The names that were set, by the setting.
    public var namesSet: [String: [String]] { names }

    public func names(of setting: NamesAbout) -> [String] { names[setting.name] ?? setting.defaultValue }

    /// Whether the user set them.
    func isSet(_ setting: NamesAbout) -> Bool { names[setting.name] != nil }

    /// The states of `onboardingChoice` in which content under the camera is wanted.
    public var summonChoices: [String] { names(of: .summon) }

    /// Views that show the camera.
    public var cameraViews: [String] { names(of: .views) }
}
