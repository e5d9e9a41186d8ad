import Foundation
import Testing

/// Runs the built tool, as a user would beside an open page.
enum PhotosTool {
    /// It lies beside the test's own executable.
    private static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "photos")

    /// - Returns: what it wrote to standard output.
    @discardableResult
    static func run(_ arguments: String..., library: URL) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            // A thread of its own: waiting for a process must not hold up those who serve the page.
            Thread { continuation.resume(with: Result { try wait(executable, ["--library", library.path] + arguments) }) }.start()
        }
    }

    /// Runs a line as a person types it, with the tool on the PATH.
    static func shell(_ line: String) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { _ = try wait(URL(fileURLWithPath: "/bin/sh"), ["-c", line]) }) }.start()
        }
    }

    private static func wait(_ program: URL, _ arguments: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "photos-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let path = executable.deletingLastPathComponent().path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8", "TZ": "UTC", "PATH": path]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(program.lastPathComponent) \(arguments.joined(separator: " ")): \(said)")
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }
}
