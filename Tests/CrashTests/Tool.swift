import Foundation

/// Runs the built tool, and others, as a user would.
enum Tool {
    struct Result {
        var status: Int32
        var wasKilled: Bool
        var standardOutput: String
        var standardError: String
    }

    /// The folder that the tests and the tool are built into.
    static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    static let path = products.appending(path: "photos").path

    static func photos(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
        try run(path, arguments, environment: environment)
    }

    static func assetCount(_ library: URL) throws -> Int {
        try photos(["--library", library.path, "assets", "--json"]).standardOutput.split(separator: "\n").count
    }

    static func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Result {
        guard let executable = location(of: program) else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: program]) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        // Files rather than pipes: a killed child must not leave a reader waiting for a grandchild.
        let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "out"), errors = folder.appending(path: "err")
        for url in [output, errors] { try Data().write(to: url) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            wasKilled: process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL,
            standardOutput: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            standardError: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }

    private static func location(of program: String) -> URL? {
        if program.contains("/") { return URL(fileURLWithPath: program) }
        return (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: String($0)).appending(path: program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
