import Foundation
import Testing

@testable import arlog

/// Runs the program with its standard output going to `output`.
private func run(_ arguments: [String], output: Any) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = try Binary.url()
    process.arguments = arguments
    process.standardOutput = output
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return (process.terminationStatus, text)
}

@Suite struct ProcessTests {
    @Test func aReaderThatLeftIsNoFailure() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let result = try run(["completion", "bash"], output: pipe)
        #expect(result.status == 0 && result.errors.isEmpty)
    }

    #if os(Linux)
        @Test func aFullDiskIsOne() throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let result = try run(["completion", "bash"], output: full)
            #expect(result.status == 2)
            #expect(
                result.errors
                    == "arlog: standard output: can't write: No space left on device; make room and try again\n"
            )
        }
    #endif

    @Test func bashAcceptsItsScript() throws {
        let pipe = Pipe()
        let result = try run(["completion", "bash"], output: pipe)
        #expect(result.status == 0)
        let script = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let bash = Process()
        bash.executableURL = URL(fileURLWithPath: "/bin/bash")
        let test = """
            COMP_WORDS=(arlog completion fi); COMP_CWORD=2; _arlog; echo "${COMPREPLY[*]}"
            COMP_WORDS=(arlog completion --color a); COMP_CWORD=3; _arlog; echo "${COMPREPLY[*]}"
            COMP_WORDS=(arlog compl); COMP_CWORD=1; _arlog; echo "${COMPREPLY[*]}"
            """
        bash.arguments = ["-u", "-c", script + test]
        let answer = Pipe()
        bash.standardOutput = answer
        try bash.run()
        let text = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        bash.waitUntilExit()
        #expect(text == "fish\nauto always\ncompletion\n")
    }

    /// More than is looked at before a result is begun, and an event.
    private static let begun = Data(
        ("# " + String(repeating: "x", count: 5000) + "\n" + #"{"t":0,"event":"log.opened","device":"A"}"#
            + "\n")
            .utf8)

    /// Starts a program that imports from a pipe, and returns once its result is begun.
    private func begin(
        _ program: URL, _ arguments: [String], in scratch: Scratch
    ) throws -> (process: Process, input: Pipe) {
        let (process, input) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Self.begun)
        for _ in 0..<3000 where scratch.names.isEmpty { usleep(10_000) }
        return (process, input)
    }

    /// Who ends the program does not want half of its result.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func whatIsUnfinishedGoesWithTheProgram(number: Int32) throws {
        let scratch = try Scratch()
        let (process, input) = try begin(
            try Binary.url(), ["import", "-", "-o", scratch.path + "/out.mcap"], in: scratch)
        #expect(scratch.names.count == 1)
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
        #expect(scratch.names.isEmpty)
        try input.fileHandleForWriting.close()
    }

    /// What was started under `nohup` goes on.
    @Test func anIgnoredSignalStaysIgnored() throws {
        let scratch = try Scratch()
        let script = "trap '' HUP; exec \"$0\" import - -o \"$1\""
        let (process, input) = try begin(
            URL(filePath: "/bin/sh"), ["-c", script, try Binary.url().path, scratch.path + "/out.mcap"],
            in: scratch)
        kill(process.processIdentifier, SIGHUP)
        usleep(50_000)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(scratch.names == ["out.mcap"])
    }
}
