import Foundation
import PhotosTesting
import Testing
@testable import PhotosServer

extension OpenAPITests {
    @Test func `answers of pickers, links, clients and uploads are as they are described`() async throws {
        let library = try TemporaryLibrary(), photo = try library.add((.photo, "A.JPG", FixtureImages.jpeg()))
        try await TestServer.run(library) { server async throws in
            let schema = JSONSchema(document: try #require(try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8)) as? [String: Any]))
            @discardableResult
            func check(_ reply: HTTPReply, _ name: String, _ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
                #expect(reply.status == 200, "\(name): \(reply.text)", sourceLocation: location)
                let value = try #require(try JSONSerialization.jsonObject(with: reply.body) as? [String: Any], sourceLocation: location)
                #expect(schema.problems(of: value, named: name) == [], "\(name)", sourceLocation: location)
                return value
            }
            func text(_ name: String, of value: [String: Any]) throws -> String { try #require(value[name] as? String) }
            /// Where a link's API is.
            func door(_ made: [String: Any]) throws -> String { try text("url", of: made).replacing(#/^https?://[^/]*/#, with: "") + "api/" }

            let begun = try check(try await server.post("/api/picker/sessions", json: #"{"limit":0,"hides":["search"]}"#), "PickerBegun")
            let picker = try "/api/picker/sessions/" + text("id", of: begun)
            try check(try await server.get(picker + "/choice"), "Choice")
            try check(try await server.post(picker + "/update", json: #"{"limit":3}"#), "PickerState")
            try check(try await server.post(picker + "/choice/gone", json: "{\"assets\":[\"\(photo)\"]}"), "GoneAssets")
            try check(try await server.get(picker), "Picker")
            try check(try await server.post(picker + "/choice", json: "{\"assets\":[\"\(photo)\"]}"), "Chosen")
            let items = try check(try await server.get(picker), "Picker")["items"] as? [Any]
            #expect(items?.count == 1)
            try check(try await server.post(picker + "/end", json: "{}"), "PickerState")

            let made = try check(try await server.post("/api/shares", json: "{\"assets\":[\"\(photo)\"],\"downloads\":true}"), "ShareMade")
            let link = try door(made)
            try check(try await server.get(link + "share"), "SharedLink")
            try check(try await server.get(link + "items"), "SharedItems")
            try check(try await server.post(link + "archive", json: "{}"), "Archive")
            try check(try await server.post("/api/archives", json: "{\"assets\":[\"\(photo)\"]}"), "Archive")
            let taking = try check(try await server.post("/api/shares", json: #"{"title":"Party","uploads":{}}"#), "ShareMade")
            try check(try await server.get(door(taking) + "share"), "SharedLink")
            try check(try await server.post(door(taking) + "uploads", json: #"{"files":[{"name":"A.TXT","size":4}]}"#), "SentBatch")

            let sending = try check(try await server.post("/api/uploads", json: #"{"files":[{"name":"A.TXT","size":4}]}"#), "UploadBatch"), batch = try text("id", of: sending)
            try check(try await server.get("/api/uploads/\(batch)"), "UploadBatch")
            try check(try await server.get("/api/uploads"), "Uploads")

            try check(try await server.post("/api/clients", json: #"{"application":"org.example.viewer"}"#), "ClientAdmitted")
            try check(try await server.get("/api/clients"), "Clients")
        }
    }
}
