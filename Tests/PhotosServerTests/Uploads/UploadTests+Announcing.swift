import Foundation
import PhotosTesting
import Testing
@testable import PhotosServer

extension UploadTests {
    @Test func `what is announced again because no answer came is announced once`() async throws {
        let photo = try FixtureImages.jpeg(width: 200, height: 100)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([], isComplete: false), path = "/api/uploads/\(batch.id)"
            let a = Uploading.File(name: "a.jpg", data: photo).json, b = Uploading.File(name: "b.jpg", data: photo).json, c = Uploading.File(name: "c.jpg", data: photo).json
            for _ in 1...2 {
                let answer: Uploading.Batch = try await server.post(path, json: "{\"files\":[\(a),\(b)],\"after\":0}").decoded()
                #expect(answer.files.map(\.number) == [1, 2] && answer.count == 2)
            }
            // A part of it may be there.
            let answer: Uploading.Batch = try await server.post(path, json: "{\"files\":[\(b),\(c)],\"after\":1}").decoded()
            #expect(answer.files.map(\.number) == [2, 3] && answer.count == 3)
            // Others are no answer to what was asked, and nothing is after what is not there.
            #expect(try await server.post(path, json: "{\"files\":[\(a)],\"after\":2}").status == 409)
            #expect(try await server.post(path, json: "{\"files\":[\(a)],\"after\":4}").status == 400)
            #expect(try await server.post(path, json: "{\"files\":[\(a)],\"after\":-1}").status == 400)
            for _ in 1...2 {
                let last: Uploading.Batch = try await server.post(path, json: "{\"files\":[\(c)],\"after\":2,\"isComplete\":true}").decoded()
                #expect(last.files.map(\.number) == [3] && last.count == 3 && last.isComplete)
                #expect(try await server.post(path, json: #"{"isComplete":true}"#).status == 200)
            }
            #expect(try await server.post(path, json: "{\"files\":[\(a)],\"after\":3}").status == 409)
            for number in 1...3 { #expect(try await client.send(photo, batch, number).status == 204) }
            #expect(try await client.outcome(batch).done == 3)
        }
    }

    @Test func `tus's own way of announcing a file comes to the same`() async throws {
        let photo = try FixtureImages.jpeg(), name = Data("IMG 1.jpg".utf8).base64EncodedString(), path = Data("Trip/IMG 1.jpg".utf8).base64EncodedString()
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([], isComplete: false), files = "/api/uploads/\(batch.id)/files"
            let options = try await server.send("OPTIONS", files)
            #expect(options.status == 204 && options["Tus-Version"] == "1.0.0" && options["Tus-Extension"] == "creation,termination,expiration,checksum")
            let headers = [Uploading.tus, ("Upload-Length", "\(photo.count)"), ("Upload-Metadata", "filename \(name),relativePath \(path),isLast")]
            let made = try await server.send("POST", files, headers, body: Data())
            #expect(made.status == 201 && made["Location"] == client.path(batch, 1) && made["Upload-Offset"] == "0")
            #expect(try await server.send("POST", files, [Uploading.tus, ("Upload-Length", "1")], body: Data()).status == 400)
            // A client that has no such methods.
            let sending = [Uploading.tus, Uploading.octets, ("Upload-Offset", "0"), ("X-HTTP-Method-Override", "PATCH")]
            #expect(try await server.send("POST", client.path(batch, 1), sending, body: photo).status == 204)
            // Not before nothing more will come.
            #expect(try await client.outcome(batch).kinds == ["IMG 1.jpg": "whole"])
            let second = try await server.send("POST", files, headers, body: Data())
            #expect(second["Location"] == client.path(batch, 2))
            #expect(try await server.send("DELETE", client.path(batch, 2), [Uploading.tus]).status == 204)
            #expect(try await server.send("HEAD", client.path(batch, 2), [Uploading.tus]).status == 404)
            #expect(try await server.post("/api/uploads/\(batch.id)", json: #"{"isComplete":true}"#).status == 200)
            #expect(try await client.outcome(batch).files.map { $0.outcome?.kind } == ["imported", "withdrawn"])
            #expect(try await server.send("POST", files, headers, body: Data()).status == 409)
        }
    }
}
