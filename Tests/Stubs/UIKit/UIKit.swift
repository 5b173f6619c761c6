// What of UIKit ARLogKit uses, with Apple's signatures. For Linux, where there is none.

public import Foundation

@MainActor
open class UIApplication: NSObject {
    public nonisolated static let didBecomeActiveNotification =
        NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    public nonisolated static let willResignActiveNotification =
        NSNotification.Name("UIApplicationWillResignActiveNotification")
    public nonisolated static let didEnterBackgroundNotification =
        NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let willTerminateNotification =
        NSNotification.Name("UIApplicationWillTerminateNotification")
    public nonisolated static let didReceiveMemoryWarningNotification =
        NSNotification.Name("UIApplicationDidReceiveMemoryWarningNotification")
}

@MainActor
open class UIDevice: NSObject {
    public static let current = UIDevice()

    open var name: String { "iPhone" }
    open var systemName: String { "iOS" }
    open var systemVersion: String { "27.0" }
    open var identifierForVendor: UUID? { UUID(uuidString: "8F0E6C1A-5C0B-4D0A-9B3E-0A6D3C2B1F00") }
}

// Foundation on Linux has no thermal state; with UIKit it comes to the adapter here.
extension ProcessInfo {
    public enum ThermalState: Int, Sendable {
        case nominal
        case fair
        case serious
        case critical
    }

    public static let thermalStateDidChangeNotification =
        NSNotification.Name("NSProcessInfoThermalStateDidChangeNotification")

    public var thermalState: ThermalState { .nominal }
}
