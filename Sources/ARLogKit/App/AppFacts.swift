#if ARSESSION
    internal import EventLog
    internal import Foundation
    internal import UIKit

    #if canImport(Darwin)
        internal import Darwin
    #elseif canImport(Glibc)
        internal import Glibc
    #elseif canImport(Musl)
        internal import Musl
    #endif

    /// What a log says of app and device in its first event.
    enum AppFacts {
        /// The options, with what the app did not say itself.
        @MainActor
        static func filled(_ options: RecorderOptions, records: EnumSet<EventFamily>) -> RecorderOptions {
            var options = options
            let device = UIDevice.current
            if options.deviceName?.isEmpty ?? false {
                options.deviceName = device.name
                // Two phones of one name are two devices.
                options.opened.device =
                    device.identifierForVendor.map { EntityID($0) } ?? EntityID(device.name)
            }
            let bundle = Bundle.main
            let opened = options.opened
            options.opened.deviceModel = opened.deviceModel ?? model
            options.opened.os = opened.os ?? "\(device.systemName) \(device.systemVersion)"
            options.opened.app = opened.app ?? bundle.bundleIdentifier
            options.opened.appVersion = opened.appVersion ?? text("CFBundleShortVersionString", bundle)
            options.opened.sdk = opened.sdk ?? text("DTSDKName", bundle)
            if opened.records.isEmpty { options.opened.records = records }
            return options
        }

        private static func text(_ key: String, _ bundle: Bundle) -> String? {
            bundle.object(forInfoDictionaryKey: key) as? String
        }

        /// Apple's model identifier, such as `iPhone17,1`.
        private static var model: String? {
            var system = utsname()
            guard unsafe uname(&system) == 0 else { return nil }
            let bytes = unsafe withUnsafeBytes(of: system.machine) { unsafe Array($0.prefix { $0 != 0 }) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
