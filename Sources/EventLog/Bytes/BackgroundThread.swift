#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A thread of its own: for work that waits for the disk, that another core can do, or that may never return.
package enum BackgroundThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread; `false` where there can be none.
    package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = unsafe pthread_create(
                &thread, nil,
                { address in
                    unsafe Unmanaged<Work>.fromOpaque(address).takeRetainedValue().body()
                    return nil
                }, work.toOpaque())
            if code == 0, let thread = unsafe thread { _ = unsafe pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let code = unsafe pthread_create(
                &thread, nil,
                { address in
                    if let address = unsafe address {
                        unsafe Unmanaged<Work>.fromOpaque(address).takeRetainedValue().body()
                    }
                    return nil
                }, work.toOpaque())
            if code == 0 { _ = pthread_detach(thread) }
        #endif
        if code != 0 { unsafe work.release() }
        return code == 0
    }

    /// What tells the calling thread from all others that live.
    package static var current: UInt {
        #if canImport(Darwin) || canImport(Musl)
            unsafe UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
