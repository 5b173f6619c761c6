#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

internal import Synchronization

/// Wakes a thread that waits, at once or after a time.
///
/// To wake a thread takes a system call, some ten microseconds. Who waits only for a nap looks again soon anyway, and is
/// not woken for less than an urgent ring: then ringing is two looks at memory.
@safe
package final class Bell: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let hasRung = Atomic<Bool>(false)
    private let isUrgent = Atomic<Bool>(false)
    /// Whether somebody waits who must be woken.
    private let isAsleep = Atomic<Bool>(false)

    package init() {
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        _ = unsafe pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            _ = unsafe pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            _ = unsafe pthread_condattr_init(&attributes)
            _ = unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            _ = unsafe pthread_cond_init(condition, &attributes)
            _ = unsafe pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        _ = unsafe pthread_cond_destroy(condition)
        _ = unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Wakes who waits, or whoever waits next; who naps only where it is urgent.
    package func ring(isUrgent: Bool = false) {
        let isUrgent = isUrgent && !self.isUrgent.exchange(true, ordering: .sequentiallyConsistent)
        // In one order with what `wait` does, so that one of the two sees the other.
        let isNew = !hasRung.exchange(true, ordering: .sequentiallyConsistent)
        guard isUrgent || isNew && isAsleep.load(ordering: .sequentiallyConsistent) else { return }
        _ = unsafe pthread_mutex_lock(mutex)
        _ = unsafe pthread_mutex_unlock(mutex)
        _ = unsafe pthread_cond_signal(condition)
    }

    /// Waits until it rings, at most so many nanoseconds, or for ever for `nil`. A nap ends early only for an urgent
    /// ring.
    package func wait(_ nanoseconds: UInt64?, isNap: Bool = false) {
        _ = unsafe pthread_mutex_lock(mutex)
        if !isNap { isAsleep.store(true, ordering: .sequentiallyConsistent) }
        var code: Int32 = 0
        func goesOn() -> Bool {
            if code != 0 { return false }
            return isNap
                ? !isUrgent.load(ordering: .sequentiallyConsistent)
                : !hasRung.load(ordering: .sequentiallyConsistent)
        }
        if let nanoseconds {
            #if canImport(Darwin)
                var time = timespec(
                    tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
                while goesOn() { code = unsafe pthread_cond_timedwait_relative_np(condition, mutex, &time) }
            #else
                let end = Platform.steadyClock &+ min(nanoseconds, 1 << 60)
                var time = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
                while goesOn() { code = unsafe pthread_cond_timedwait(condition, mutex, &time) }
            #endif
        } else {
            while goesOn() { code = unsafe pthread_cond_wait(condition, mutex) }
        }
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        isUrgent.store(false, ordering: .sequentiallyConsistent)
        hasRung.store(false, ordering: .sequentiallyConsistent)
        _ = unsafe pthread_mutex_unlock(mutex)
    }
}

/// A thread of its own: for work that waits for the disk, or that may never return.
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
