import Foundation
import LibraryEngine
import Photos
import PhotosServer
import PhotosTesting

/// A gallery on a free port over a library of its own, for as long as a test's body runs.
struct TestServer: Sendable {
    let library: TemporaryLibrary
    let address: ServerAddress
    let work: BlockingWork
    /// For sessions of other grants than the owner's.
    let sessions: SessionStore
    /// Returns when what was sent here and is whole has come in.
    var waitForUploads: @Sendable () async throws -> Void = {}
    /// Completes folders into which nothing was put for a while by the library's clock, and returns when what is whole has come in.
    var completeFolders: @Sendable () async throws -> Void = {}

    /// What the owner proves himself by in every test that is not about proof.
    static let token = "correct-horse-battery-staple"

    var port: Int { address.port }

    /// Serves `library` while `body` runs.
    static func run<T: Sendable>(
        _ library: TemporaryLibrary, _ configure: (inout ServerOptions) -> Void = { _ in }, _ body: (TestServer) async throws -> T
    ) async throws -> T {
        var options = ServerOptions()
        (options.port, options.token) = (0, token)
        // What a test draws it brings along.
        options.outlines = nil
        // Whose turn is minutes away, among many tests, is not hung up on.
        (options.limits.strangerHead, options.limits.head) = (.minutes(10), .minutes(10))
        configure(&options)
        let server = try GalleryServer(session: LibrarySession(library.library, application: "owner"), options: options)
        let (addresses, continuation) = AsyncThrowingStream<ServerAddress, any Error>.makeStream()
        let task = Task {
            do {
                try await server.run { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
                throw error
            }
        }
        var iterator = addresses.makeAsyncIterator()
        guard let address = try await iterator.next() else { throw CancellationError() }
        do {
            let result = try await body(
                TestServer(
                    library: library, address: address, work: server.work, sessions: server.sessions, waitForUploads: { try await server.waitForUploads() },
                    completeFolders: { try await server.completeFolders() }))
            task.cancel()
            try await task.value
            return result
        } catch {
            task.cancel()
            _ = await task.result
            throw error
        }
    }

    /// Serves a new, empty library while `body` runs.
    static func run<T: Sendable>(_ configure: (inout ServerOptions) -> Void = { _ in }, _ body: (TestServer) async throws -> T) async throws -> T {
        try await run(TemporaryLibrary(), configure, body)
    }

    /// The owner's connection, which stays open for several requests.
    func connect() async throws -> HTTPConnection { try await HTTPConnection(port: port, token: Self.token) }

    /// A connection of somebody who proves nothing by himself.
    func connectStrange() async throws -> HTTPConnection { try await HTTPConnection(port: port) }

    /// The headers that every request of the owner has, for those that a test writes out.
    var head: String { "Host: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(Self.token)\r\n" }

    /// What a client of the network folder sends as proof.
    static let basic = ("Authorization", "Basic \(Data("photos:\(token)".utf8).base64EncodedString())")

    /// One request on a connection of its own.
    func send(_ method: String, _ path: String, _ headers: [(String, String)] = [], body: Data? = nil) async throws -> HTTPReply {
        let connection = try await connect()
        defer { connection.close() }
        return try await connection.send(method, path, headers, body: body)
    }

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> HTTPReply { try await send("GET", path, headers) }

    func post(_ path: String, json: String, _ headers: [(String, String)] = []) async throws -> HTTPReply {
        try await send("POST", path, [("Content-Type", "application/json")] + headers, body: Data(json.utf8))
    }
}
