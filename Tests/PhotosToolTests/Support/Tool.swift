import Foundation
import Glibc
import Testing

/// Runs the built executable as a user would.
enum Tool {
    struct Result {
        var status: Int32
        var output: String
        var errors: String

        /// Lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any] ?? [:] }
        var jsonLines: [[String: Any]] { lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] } }
    }

    /// It lies beside the test's own executable.
    static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "photos")

    static func run(_ arguments: [String], library: URL? = nil, environment: [String: String] = [:]) throws -> Result {
        try run(executable, (library.map { ["--library", $0.path] } ?? []) + arguments, environment)
    }

    /// Runs a shell script, in which `$photos` is the tool.
    static func shell(_ script: String, environment: [String: String] = [:]) throws -> Result {
        try run(URL(fileURLWithPath: "/bin/sh"), ["-c", script], environment.merging(["photos": executable.path]) { $1 })
    }

    static func process(_ executable: URL, _ arguments: [String], _ environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment
        for name in ["PHOTOS_LIBRARY", "PHOTOS_LOG", "PHOTOS_APP_ID", "PHOTOS_TOKEN"] { all[name] = nil }
        process.environment = all.merging(["LC_ALL": "C.UTF-8", "TZ": "UTC"]) { $1 }.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    private static func run(_ executable: URL, _ arguments: [String], _ environment: [String: String]) throws -> Result {
        let process = process(executable, arguments, environment)
        // Files rather than pipes: whoever outlives the process must not keep a reader waiting.
        let folder = FileManager.default.temporaryDirectory.appending(path: "photos-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        // A signal as the shell shows it.
        let status = process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
        return Result(
            status: status, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
