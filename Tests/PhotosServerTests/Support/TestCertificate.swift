import Foundation
import Glibc
@testable import PhotosServer

/// Certificates that sign themselves, made by `openssl`, and connections that believe in them.
struct TestCertificate: Sendable {
    let folder: URL
    var files: Certificate.Files { Certificate.Files(chain: folder.appending(path: "chain.pem").path, key: folder.appending(path: "key.pem").path) }

    /// - Parameter names: as `openssl` has them: `DNS:localhost`.
    init(_ names: [String] = ["DNS:localhost", "IP:127.0.0.1"]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=test", "-addext",
            "subjectAltName=\(names.joined(separator: ","))", "-keyout", files.key, "-out", files.chain)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    static func openssl(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        (process.standardError, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw HTTPConnection.Failure("openssl \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)") }
    }

    /// A connection by TLS to a server that has to prove itself by this certificate. Nothing can be sent over it where it does not.
    func connect(to server: TestServer, token: String? = TestServer.token) throws -> HTTPConnection {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw HTTPConnection.Failure("No pair of sockets") }
        // Closed here as soon as the process has it: else nobody would hear that the process ended.
        defer { close(ends[1]) }
        let process = Process(), theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "s_client", "-quiet", "-no_ign_eof", "-nocommands", "-connect", "127.0.0.1:\(server.port)", "-servername", "localhost", "-CAfile", files.chain,
            "-verify_return_error", "-verify_hostname", "localhost",
        ]
        (process.standardInput, process.standardOutput, process.standardError) = (theirs, theirs, FileHandle.nullDevice)
        try process.run()
        return HTTPConnection(descriptor: ends[0], port: server.port, token: token)
    }
}
