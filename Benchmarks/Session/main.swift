import ARKit
import ARLogKit
import EventLog
import Foundation
import simd

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

// What the adapter adds to ARKit's delegate calls; `scripts/bench-session` runs it.
//
//     arlog-bench-session FOLDER FRAMES [HZ]

/// Measures what the adapter adds to ARKit's delegate calls: frames at 60 Hz, each with 50 anchors updated.
///
/// At rate 0 the frames follow each other at once and the adapter's clock is told that they come at 60 Hz; at another
/// rate they are waited for, with cold caches. ARKit is the stub here: what it does itself (copies of frames, bridging
/// of arrays) is not in the figures. Allocations of the delegate's thread are counted where `malloc` is preloaded with
/// a counter (`scripts/bench-session`).
@MainActor
func measureSession(_ folder: String, frames: Int, rate: Int) throws {
    let bare = try SessionMeasure(nil, rate: rate).run(frames)
    let recorded = try SessionMeasure(folder, rate: rate).run(frames)
    print(
        "\(frames) frames of \(SessionMeasure.anchorCount) anchors: p50 \(recorded.at(0.5)) ns, "
            + "p99 \(recorded.at(0.99)) ns, p99.9 \(recorded.at(0.999)) ns, longest \(recorded.at(1)) ns; "
            + "without a recorder p50 \(bare.at(0.5)) ns")
    print("\(recorded.events) events, \(recorded.lost) lost")
    if let count = recorded.allocations, let none = bare.allocations {
        print("\(count) allocations in \(frames) frames, \(none) without a recorder")
    } else {
        print("allocations were not counted")
    }
}

@MainActor
private final class SessionMeasure {
    static let anchorCount = 50

    private let session = ARSession()
    private let app = AppDelegate()
    private let recorder: SessionRecorder?
    private let clock = SteppedClock()
    private let rate: Int
    private let anchors: [ARAnchor]
    private let frames: [ARFrame]
    private var allocations = 0

    init(_ folder: String?, rate: Int) throws {
        self.rate = rate
        // Half of them are tracked: those are asked for it with every update.
        anchors = (0..<Self.anchorCount).map { number in
            number % 2 == 0
                ? ARAnchor(transform: matrix_identity_float4x4)
                : ARImageAnchor(transform: matrix_identity_float4x4)
        }
        frames = (0..<40).map { _ in ARFrame(timestamp: 0) }
        session.delegate = app
        guard let folder else {
            recorder = nil
            return
        }
        var options = SessionRecorderOptions()
        options.folder = URL(filePath: folder)
        options.ticks = false
        if rate == 0 { options.clock = { [clock] in clock.now } }
        options.recorder.sealsEarlierLogs = false
        options.recorder.journalSize = 64 << 20
        options.cameraPosesPerSecond = 2
        recorder = SessionRecorder(session, options)
    }

    struct Result {
        var taken: [UInt64]
        var allocations: Int?
        var events: UInt64
        var lost: UInt64

        /// The share of frames that took no longer, in nanoseconds.
        func at(_ share: Double) -> UInt64 {
            taken[min(taken.count - 1, Int(Double(taken.count) * share))]
        }
    }

    func run(_ count: Int) throws -> Result {
        session.play(added: anchors)
        play(120) { _ in }
        var taken: [UInt64] = []
        taken.reserveCapacity(count)
        allocations = 0
        play(count) { taken.append($0) }
        taken.sort()
        let status = recorder?.recorder.status
        recorder?.close()
        return Result(
            taken: taken, allocations: Allocations.ofThisThread == nil ? nil : allocations,
            events: status?.eventCount ?? 0,
            lost: status?.lostCount ?? 0)
    }

    private func play(_ count: Int, _ took: (UInt64) -> Void) {
        var next = steadyTime()
        for number in 0..<count {
            clock.step()
            if rate > 0 {
                next += UInt64(1_000_000_000 / rate)
                wait(until: next)
            }
            let frame = frames[number % frames.count]
            frame.timestamp = Double(number) / 60
            frame.worldMappingStatus = .mapped
            for anchor in anchors { anchor.transform.columns.3.x += 0.001 }
            let before = Allocations.ofThisThread ?? 0
            let begin = steadyTime()
            session.play(frame)
            session.play(updated: anchors)
            let end = steadyTime()
            allocations += (Allocations.ofThisThread ?? 0) - before
            took(end - begin)
            if number % 60 == 0 { recorder?.tick() }
        }
    }

    private func wait(until time: UInt64) {
        let now = steadyTime()
        if time > now { usleep(UInt32((time - now) / 1000)) }
    }
}

/// The app's own delegate, which does nothing.
private final class AppDelegate: NSObject, ARSessionDelegate {}

/// Steps a sixtieth of a second with each frame.
private final class SteppedClock: @unchecked Sendable {
    private(set) var now: UInt64 = 1_000_000_000_000

    func step() { now += 16_666_667 }
}

/// What the preloaded counter says; `nil` where there is none.
private enum Allocations {
    private static let count = unsafe dlsym(nil, "arlog_allocations").map { symbol in
        unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
    }

    static var ofThisThread: Int? { count?() }
}

private func steadyTime() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

let words = CommandLine.arguments.dropFirst()
let (frames, rate) = (Int(words.dropFirst().first ?? "") ?? 0, Int(words.dropFirst(2).first ?? "0") ?? -1)
guard let folder = words.first, frames > 0, rate >= 0, rate <= 1000 else {
    print("usage: arlog-bench-session FOLDER FRAMES [HZ]")
    exit(64)
}
try measureSession(folder, frames: frames, rate: rate)
