import Catalog
import Foundation
import Originals
import PhotoModel
import Testing

@testable import Importing

/// A picture and a movie came in as assets of their own, each with the same text beside it; then they turn out to be one Live Photo.
struct AbsorbedTextTests {
    private let world: World
    private let text: Data

    init() throws {
        world = try World()
        text = try FakeMedia.bytes(.adjustment(), salt: "")
    }

    /// Both assets are there, and in the folder their two files with a third that is new.
    /// - Returns: where the picture's text is.
    private func importApart() throws -> URL {
        let movie = try world.add("IMG_1.MOV", .movie(content: "A")), adjustment = try world.add("IMG_1.AAE", text)
        #expect(try world.run().imported == 1)
        let video = try #require(try world.assets().first).id
        // In Recently Deleted it is nobody's other half.
        try world.catalog.write(author: "test") { try $0.trash(assetIDs: [video]) }
        try FileManager.default.removeItem(at: movie)
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        #expect(try world.run().imported == 1)
        try world.catalog.write(author: "test") { try $0.restore(assetIDs: [video]) }
        try FileManager.default.removeItem(at: adjustment)
        try world.add("IMG_1.MOV", .movie(content: "A"))
        // Files that are all known are not matched again.
        try world.add("IMG_1.DNG", .photo("com.adobe.raw-image"))
        let assets = try world.assets()
        #expect(assets.count == 2)
        let picture = try #require(assets.first { $0.mediaType == .image })
        let resource = try #require(try world.resources(picture).first { $0.type == .adjustmentData })
        guard case .managed(let path) = resource.location else { throw CocoaError(.fileNoSuchFile) }
        return world.library.appendingPathComponent(path)
    }

    private func texts() throws -> [Data] {
        var found: [Data] = []
        try world.originals.forEachManagedFile { path in
            if path.lowercased().hasSuffix(".aae") { found.append(try Data(contentsOf: world.library.appendingPathComponent(path))) }
        }
        return found
    }

    @Test func theSameTextIsKeptOnceAndNoFileIsLeftOver() throws {
        _ = try importApart()
        #expect(try world.run().failed.isEmpty)
        let asset = try #require(try world.assets().first)
        #expect(try world.assets().count == 1 && world.resources(asset).map(\.type).sorted() == [.photo, .alternatePhoto, .adjustmentData, .pairedVideo])
        #expect(try texts() == [text])
        try world.checkIntegrity()
    }

    /// It has its size, so only its content tells.
    @Test func theOnlyGoodCopyStaysWhereTheOtherRottedUnnoticed() throws {
        let file = try importApart()
        let rotten = Data(repeating: 0x7A, count: text.count)
        try rotten.write(to: file)
        #expect(try world.run().failed.isEmpty)
        #expect(try world.assets().count == 1)
        #expect(try texts().contains(text), "the last good copy went")
    }
}
