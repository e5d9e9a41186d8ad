import Foundation
import PhotosTesting
import TestSupport
import Testing

/// A link by which people send files, as the server tells it to its owner.
struct UploadLink: Decodable, Sendable {
    struct Share: Decodable, Sendable {
        struct Uploads: Decodable, Sendable, Equatable { var bytes: Int, files: Int, sentBytes: Int, sentFiles: Int }
        var id: String, title: String?, album: String?, count: Int, uploads: Uploads?
    }

    /// What its page is told.
    struct Told: Decodable, Sendable {
        struct Takes: Decodable, Sendable, Equatable { var bytes: Int, files: Int }
        var isLocked: Bool
        var title: String?
        var takes: Takes?
    }

    var url: String, share: Share

    /// The address without its origin: `/share/TOKEN/`.
    var path: String { url.replacing(#/^https?://[^/]*/#, with: "") }
}

extension TestServer {
    /// Makes a link with an album of its own.
    func uploadLink(_ more: String = #","uploads":{}"#) async throws -> UploadLink {
        let reply = try await post("/api/shares", json: "{\"title\":\"Party\"\(more)}")
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    /// Who comes by a link.
    func client(of link: UploadLink) -> Uploading { Uploading(server: self, base: link.path + "api/uploads") }

    func told(_ link: UploadLink) async throws -> UploadLink.Told { try await get(link.path + "api/share").decoded() }

    func announce(_ link: UploadLink, _ name: String, _ size: Int) async throws -> HTTPReply {
        try await post(link.path + "api/uploads", json: "{\"files\":[{\"name\":\"\(name)\",\"size\":\(size)}],\"isComplete\":true}")
    }

    /// Does to the catalogue what no program of ours would.
    func breakCatalog(_ statement: String) throws {
        let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit(); c.close()"
        let run = try ProgramRun(
            of: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, library.url.appending(path: "database/catalog.sqlite").path, statement],
            environment: ProgramRun.environment([:]))
        try #require(run.status == 0, "\(run)")
    }
}
