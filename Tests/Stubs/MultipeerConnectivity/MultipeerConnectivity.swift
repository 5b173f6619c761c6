// What of MultipeerConnectivity ARLogKit uses, with Apple's signatures. For Linux, where there is none.

public import Foundation

open class MCPeerID: NSObject {
    public let displayName: String

    public init(displayName: String) { self.displayName = displayName }
}

public enum MCSessionState: Int, Sendable {
    case notConnected
    case connecting
    case connected
}
