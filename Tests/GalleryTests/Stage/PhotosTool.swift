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
            Thread { continuation.resume(with: Result { try wait(arguments, library) }) }.start()
        }
    }

    private static func wait(_ arguments: [String], _ library: URL) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "photos-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = executable
        process.arguments = ["--library", library.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8", "TZ": "UTC"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        #expect(process.terminationStatus == 0, "photos \(arguments.joined(separator: " ")): \(said)")
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }
}
