public import Foundation

public struct ARError: Error, CustomNSError {
    public enum Code: Int, Sendable {
        case unsupportedConfiguration = 100
        case sensorUnavailable = 101
        case sensorFailed = 102
        case cameraUnauthorized = 103
        case worldTrackingFailed = 200
        case invalidWorldMap = 302
        case invalidConfiguration = 303
        case insufficientFeatures = 400
    }

    public static var errorDomain: String { "com.apple.arkit.error" }

    public let code: Code

    public init(_ code: Code) { self.code = code }

    public var errorCode: Int { code.rawValue }
}
