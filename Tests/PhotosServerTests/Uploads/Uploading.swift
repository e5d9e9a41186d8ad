import Foundation
import PhotosTesting
import Testing
@testable import PhotosServer

/// A client that sends files, as tests do it.
struct Uploading: Sendable {
    struct File {
        var name: String
        var data: Data
        var folder = ""
        var sha256: String?
        var modified: Double?
        /// What is said to be its length.
        var size: Int?

        var json: String {
            var fields = ["\"name\":\"\(name)\"", "\"folder\":\"\(folder)\"", "\"size\":\(size ?? data.count)"]
            if let sha256 { fields.append("\"sha256\":\"\(sha256)\"") }
            if let modified { fields.append("\"modified\":\(modified)") }
            return "{\(fields.joined(separator: ","))}"
        }
    }

    struct Batch: Decodable, Sendable {
        struct File: Decodable, Sendable {
            struct Outcome: Decodable, Sendable, Equatable {
                var kind: String
                var asset: String?
                /// Absent for who comes by a link, as the asset is.
                var isInTrash: Bool?
                var code: String?
                var message: String?
            }

            var number: Int
            var name: String
            var size: Int
            var offset: Int
            var isWhole: Bool
            var outcome: Outcome?
        }

        var id: String
        var isComplete: Bool
        var revision: Int
        var count: Int, done: Int, failed: Int, bytes: Int, received: Int
        var isActive: Bool
        var trouble: String?
        var files: [File]

        /// By name, what became of each.
        var kinds: [String: String] { Dictionary(files.map { ($0.name, $0.outcome?.kind ?? ($0.isWhole ? "whole" : "waiting")) }) { $1 } }
    }

    let server: TestServer
    /// The owner's address, or a link's.
    var base = "/api/uploads"
    static let tus = ("Tus-Resumable", "1.0.0"), octets = ("Content-Type", "application/offset+octet-stream")

    func begin(_ files: [File], album: String? = nil, isComplete: Bool = true) async throws -> Batch {
        let album = album.map { "\"album\":\"\($0)\"," } ?? ""
        let reply = try await server.post(base, json: "{\(album)\"files\":[\(files.map(\.json).joined(separator: ","))],\"isComplete\":\(isComplete)}")
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    func path(_ batch: Batch, _ number: Int) -> String { "\(base)/\(batch.id)/files/\(number)" }

    /// Sends bytes of a file in one request.
    func send(_ data: Data, _ batch: Batch, _ number: Int, at offset: Int = 0, _ headers: [(String, String)] = []) async throws -> HTTPReply {
        try await server.send("PATCH", path(batch, number), [Self.tus, Self.octets, ("Upload-Offset", "\(offset)")] + headers, body: data)
    }

    /// Sends the head of a request for so many bytes, and a part of them, over a connection that stays open.
    func beginSending(_ data: Data, of length: Int, _ batch: Batch, _ number: Int, at offset: Int = 0) async throws -> HTTPConnection {
        let connection = try await server.connect()
        let head =
            "PATCH \(path(batch, number)) HTTP/1.1\r\n\(server.head)Tus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: \(offset)\r\n"
            + "Content-Length: \(length)\r\n\r\n"
        try await connection.send(Data(head.utf8) + data)
        return connection
    }

    /// Where the server says that a file goes on.
    func offset(_ batch: Batch, _ number: Int) async throws -> Int {
        let reply = try await server.send("HEAD", path(batch, number), [Self.tus])
        #expect(reply.status == 200)
        return try #require(reply["Upload-Offset"].flatMap { Int($0) })
    }

    /// Returns the offset once it is at least this, as bytes that were sent may be on their way.
    func offset(_ batch: Batch, _ number: Int, atLeast least: Int) async throws -> Int {
        while true {
            let now = try await offset(batch, number)
            if now >= least { return now }
            await Task.yield()
        }
    }

    /// What became of a batch when all imports are over.
    func outcome(_ batch: Batch) async throws -> Batch {
        try await server.waitForUploads()
        return try await server.get("\(base)/\(batch.id)").decoded()
    }

    func assets() async throws -> [PageAnswer.Tile] { try await server.page("").assets }
}
