// Four threads change what a Mutex holds. With `planted` as its argument, they also do so without the lock.
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

final class Shared: Sendable {
    let steps = Mutex<[Int]>([])
    nonisolated(unsafe) var count = 0

    func work(isPlanted: Bool) {
        for step in 0..<2000 {
            steps.withLock { steps in
                steps.append(step)
                if steps.count > 100 { steps.removeAll() }
                count += 1
            }
            if isPlanted && step % 1000 == 999 { count += 1 }
        }
    }

    static let all = Shared()
}

@main
struct Probe {
    static func main() {
        let isPlanted = CommandLine.arguments.contains("planted")
        let right: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            Shared.all.work(isPlanted: false)
            return nil
        }
        let planted: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            Shared.all.work(isPlanted: true)
            return nil
        }
        var threads = [pthread_t](repeating: pthread_t(), count: 4)
        for place in threads.indices {
            pthread_create(&threads[place], nil, isPlanted ? planted : right, nil)
        }
        for thread in threads { pthread_join(thread, nil) }
    }
}
