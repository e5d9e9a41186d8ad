import Foundation
import TestSupport
import Testing

/// Runs the built tool, as a user would beside an open page.
enum PhotosTool {
    private static let executable = ProgramRun.products.appending(path: "photos")

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
        let path = ProgramRun.products.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        let run = try ProgramRun(of: program, arguments, environment: ProgramRun.environment(["LC_ALL": "C.UTF-8", "TZ": "UTC", "PATH": path]))
        #expect(run.status == 0, "\(program.lastPathComponent) \(arguments.joined(separator: " ")): \(run.errors)")
        return run.output
    }
}
