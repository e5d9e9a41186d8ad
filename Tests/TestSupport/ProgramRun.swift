import Foundation
import Glibc

/// A program that was run to its end, as a user would run it, and what it wrote.
package struct ProgramRun: Sendable {
    /// As a shell shows it: 128 and the signal's number where a signal ended it.
    package var status: Int32
    package var output: String
    package var errors: String

    package var wasKilled: Bool { status == 128 + SIGKILL }

    /// The folder that the tests and all programs are built into.
    package static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// Waits on the calling thread.
    /// - Parameter environment: the whole of it.
    package init(of program: URL, _ arguments: [String], environment: [String: String]) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        try self.init(of: process)
    }

    /// Waits on the calling thread for a process that has not been started.
    package init(of process: Process) throws {
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
        status = process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
        self.output = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }

    /// The environment of the tests with some variables set anew.
    package static func environment(_ changed: [String: String]) -> [String: String] { ProcessInfo.processInfo.environment.merging(changed) { $1 } }
}
