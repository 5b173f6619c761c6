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
}
