import Foundation
import Glibc
import TestSupport
import Testing

/// Runs the built executable as a user would.
enum Tool {
    static let executable = ProgramRun.products.appending(path: "photos")

    static func run(_ arguments: [String], library: URL? = nil, environment: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun(of: process(executable, (library.map { ["--library", $0.path] } ?? []) + arguments, environment))
    }

    /// Runs a shell script, in which `$photos` is the tool.
    static func shell(_ script: String, environment: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun(of: process(URL(fileURLWithPath: "/bin/sh"), ["-c", script], environment.merging(["photos": executable.path]) { $1 }))
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
}

extension ProgramRun {
    /// Lines of standard output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any] ?? [:] }
    var jsonLines: [[String: Any]] { lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] } }
}
