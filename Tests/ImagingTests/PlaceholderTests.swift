import Foundation
import Pixels
import Testing
@testable import Imaging

@Suite struct PlaceholderTests {
    let scratch: Scratch
    let store: DerivativeStore
    let uuid = UUID(uuidString: "8A6B0000-0000-4000-8000-000000000001")!
    private var file: URL { store.folder.appendingPathComponent("placeholders") }

    init() throws {
        scratch = try Scratch()
        store = DerivativeStore(folder: scratch.url.appendingPathComponent("derivatives"))
    }

    private func colors(_ first: Int) -> [UInt8] { (0..<12).map { UInt8(truncatingIfNeeded: first + $0) } }

    private func keep(_ first: Int, _ row: Int64, revision: Int64 = 1, in other: DerivativeStore? = nil) throws {
        let image = EncodedImage(bytes: [1, 2, 3], width: 2, height: 1, quarters: QuarterColors(bytes: colors(first)))
        try (other ?? store).storeThumbnail(image, assetID: row, uuid: uuid, revision: revision)
    }

    private func placeholder(_ row: Int64, revision: Int64 = 1) -> [UInt8]? { store.placeholder(assetID: row, uuid: uuid, revision: revision) }

    @Test func aThumbnailsColoursComeBackOfItsRevisionOnly() throws {
        #expect(placeholder(5) == nil)
        try keep(40, 5)
        #expect(placeholder(5) == colors(40))
        #expect(placeholder(5, revision: 2) == nil)
        #expect(store.placeholder(assetID: 5, uuid: UUID(), revision: 1) == nil)
        #expect(placeholder(4) == nil && placeholder(6) == nil && placeholder(0) == nil && placeholder(-1) == nil && placeholder(.max) == nil)
        store.remove(assetID: 5, uuid: uuid, revision: 1)
        #expect(placeholder(5) == nil)
    }

    @Test func aThumbnailWithoutColoursHasNone() throws {
        try store.storeThumbnail(EncodedImage(bytes: [1], width: 1, height: 1), assetID: 1, uuid: uuid, revision: 1)
        #expect(store.hasThumbnail(assetID: 1, uuid: uuid, revision: 1))
        #expect(placeholder(1) == nil)
    }

    /// Close together, far apart, in any order, with some that are missing or impossible.
    @Test(arguments: [[3, 1, 2, 9], [1, 100_000, 7, 4], [2, 0, 3, -4, .max, 1], [], [50_000_000]]) func manyComeInTheirOrder(_ rows: [Int64]) throws {
        for row in [1, 2, 3, 7, 100_000] { try keep(Int(row % 251), Int64(row)) }
        let found = store.placeholders(rows.map { DerivativeStore.Version(assetID: $0, uuid: uuid, revision: 1) })
        #expect(found == rows.map { [1, 2, 3, 7, 100_000].contains($0) ? colors(Int($0 % 251)) : nil })
    }

    @Test func thoseOfAnotherRevisionOrAnotherAssetAreCleared() throws {
        for row in 1...4 { try keep(row, Int64(row), revision: row == 2 ? 5 : 1) }
        let size = try Data(contentsOf: file).count
        // The last two have no slot.
        let versions: [(row: Int64, uuid: UUID)] = [(1, uuid), (2, uuid), (3, UUID()), (9, uuid), (0, uuid)]
        store.forgetOthers(than: versions.map { DerivativeStore.Version(assetID: $0.row, uuid: $0.uuid, revision: 1) })
        #expect(placeholder(1) == colors(1) && placeholder(4) == colors(4))
        #expect(placeholder(2, revision: 5) == nil && placeholder(3) == nil)
        #expect(try Data(contentsOf: file).count == size)
    }

    @Test func everyTornOrFlippedByteReadsAsAbsent() throws {
        try keep(9, 1)
        let sound = try Data(contentsOf: file)
        for index in 16..<32 {
            var flipped = sound
            flipped[index] ^= 0x10
            try flipped.write(to: file)
            #expect(placeholder(1) == nil, "byte \(index) flipped")
            try sound.prefix(index).write(to: file)
            #expect(placeholder(1) == nil, "cut at \(index)")
        }
        try keep(77, 1)
        #expect(placeholder(1) == colors(77))
    }

    @Test(arguments: ["placeholders", "."]) func deletedWhileOpenItStartsAnew(name: String) throws {
        let other = DerivativeStore(folder: store.folder)
        try keep(9, 1)
        #expect(other.placeholder(assetID: 1, uuid: uuid, revision: 1) == colors(9))
        try FileManager.default.removeItem(at: store.folder.appendingPathComponent(name).standardizedFileURL)
        #expect(placeholder(1) == nil)
        try keep(20, 2, in: other)
        #expect(placeholder(2) == colors(20) && placeholder(1) == nil)
    }
}

@Suite struct SharedThumbnailTests {
    @Test func manyRowsShareAFewPictures() throws {
        let scratch = try Scratch()
        let store = DerivativeStore(folder: scratch.url)
        let images = (0..<3).map { number in
            EncodedImage(bytes: Array("picture \(number)".utf8), width: 256, height: 100 + number, quarters: QuarterColors(bytes: (0..<12).map { UInt8(number * 12 + $0) }))
        }
        try store.storeThumbnail(images[2], assetID: 4, uuid: UUID(), revision: 1)
        // With gaps, more than fits into one write, and in no order.
        let assets = (Array(1...3) + Array(10...90_000)).shuffled().map { row in
            (version: DerivativeStore.Version(assetID: row, uuid: UUID(), revision: row % 5), image: Int(row % 3))
        }
        try store.shareThumbnails(images, among: assets)
        for (version, image) in assets {
            let kept = try #require(store.thumbnail(assetID: version.assetID, uuid: version.uuid, revision: version.revision))
            try #require(kept.bytes == images[image].bytes && kept.height == images[image].height)
        }
        #expect(store.placeholders(assets.map(\.version)) == assets.map { images[$0.image].quarters?.bytes })
        let pack = try FileManager.default.attributesOfItem(atPath: scratch.url.appendingPathComponent("thumbnails-256.pack").path)
        #expect(pack[.size] as? Int == 4 * 13)
        #expect(throws: ImagingError.self) { try store.shareThumbnails([], among: [assets[0]]) }
    }
}
