import Foundation
import TestSupport

/// Runs the built tool, and others, as a user would.
enum Tool {
    static let products = ProgramRun.products
    static let path = products.appending(path: "photos").path

    static func photos(_ arguments: [String], environment: [String: String] = [:]) throws -> ProgramRun {
        try run(path, arguments, environment: environment)
    }

    static func assetCount(_ library: URL) throws -> Int {
        try photos(["--library", library.path, "assets", "--json"]).output.split(separator: "\n").count
    }

    static func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> ProgramRun {
        guard let executable = location(of: program) else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: program]) }
        return try ProgramRun(of: executable, arguments, environment: ProgramRun.environment(environment))
    }

    private static func location(of program: String) -> URL? {
        if program.contains("/") { return URL(fileURLWithPath: program) }
        return (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: String($0)).appending(path: program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
