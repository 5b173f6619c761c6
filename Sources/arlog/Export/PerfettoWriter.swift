import EventLog
import Projections

/// What an argument of the trace can be.
enum PerfettoValue {
    case text(String)
    case count(UInt64)
    case number(Double)
    case numbers([UInt32])
    case flag(Bool)
}

/// What belongs to a slice or an instant, in the order in which it is shown.
typealias PerfettoArguments = [(name: String, value: PerfettoValue)]

/// Writes a trace in the JSON that Chrome's tracing and ui.perfetto.dev read, one event a line.
///
/// The form is that of the *Trace Event Format*: `ts` and `dur` in microseconds, a process (`pid`) a device and a thread
/// (`tid`) a lane. It wants no order of the lines, so that a slice is written when it ends, whole (`X`).
struct PerfettoWriter: ~Copyable {
    private let file: ExportFile
    private var json = JSONWriter()
    private var isFirst = true

    init(_ file: ExportFile) {
        self.file = file
        file.bytes.append(utf8: "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
    }

    /// A stretch of time on a lane. `ts` and `duration` in nanoseconds.
    mutating func slice(
        _ name: String, _ category: String, pid: Int, tid: Int, ts: UInt64, duration: UInt64,
        _ arguments: PerfettoArguments
    ) throws(CommandError) {
        begin("X", name, pid: pid, tid: tid)
        json.field("cat", category)
        json.key("ts")
        json.value(microsecondsOf: ts)
        json.key("dur")
        json.value(microsecondsOf: duration)
        write(arguments)
        try end()
    }

    /// A moment on a lane.
    mutating func instant(
        _ name: String, _ category: String, pid: Int, tid: Int, ts: UInt64, _ arguments: PerfettoArguments
    ) throws(CommandError) {
        begin("i", name, pid: pid, tid: tid)
        json.field("cat", category)
        json.field("s", "t")
        json.key("ts")
        json.value(microsecondsOf: ts)
        write(arguments)
        try end()
    }

    /// Numbers of a process from this moment on; each series is a track of its own.
    mutating func counter(
        _ name: String, pid: Int, ts: UInt64, _ series: PerfettoArguments
    ) throws(CommandError) {
        begin("C", name, pid: pid, tid: nil)
        json.key("ts")
        json.value(microsecondsOf: ts)
        write(series)
        try end()
    }

    /// What a process or a thread is called, or where it stands: `process_name`, `thread_sort_index` …
    mutating func metadata(
        _ name: String, pid: Int, tid: Int? = nil, _ argument: String, _ value: PerfettoValue
    ) throws(CommandError) {
        begin("M", name, pid: pid, tid: tid)
        write([(argument, value)])
        try end()
    }

    /// The end of the trace, with what is said of it as a whole.
    mutating func finish(_ about: PerfettoArguments) {
        file.bytes.append(utf8: "\n],\"otherData\":")
        json.beginObject()
        for (name, value) in about { write(name, value) }
        json.endObject()
        unsafe file.bytes.append(json.buffer.bytes)
        file.bytes.append(utf8: "}\n")
    }

    private mutating func begin(_ phase: String, _ name: String, pid: Int, tid: Int?) {
        json.buffer.append(utf8: isFirst ? "\n" : ",\n")
        isFirst = false
        json.beginObject()
        json.field("ph", phase)
        json.field("name", name)
        json.field("pid", pid)
        json.field("tid", tid)
    }

    private mutating func end() throws(CommandError) {
        json.endObject()
        unsafe file.bytes.append(json.buffer.bytes)
        json.buffer.removeAll(keepingUpTo: 1 << 20)
        try file.flush()
    }

    private mutating func write(_ arguments: PerfettoArguments) {
        json.key("args")
        json.beginObject()
        for (name, value) in arguments { write(name, value) }
        json.endObject()
    }

    private mutating func write(_ name: String, _ value: PerfettoValue) {
        switch value {
        case .text(let text): json.field(name, text)
        case .count(let count): json.field(name, count)
        case .number(let number): json.field(name, number)
        case .numbers(let numbers): json.field(name, numbers)
        case .flag(let flag): json.field(name, flag)
        }
    }
}
