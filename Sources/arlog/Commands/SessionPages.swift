import EventLog

/// The folder into which a page of each session is written, named by numbers: nothing that a log says becomes a name.
struct SessionPages: Sendable {
    let folder: String
    private let force: Bool
    private let digits: Int

    /// Makes the folder where it is not there. Pages that are there are refused without `force`, before anything is read.
    init(_ folder: String, count: Int, force: Bool) throws(CommandError) {
        self.folder = folder
        self.force = force
        digits = max(4, String(count).utf8.count)
        if let code = System.makeFolder(folder) {
            throw CommandError(IOError(path: folder, operation: .create, code: code))
        }
        guard !force else { return }
        for number in 1..<(count + 1) where System.exists(path(number)) {
            throw CommandError(
                "exists already", in: path(number), advice: "name another folder, or use --force")
        }
    }

    /// `session-0001.html`
    func name(_ number: Int) -> String {
        let text = String(number)
        return "session-" + String(repeating: "0", count: digits - min(digits, text.utf8.count)) + text
            + ".html"
    }

    private func path(_ number: Int) -> String {
        folder.hasSuffix("/") ? folder + name(number) : folder + "/" + name(number)
    }

    func write(_ page: borrowing ByteBuffer, _ number: Int) throws(CommandError) {
        do throws(IOError) {
            try SmallFile.write(page, to: path(number), force: force)
        } catch {
            throw CommandError(error)
        }
    }
}
