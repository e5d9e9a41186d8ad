import Foundation
import PhotosTesting
import Testing

/// Many thumbnails in one answer.
@Suite struct ThumbnailSheetTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    private struct Sheet: Decodable {
        let type: String
        let thumbnails: [String?]
    }

    @Test func `each is what its own address gives, in the order that was asked for`() async throws {
        let ids = try (0..<5).map { try library.addPhoto(width: 320 + 40 * $0, height: 240) }
        let asked = [3, 0, 4, 1, 2, 3].map { ids[$0] }
        try await TestServer.run(library) { server async throws in
            let answer = try await server.get("/api/thumbnails?of=\(asked.map { "\($0).1" }.joined(separator: ","))")
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json")
            #expect(answer["Cache-Control"] == "private, max-age=31536000, immutable")
            let sheet = try JSONDecoder().decode(Sheet.self, from: answer.body)
            #expect(sheet.type == "image/jpeg")
            try #require(sheet.thumbnails.count == asked.count)
            for (id, text) in zip(asked, sheet.thumbnails) {
                let alone = try await server.get("/image/\(id)/1/thumbnail")
                #expect(Data(base64Encoded: try #require(text)) == alone.body)
            }
        }
    }

    @Test func `what is not stored is null, and then the answer is not kept`() async throws {
        let id = try library.addPhoto(width: 320, height: 240)
        try await TestServer.run(library) { server async throws in
            for (other, what) in [("\(id).2", "another revision"), ("\(UUID().uuidString).1", "an asset that is none")] {
                let answer = try await server.get("/api/thumbnails?of=\(other),\(id).1")
                #expect(answer["Cache-Control"] == "no-store", "\(what)")
                let sheet = try JSONDecoder().decode(Sheet.self, from: answer.body)
                #expect(sheet.thumbnails.map { $0 == nil } == [true, false], "\(what)")
            }
        }
    }

    @Test func `a list that is none, or too long, is refused with words`() async throws {
        let id = UUID().uuidString
        try await TestServer.run(library) { server async throws in
            let many = repeatElement("\(id).1", count: 101).joined(separator: ",")
            for list in ["", "of=", "of=\(id)", "of=\(id).x", "of=\(id).1.2", "of=\(id).-1", "of=x.1", "of=\(many)"] {
                let answer = try await server.get("/api/thumbnails?\(list)")
                #expect(answer.status == 400, "\(list.prefix(60))")
                #expect(answer["Content-Type"] == "application/problem+json")
                #expect(answer.text.contains("UUID.REVISION"))
            }
            let full = repeatElement("\(id).1", count: 100).joined(separator: ",")
            #expect(try await server.get("/api/thumbnails?of=\(full)").status == 200)
        }
    }
}
