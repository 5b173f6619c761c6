import EventLog
import Projections

/// The configuration file of a run: the one named, or the first `arlog.json` from the current directory upwards. One
/// beside a log is never read: the log may be a stranger's.
struct ConfigurationFile {
    static let name = "arlog.json"
    let path: String
    let configuration: Configuration

    /// Reads the file at `path`, or looks for one upwards from `directory`; `nil` where there is none.
    static func open(_ path: String?, from directory: String?) throws(CommandError) -> ConfigurationFile? {
        let found = directory.map(candidates)?.first { System.isRegularFile($0) }
        guard let path = path ?? found else { return nil }
        let text: [UInt8]
        do throws(IOError) {
            text = try SmallFile.bytes(of: path)
        } catch {
            throw CommandError(error)
        }
        do throws(ConfigurationError) {
            return ConfigurationFile(path: path, configuration: try Configuration(text))
        } catch {
            throw CommandError(error, in: path)
        }
    }

    /// `/a/b/arlog.json`, `/a/arlog.json`, `/arlog.json`
    static func candidates(from directory: String) -> [String] {
        let folders = directory.split(separator: "/").map(String.init)
        return (0...folders.count).reversed().map { count in
            "/" + (folders.prefix(count) + [name]).joined(separator: "/")
        }
    }
}

extension CommandError {
    /// What is wrong with a configuration or a baseline, with its place: `arlog.json:3:5: …`.
    init(_ error: ConfigurationError, in path: String) {
        let place = "\(path):\(error.place.line):\(error.place.column)"
        guard case .unknown(let what, let name, let known) = error.problem else {
            self.init(error.description, in: place)
            return
        }
        let near = nearest(to: name, in: known).map { "did you mean \($0)?" }
        let list = known.count > 8 ? nil : "there are \(known.joined(separator: ", "))"
        let manual = what == "rule" ? "arlog rules lists them" : "--print-config lists them"
        self.init(error.description, in: place, advice: near ?? list ?? manual)
    }
}
