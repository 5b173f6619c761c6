import CFuzzer
import Foundation
import FuzzTargets

/// `arlog-fuzz TARGET [libFuzzer's options] [FOLDER…]`, or `arlog-fuzz seeds FOLDER LOGS`.
@_cdecl("arlog_fuzz_main")
public func main(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
    let words = CommandLine.arguments
    if words.count == 4, words[1] == "seeds" {
        do {
            try Seeds.write(to: words[2], from: words[3])
            return 0
        } catch {
            complain("arlog-fuzz: \(error)")
            return 2
        }
    }
    guard words.count > 1, let target = FuzzTarget(rawValue: words[1]) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        complain("usage: arlog-fuzz TARGET [libFuzzer's options] [FOLDER…]; TARGET is one of \(names)")
        return 64
    }
    chosen = target
    // libFuzzer gets the words without the target.
    arguments[1] = arguments[0]
    var left = count - 1
    var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments + 1
    return LLVMFuzzerRunDriver(&left, &rest) { data, size in
        let bytes = data.map { Array(UnsafeBufferPointer(start: $0, count: size)) } ?? []
        do {
            try chosen.run(bytes)
        } catch {
            complain("\(chosen): \(error)")
            abort()
        }
        return 0
    }
}

/// Set once, before anything runs.
nonisolated(unsafe) private var chosen = FuzzTarget.container

private func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
