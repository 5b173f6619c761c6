internal import EventLog
internal import Foundation

#if ARSESSION
    internal import UIKit
#endif

/// Where the app's notices come from.
struct NoticeSource: @unchecked Sendable {
    var center = NotificationCenter.default
}

#if ARSESSION
    /// Listens to the system's notices about app and device, and tells the log, until it goes.
    final class AppNotices: @unchecked Sendable {
        private let center: NotificationCenter
        private var tokens: [any NSObjectProtocol] = []

        init(_ log: AppLog, _ source: NoticeSource) {
            center = source.center
            on(UIApplication.didBecomeActiveNotification) { log.phaseChanged(.active) }
            on(UIApplication.willResignActiveNotification) { log.phaseChanged(.inactive) }
            on(UIApplication.didEnterBackgroundNotification) { log.phaseChanged(.background) }
            on(UIApplication.willTerminateNotification) { log.phaseChanged(.terminated) }
            on(UIApplication.didReceiveMemoryWarningNotification) { log.memoryWarning() }
            on(ProcessInfo.thermalStateDidChangeNotification) { log.thermalStateChanged(Self.thermalState) }
            log.thermalStateChanged(Self.thermalState)
        }

        deinit {
            for token in tokens { center.removeObserver(token) }
        }

        /// Without a queue the notice is taken where it is posted, so that it stands in order in the log.
        private func on(_ name: NSNotification.Name, _ body: @escaping @Sendable () -> Void) {
            tokens.append(center.addObserver(forName: name, object: nil, queue: nil) { _ in body() })
        }

        private static var thermalState: EventLog.ThermalState {
            switch ProcessInfo.processInfo.thermalState {
            case .nominal: .nominal
            case .fair: .fair
            case .serious: .serious
            case .critical: .critical
            @unknown default: .critical
            }
        }
    }
#endif
