import EventLog
import Replay

// Tells the NDJSON beside a test as Swift: `Maker EveryKind.ndjson` prints a function that makes its events again.

let source = try EventSource(path: CommandLine.arguments[1])
let log = EventStore(labels: source.labels)
try log.append(source)
print("import EventLog\nimport Replay\n\nfunc everyKind() -> EventStore {")
for line in SwiftRecording(log).lines { print("    " + line) }
print("}")
