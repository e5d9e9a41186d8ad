import Foundation
import Photos
import PhotosTesting
import Testing

@Suite struct ExposureTests {
    @Test func `what the file says of its exposure is told in seconds and millimetres`() async throws {
        let library = try TemporaryLibrary()
        var metadata = FixtureImages.Metadata()
        metadata.exposure = .init(divisor: 250, fNumber: 1.8, iso: 64, focalLength: 5.7, focalLengthIn35mm: 26, flashFired: true)
        let id = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(metadata: metadata)))
        try await TestServer.run(library) { server in
            let answer = try await server.get("/api/assets/\(id)/exposure").object()
            #expect(answer["exposureTime"] as? Double == 0.004)
            #expect(answer["fNumber"] as? Double == 1.8)
            #expect(answer["iso"] as? Int == 64)
            #expect(answer["focalLength"] as? Double == 5.7)
            #expect(answer["focalLengthIn35mm"] as? Int == 26)
            #expect(answer["flashFired"] as? Bool == true)
        }
    }

    @Test func `a date that is only the file's is told from one that the file states`() async throws {
        let library = try TemporaryLibrary()
        let folder = FileManager.default.temporaryDirectory.appending(path: "photos-exposure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var stated = FixtureImages.Metadata()
        // The file was written in the same second, as cameras do.
        stated.dateTimeOriginal = "2019:06:12 10:00:00"
        stated.offset = "+00:00"
        let written = try #require(ISO8601DateFormatter().date(from: "2019-06-12T10:00:00Z"))
        let files = [
            ("guessed.JPG", try FixtureImages.jpeg(seed: 1)), ("stated.JPG", try FixtureImages.jpeg(seed: 2, metadata: stated)), ("moved.JPG", try FixtureImages.jpeg(seed: 3)),
        ]
        for (name, bytes) in files {
            let file = folder.appending(path: name)
            try bytes.write(to: file)
            try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: file.path)
        }
        try library.photoLibrary.performChangesAndWait {
            for (name, _) in files {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: folder.appending(path: name), options: nil)
                if name == "moved.JPG" { request.creationDate = written + 60 }
            }
        }
        try await TestServer.run(library) { server in
            var found: [String: Bool?] = [:]
            for asset in try await server.page("").assets {
                let answer = try await server.get("/api/assets/\(asset.id)/exposure").object()
                found[asset.filename] = answer["isDateOfFile"] as? Bool
            }
            #expect(found == ["guessed.JPG": true, "stated.JPG": false, "moved.JPG": false])
        }
    }

    @Test func `how a photo was exposed is read from its original, and nothing is said of what is no photo or is gone`() async throws {
        let library = try ServedLibrary()
        try library.add("2019-06-01T10:00:00Z", "nothing.JPG")
        try await library.served { server in
            let id = try #require(try await server.page("").assets.first?.id)
            let reply = try await server.get("/api/assets/\(id)/exposure")
            #expect(reply.status == 200)
            let answer = try reply.object()
            #expect(answer.count == 8 && answer.values.allSatisfy { $0 is NSNull })
            #expect(try await server.get("/api/assets/8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10/exposure").status == 404)
        }
    }
}
