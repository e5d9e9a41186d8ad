import Foundation
import Hummingbird
import LibraryEngine
import PhotoModel
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

@Suite struct OpenAPITests {
    private static func document() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8)) as? [String: Any])
    }

    @Test func `the description is served, and every reference in it leads somewhere`() async throws {
        let document = try Self.document()
        #expect(document["openapi"] as? String == "3.1.0")
        var references: Set<String> = []
        func collect(_ value: Any) {
            if let object = value as? [String: Any] {
                if let reference = object["$ref"] as? String { references.insert(reference) }
                object.values.forEach(collect)
            }
            (value as? [Any])?.forEach(collect)
        }
        collect(document)
        let schema = JSONSchema(document: document)
        #expect(references.count > 15)
        for reference in references { #expect(schema.target(reference) != nil, "\(reference)") }
        try await TestServer.run { server in
            let reply = try await server.get("/api/openapi.json")
            #expect(reply["Content-Type"] == "application/json")
            #expect(reply.text == OpenAPIDocument.text)
        }
    }

    @Test func `every row of the table is described, and nothing else`() throws {
        let described = try #require(try Self.document()["paths"] as? [String: [String: Any]]), routes = RouteTable.routes.filter(\.isDescribed)
        let rows = Set(routes.map { "\($0.method.rawValue.lowercased()) \($0.path)" })
        #expect(Set(described.flatMap { path, methods in methods.keys.map { "\($0) \(path)" } }) == rows)
        for route in routes {
            let operation = try #require(described[route.path]?[route.method.rawValue.lowercased()] as? [String: Any])
            #expect(operation["operationId"] as? String == route.name)
            // What varies in a path is described, and nothing that is not in it.
            let captured = Set(route.path.matches(of: /\{(\w+)\}/).map { String($0.1) })
            #expect(Set(route.parameters.filter { $0.location == .path }.map(\.name)) == captured, "\(route.path)")
        }
    }

    @Test func `a request may say more than is known of, and no description says otherwise`() throws {
        let document = try Self.document(), schema = JSONSchema(document: document)
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        // A client of a later version is not refused for what it could do without; decoders pass over it, and so does a form's reader.
        func closed(_ value: Any) -> Int {
            guard let object = value as? [String: Any] else { return 0 }
            if let reference = object["$ref"] { return schema.target(reference).map { closed($0) } ?? 1 }
            return ((object["oneOf"] as? [Any]) ?? []).map { closed($0) }.reduce(object["additionalProperties"] as? Bool == false ? 1 : 0, +)
        }
        var count = 0
        for (path, methods) in paths {
            for (method, operation) in methods {
                guard let body = operation["requestBody"] as? [String: Any], let content = body["content"] as? [String: [String: Any]] else { continue }
                for (type, media) in content {
                    let described = try #require(media["schema"])
                    #expect(closed(described) == 0, "\(method) \(path), \(type)")
                    count += 1
                }
            }
        }
        #expect(count > 15)
        let shared = try #require(((paths["/share-target"]?["post"]?["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]])?["multipart/form-data"]?["schema"])
        for form: [String: Any] in [[:], ["title": "Trip"], ["files": "one"], ["files": ["one", "two"], "text": "of it"]] {
            #expect(schema.problems(of: form, shared) == [], "\(form)")
        }
    }

    @Test func `the network folder alone is left out, as OpenAPI knows neither its methods nor paths of any depth`() throws {
        let known = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"], left = RouteTable.routes.filter { !$0.isDescribed }
        #expect(!left.isEmpty && left.allSatisfy { $0.path == "/dav/**" })
        #expect(left.contains { !known.contains($0.method.rawValue) })
        #expect(!OpenAPIDocument.text.contains("/dav"))
    }

    @Test func `answers are as they are described`() async throws {
        let library = try ServedLibrary()
        let id = try library.add("2019-06-12T10:00:00.125Z", "a.JPG") { record in
            (record.title, record.rating, record.keywords) = ("<b>\"Ä\"\u{1}</b>", 3, ["a", "b"])
            record.location = LocationRecord(latitude: 38.7118, longitude: -9.126)
        }
        try library.add(nil, "b.MOV") { ($0.mediaType, $0.duration, $0.burstIdentifier) = (.video, 2.5, "B") }
        let album = try library.addAlbum("Trip", [id])
        let schema = JSONSchema(document: try Self.document())
        try await library.served { server in
            func check(_ path: String, _ name: String, status: Int = 200, _ location: SourceLocation = #_sourceLocation) async throws {
                let reply = try await server.get(path)
                #expect(reply.status == status, "\(path)", sourceLocation: location)
                let value = try JSONSerialization.jsonObject(with: reply.body, options: .fragmentsAllowed)
                #expect(schema.problems(of: value, named: name) == [], "\(path)", sourceLocation: location)
            }
            try await check("/api/library", "Library")
            for view in ["", "in=album:\(album)", "in=trash", "q=trip", "q=rating%3E2&by=month"] {
                try await check("/api/timeline?\(view)", "Timeline")
                try await check("/api/assets?\(view)", "Page")
                try await check("/api/place?\(view)&id=\(id)", "Place")
            }
            try await check("/api/assets/\(id)", "Asset")
            for tile in try await server.page("").assets { try await check("/api/assets/\(tile.id)", "Asset") }
            try await check("/api/thumbnails?of=\(id).1", "Thumbnails")
            try await check("/api/thumbnails?of=\(id)", "Problem", status: 400)
            try await check("/api/assets/nothing", "Problem", status: 404)
            try await check("/api/assets?q=a%3D%3D", "Problem", status: 400)
            try await check("/nowhere", "Problem", status: 404)
            let stream = try await EventStream(server)
            try library.trash([id])
            while let event = try await stream.event() {
                guard event.name == "change" else { continue }
                #expect(schema.problems(of: try JSONSerialization.jsonObject(with: event.data), named: "Change") == [])
                break
            }
        }
    }

    @Test func `the checker finds what is wrong`() throws {
        let schema = JSONSchema(document: try Self.document())
        let tile: [String: Any] = [
            "id": "8A6B2C40-0000-4000-8000-00000000000A", "revision": 1, "date": NSNull(), "offset": NSNull(), "width": 1, "height": 1, "kind": "image",
            "subtypes": ["photoLive"], "duration": 0, "playback": "loop", "isFavorite": false, "isHidden": false, "isDamaged": false, "expires": NSNull(), "burst": false,
            "userPick": false,
            "burstPick": false,
            "raw": false, "rawPair": false, "edited": false, "filename": "a", "title": NSNull(),
            "placeholder": "0123456789ABCDEF01234567",
        ]
        #expect(schema.problems(of: tile, named: "Tile") == [])
        let mistakes: [(String, Any)] = [
            ("id", "x"), ("revision", "1"), ("kind", "film"), ("subtypes", [1]), ("isFavorite", 1), ("placeholder", "ff"), ("extra", 1),
        ]
        for (key, value) in mistakes {
            var wrong = tile
            wrong[key] = value
            #expect(schema.problems(of: wrong, named: "Tile").count == 1, "\(key)")
        }
        var incomplete = tile
        incomplete["title"] = nil
        #expect(schema.problems(of: incomplete, named: "Tile") == ["$: title is missing"])
        #expect(schema.problems(of: [[0, 1], [3]], named: "Ranges").count == 1)
        #expect(schema.problems(of: [[0, 0]], named: "Ranges").count == 1)
        #expect(schema.problems(of: [[0, 1, 2]], named: "Ranges").count == 1)
        let assets = ["8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10"]
        #expect(schema.problems(of: ["act": "favorite", "assets": assets, "value": true] as [String: Any], named: "Act") == [])
        #expect(schema.problems(of: ["act": "favorite", "assets": [], "value": true] as [String: Any], named: "Act").count == 1)
        #expect(schema.problems(of: ["act": "explode"], named: "Act").count == 1)
    }
}
