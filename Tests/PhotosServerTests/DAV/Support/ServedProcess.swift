import Foundation
import Glibc
import TestSupport
import Testing

/// `photos serve` over a library, as a process of its own, which can be killed.
final class ServedProcess {
    static let executable = ProgramRun.products.appending(path: "photos")

    let port: Int
    private let identifier: pid_t
    private let process = Process()

    /// - Parameter environment: beside that of the tests.
    init(_ library: URL, environment: [String: String] = [:]) throws {
        let output = Pipe()
        process.executableURL = Self.executable
        process.arguments = ["--library", library.path, "serve", "--port", "0", "--json"]
        process.environment = ProgramRun.environment(["PHOTOS_TOKEN": TestServer.token, "LC_ALL": "C.UTF-8"].merging(environment) { $1 })
        (process.standardOutput, process.standardError, process.standardInput) = (output, FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
        identifier = process.processIdentifier
        let told = (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any]
        guard let port = told?["port"] as? Int else {
            Glibc.kill(identifier, SIGKILL)
            process.waitUntilExit()
            throw HTTPConnection.Failure("photos serve says no port: \(String(decoding: line, as: UTF8.self))")
        }
        self.port = port
    }

    deinit { if process.isRunning { kill() } }

    /// Ends it as a crash does, and returns when it is gone.
    func kill() {
        Glibc.kill(identifier, SIGKILL)
        process.waitUntilExit()
    }

    /// One request of the owner's on a connection of its own.
    func send(_ method: String, _ path: String, _ headers: [(String, String)] = [], body: Data? = nil) async throws -> HTTPReply {
        let connection = try await HTTPConnection(port: port, token: TestServer.token)
        defer { connection.close() }
        return try await connection.send(method, DAVClient.address(path), headers, body: body)
    }
}
