// Records without end and prints the number of each event whose `append` returned, to be killed at any moment.
//
//     recorder-victim FOLDER CHUNK-SIZE SEGMENT-SIZE PROMISE
import EventLog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

let arguments = CommandLine.arguments
guard arguments.count == 5, let chunkSize = Int(arguments[2]), let segmentSize = UInt64(arguments[3]),
    let promise = RecordingPromise(rawValue: arguments[4])
else { exit(64) }

var options = RecorderOptions(device: "victim")
options.chunkSize = chunkSize
options.segmentSize = segmentSize
options.promise = promise
let recorder = Recorder(folder: arguments[1], options)
let anchors = (0..<10).map { recorder.id("anchor-\($0)") }

var number = 0
while true {
    number += 1
    let isStored: Bool
    if number % 50 == 0 {
        isStored = recorder.append(Event.SessionRun { $0.source = String(number) })
    } else if number % 3 == 0 {
        isStored = recorder.append(
            Event.NodeAttached {
                $0.node = anchors[number % 10]
                $0.key = String(number)
            })
    } else {
        isStored = recorder.append(Event.LogMarker { $0.text = String(number) })
    }
    guard isStored else { continue }
    let line = Array("\(number)\n".utf8)
    guard line.withUnsafeBytes({ write(1, $0.baseAddress, $0.count) }) == line.count else { exit(1) }
}
