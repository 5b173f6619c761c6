import Projections
import TestSupport

/// A story from the field, and what the rules must say of it.
struct OwnCase: Sendable, CustomStringConvertible {
    /// What happened, in one sentence.
    let about: String
    let story: Story
    /// The rules that find something, with the severity and the deciding event.
    let finds: [Expected]

    struct Expected: Sendable {
        let rule: String
        let severity: Severity
        let event: UInt32
    }

    var description: String { about }

    init(_ about: String, finds: [Expected] = [], @StoryBuilder _ lines: () -> [StoryLine]) {
        self.about = about
        self.finds = finds
        story = Story(lines)
    }
}

func found(_ rule: String, _ severity: Severity, at event: UInt32) -> OwnCase.Expected {
    OwnCase.Expected(rule: rule, severity: severity, event: event)
}

/// Frames every second, so that time passes: `from`, `from + 1` … before `to`.
func frames(_ from: Double, _ to: Double) -> [StoryLine] {
    stride(from: from, to: to, by: 1).map { frame($0) }
}

/// A session that starts at `t` and is localized 1.6 s later: three events.
func starts(_ t: Double, source: String, options: [String] = [], map: String? = nil) -> [StoryLine] {
    [
        run(t, options: options, source: source, map: map),
        tracking(t + 0.2, "limited", map == nil ? "initializing" : "relocalizing"),
        tracking(t + 1.6, "normal"),
    ]
}

/// The project's own labelled cases, by kind of app.
enum OwnCases {
    static let all =
        objectTracking + collaboration + packetFlow + togetherness + placement + onboarding + device + maps
        + scene
}
