import Foundation
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

    @Test func `how a photo was exposed is read from its original, and nothing is said of what is no photo or is gone`() async throws {
        let library = try ServedLibrary()
        try library.add("2019-06-01T10:00:00Z", "nothing.JPG")
        try await library.served { server in
            let id = try #require(try await server.page("").assets.first?.id)
            let reply = try await server.get("/api/assets/\(id)/exposure")
            #expect(reply.status == 200)
            let answer = try reply.object()
            #expect(answer.count == 7 && answer.values.allSatisfy { $0 is NSNull })
            #expect(try await server.get("/api/assets/8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10/exposure").status == 404)
        }
    }
}
