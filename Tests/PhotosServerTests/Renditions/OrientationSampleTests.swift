import Foundation
import PhotosServer
import PhotosTesting
import Testing

/// A landscape and a portrait in every orientation, from a real camera: upright, all of them show the same in a browser.
@Suite(.enabled(if: orientationSamples != nil, "PHOTOS_SAMPLES is not set"))
struct OrientationSampleTests {
    @Test(arguments: ["Landscape", "Portrait"])
    func `all nine show the same picture, in each size`(name: String) async throws {
        let library = try TemporaryLibrary()
        let folder = try #require(orientationSamples)
        var ids: [String] = []
        for orientation in 0...8 {
            ids.append(try library.add((.photo, "\(name)_\(orientation).jpg", Data(contentsOf: folder.appendingPathComponent("\(name)_\(orientation).jpg")))))
        }
        try await TestServer.run(library) { server async throws in
            for size in ["thumbnail", "preview", "full"] {
                var reference: [Double]?
                for (orientation, id) in ids.enumerated() {
                    let picture = try Picture(try await server.get("/image/\(id)/1/\(size)").body)
                    #expect((picture.size.0 > picture.size.1) == (name == "Landscape"), "\(name)_\(orientation) as \(size)")
                    let first = reference ?? picture.blocks
                    reference = first
                    let difference = zip(picture.blocks, first).map { abs($0 - $1) }.reduce(0, +) / Double(first.count)
                    #expect(difference < 6, "\(name)_\(orientation) as \(size): its parts differ by \(difference) of 255 on average")
                }
            }
        }
    }
}

private let orientationSamples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0).appendingPathComponent("orientation") }
