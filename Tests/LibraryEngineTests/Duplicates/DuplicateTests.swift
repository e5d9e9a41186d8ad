import Catalog
import Decoding
import Foundation
import Imaging
import PhotoModel
import Pixels
import Similarity
import Synchronization
import TestSupport
import Testing

@testable import LibraryEngine

/// Thumbnails of three bytes: which picture, how much grain, and a check; a fourth says how strong its colours are. Counts what it decodes.
private final class GrainDecoder: MediaDecoder {
    let decoded = Atomic(0)

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination { throw CodecError(.unsupported, "no facts here") }
    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage { throw CodecError(.unsupported, "no pixels here") }
    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { throw CodecError(.unsupported, "no pixels here") }

    func render(packed files: [[UInt8]], _ request: RenderRequest) throws(CodecError) -> [PixelImage?] {
        decoded.add(files.count, ordering: .relaxed)
        return files.map { $0.count >= 3 && $0[2] == 7 ? Self.picture($0[0], grain: $0[1], colour: $0.count > 3 ? $0[3] : 0) : nil }
    }

    /// Blots of unequal sizes, so that no wave is missing, whose levels follow from the number.
    private static func picture(_ number: UInt8, grain: UInt8, colour: UInt8) -> PixelImage {
        var random = XorshiftRandom(seed: UInt64(number))
        for _ in 0..<20 { _ = random.next() }
        let blots = (0..<64).map { _ in Int(random.next() % 200) + 28 }
        var pixels: [UInt8] = []
        for y in 0..<64 {
            for x in 0..<64 {
                let noise = grain == 0 ? 0 : Int(random.next() % UInt64(grain)) - Int(grain) / 2
                let level = UInt8(clamping: blots[y * y / 512 * 8 + x * x / 512] + noise)
                pixels += [level, level, level - min(level, colour), 255]
            }
        }
        return PixelImage(width: 64, height: 64, bytesPerRow: 256, pixels: pixels, hasAlpha: false)
    }
}

/// Photos that are there twice, and making one of them.
@Suite("Duplicates") struct DuplicateTests {
    let fixture: LibraryFixture
    private let decoder = GrainDecoder()
    let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

    init() throws {
        let decoder = decoder
        fixture = try LibraryFixture { $0.decoder = .given(decoder) }
    }

    var library: PhotoLibrary { fixture.library }

    /// - Parameters:
    ///   - picture: what its thumbnail shows; `nil` for none.
    ///   - colour: how strong its colours are.
    @discardableResult
    func insert(
        _ name: String, _ picture: UInt8?, grain: UInt8 = 0, colour: UInt8 = 0, width: Int = 400, change: (inout AssetRecord) -> Void = { _ in }
    ) throws -> Int64 {
        let id = try library.performChanges(author: "test") { transaction in
            var record = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: name, uniformType: "public.jpeg")
            (record.pixelWidth, record.pixelHeight, record.fileSize) = (width, width * 3 / 4, Int64(width))
            change(&record)
            return try transaction.insert(record, resources: [])
        }
        if let picture { try store([picture, grain, 7, colour], of: id) }
        return id
    }

    func store(_ bytes: [UInt8], of id: Int64) throws {
        let record = try fixture.record(id)
        try library.derivatives.storeThumbnail(EncodedImage(bytes: bytes, width: 64, height: 48), assetID: id, uuid: record.uuid, revision: record.revision)
    }

    func names(_ report: DuplicateReport) -> [[String]] { report.groups.map { [$0.likeness.rawValue] + $0.assets.map(\.filename) } }

    @Test func theSamePictureInOtherSizesIsOneGroupWithTheBestFileFirst() throws {
        try insert("small.jpg", 1, grain: 2, width: 200)
        try insert("large.jpg", 1, width: 800)
        try insert("raw.dng", 1, grain: 2, width: 800) { $0.uniformType = "public.tiff" }
        try insert("other.jpg", 2)
        try insert("hidden.jpg", 1) { $0.isHidden = true }
        let report = try library.duplicates()
        #expect(names(report) == [["picture", "raw.dng", "large.jpg", "small.jpg"]])
        #expect(report.compared == 4 && report.leftOutCount == 0)
    }

    @Test func framesOfABurstAndOtherShapesAreSimilarAtMost() throws {
        let burst: (inout AssetRecord) -> Void = { $0.burstIdentifier = "burst" }
        try insert("1.jpg", 1, change: burst)
        try insert("2.jpg", 1, grain: 2, change: burst)
        try insert("a.jpg", 3)
        try insert("square.jpg", 3) { $0.pixelHeight = $0.pixelWidth }
        #expect(names(try library.duplicates()).isEmpty)
        #expect(names(try library.duplicates(similar: true)) == [["similar", "1.jpg", "2.jpg"], ["similar", "square.jpg", "a.jpg"]])
    }

    @Test func twoExposuresOfOneViewAreSimilarAtMost() throws {
        func shot(_ date: Double?, _ model: String? = "X100") -> (inout AssetRecord) -> Void {
            return { record in (record.cameraMake, record.cameraModel, record.creationDate) = ("Fujifilm", model, date) }
        }
        try insert("first.jpg", 1, change: shot(1_000))
        try insert("second.jpg", 1, change: shot(1_002))
        try insert("tenth.jpg", 2, change: shot(1_000.1))
        try insert("twentieth.jpg", 2, change: shot(1_000.2))
        try insert("one.jpg", 3, change: shot(1_000))
        try insert("another.jpg", 3, change: shot(1_000, "X200"))
        #expect(names(try library.duplicates()).isEmpty)
        #expect(try library.duplicates(similar: true).groups.count == 3)
    }

    @Test func aGreyCopyIsSimilarAtMost() throws {
        try insert("colour.jpg", 1, colour: 28, width: 800)
        try insert("grey.jpg", 1)
        try insert("vivid.jpg", 2, colour: 28, width: 800)
        try insert("paler.jpg", 2, colour: 20)
        #expect(names(try library.duplicates()) == [["picture", "vivid.jpg", "paler.jpg"]])
        #expect(names(try library.duplicates(similar: true)) == [["picture", "vivid.jpg", "paler.jpg"], ["similar", "colour.jpg", "grey.jpg"]])
        // As it was written.
        #expect(names(try library.duplicates()) == [["picture", "vivid.jpg", "paler.jpg"]])
    }

    @Test func noTwoOfAGroupAreKnownToDiffer() throws {
        // The best file is like both frames, which are not like each other.
        let burst: (inout AssetRecord) -> Void = { $0.burstIdentifier = "burst" }
        try insert("export.jpg", 1, width: 800)
        try insert("frame1.jpg", 1, grain: 16, change: burst)
        try insert("frame2.jpg", 1, change: burst)
        try insert("large.jpg", 2, width: 800)
        let b = try insert("b.jpg", 2, width: 300), c = try insert("c.jpg", 2, width: 200)
        _ = try library.performChanges(author: "test") { try $0.keepApart([b, c]) }
        try insert("sent.jpg", 3, width: 800)
        for (name, date) in [("first.jpg", 1_000.0), ("second.jpg", 1_002.0)] { try insert(name, 3) { ($0.cameraModel, $0.creationDate) = ("X100", date) } }
        let report = try library.duplicates()
        // Of the frames it is the one that looks more like the export.
        #expect(names(report) == [["picture", "export.jpg", "frame2.jpg"], ["picture", "large.jpg", "b.jpg"], ["picture", "sent.jpg", "first.jpg"]])
        let similar = try library.duplicates(similar: true).groups.map { Set($0.assets.map(\.filename)) }
        let isTogether = similar.contains { $0.isSuperset(of: ["b.jpg", "c.jpg"]) }
        #expect(!isTogether)
    }

    @Test func whatNoCameraSaysKeepsNoCopyFromItsPhoto() throws {
        func shot(_ date: Double?, _ model: String?) -> (inout AssetRecord) -> Void {
            return { record in (record.cameraModel, record.creationDate) = (model, date) }
        }
        try insert("precise.jpg", 1, change: shot(1_000.25, "X100"))
        try insert("copy.jpg", 1, width: 300, change: shot(1_000, "X100"))
        try insert("dated.jpg", 2, change: shot(1_000, "X100"))
        try insert("undated.jpg", 2, width: 300, change: shot(nil, "X100"))
        try insert("sent.jpg", 3, change: shot(1_000, "X100"))
        try insert("received.jpg", 3, width: 300, change: shot(9_000, nil))
        let groups = [["picture", "precise.jpg", "copy.jpg"], ["picture", "dated.jpg", "undated.jpg"], ["picture", "sent.jpg", "received.jpg"]]
        #expect(names(try library.duplicates()) == groups)
    }

    @Test func aThumbnailThatIsMissingOrDamagedIsLeftOutAndSaid() throws {
        try insert("a.jpg", 1)
        try insert("none.jpg", nil)
        try store([1, 0, 9], of: try insert("torn.jpg", 1))
        let report = try library.duplicates()
        #expect(report.groups.isEmpty && report.compared == 1)
        #expect(report.leftOutCount == 2 && report.leftOut.map(\.filename) == ["none.jpg", "torn.jpg"])
    }

    @Test func hashesAreKeptUntilTheRenderingChangesAndMayBeDeleted() throws {
        let a = try insert("a.jpg", 1)
        try insert("b.jpg", 1, width: 200)
        func decodings() throws -> Int {
            let before = decoder.decoded.load(ordering: .relaxed)
            _ = try library.duplicates()
            return decoder.decoded.load(ordering: .relaxed) - before
        }
        #expect(try decodings() == 2)
        #expect(try decodings() == 0)
        try library.performChanges(author: "test") { try $0.update(assetID: a) { $0.revision += 1 } }
        try store([2, 0, 7], of: a)
        #expect(try decodings() == 1)
        #expect(try library.duplicates().groups.isEmpty)
        let file = fixture.url.appendingPathComponent("derivatives/\(StoredHashes.fileName)")
        var bytes = try Data(contentsOf: file)
        bytes[20] ^= 1
        try bytes.write(to: file)
        #expect(try decodings() == 2)
        try FileManager.default.removeItem(at: file)
        #expect(try decodings() == 2)
    }

    @Test func givingUpKeepsWhatWasFound() throws {
        for number in 0..<600 { try insert("\(number).jpg", UInt8(number % 200)) }
        #expect(throws: CancellationError.self) { try library.duplicates { done, _ in done == 0 } }
        let before = decoder.decoded.load(ordering: .relaxed)
        #expect(before == 512)
        _ = try library.duplicates()
        #expect(decoder.decoded.load(ordering: .relaxed) == 600)
    }

    @Test func aSearchAsksBeforeEachOriginalWhetherItGoesOn() throws {
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try insert(name, 1) }
        var asked: [[Int]] = []
        let report = try library.duplicates { done, total in
            asked.append([done, total])
            return true
        }
        #expect(report.unread == 3)
        // Thumbnails, what hangs together, and the pixels of each.
        #expect(asked == [[0, 3], [3, 3], [0, 3], [1, 3], [2, 3]])
        for last in asked.indices {
            var count = 0
            #expect(throws: CancellationError.self, "\(last)") {
                try library.duplicates { _, _ in
                    count += 1
                    return count <= last
                }
            }
            #expect(count == last + 1)
        }
    }

    @Test func whoSeesAPartGetsGroupsOfThatPart() throws {
        let a = try insert("a.jpg", 1), b = try insert("b.jpg", 1, width: 300)
        try insert("secret.jpg", 1, width: 900)
        #expect(try library.duplicates(selection: "app").groups.isEmpty)
        let catalog = library.catalog
        _ = try catalog.write(author: "test") { try $0.setSelection(of: "app", to: [a, b]) }
        #expect(names(try library.duplicates(selection: "app")) == [["picture", "a.jpg", "b.jpg"]])
        #expect(try library.duplicates(selection: "app").compared == 2)
    }

    @Test func whatSomebodySaysIsNoDuplicateStaysApart() throws {
        let a = try insert("a.jpg", 1), b = try insert("b.jpg", 1, width: 300)
        _ = try library.performChanges(author: "test") { try $0.keepApart([b, a]) }
        #expect(try library.duplicates(similar: true).groups.isEmpty)
        try insert("c.jpg", 1, width: 200)
        #expect(names(try library.duplicates()) == [["picture", "a.jpg", "c.jpg"]])
    }

    @Test func manyPhotosAreKeptApartInTheRoomOfTheirNames() throws {
        var ids: [Int64] = []
        for number in 0..<200 { ids.append(try insert("\(number).jpg", 1)) }
        try library.performChanges(author: "test") { transaction in
            try transaction.keepApart([ids[0], ids[1]])
            try transaction.keepApart(ids)
            try transaction.keepApart([ids[5], ids[9]])
        }
        let text = try #require(try library.catalog.read { try $0.value(forKey: "distinct") })
        #expect(text.utf8.count < 200 * 40)
        #expect(try library.duplicates(similar: true).groups.isEmpty)
        let a = try insert("a.jpg", 2), b = try insert("b.jpg", 2), c = try insert("c.jpg", 2)
        try library.performChanges(author: "test") { transaction in
            try transaction.keepApart([a, b])
            try transaction.keepApart([a, c])
        }
        #expect(names(try library.duplicates()) == [["picture", "b.jpg", "c.jpg"]])
    }

    @Test func thatPhotosAreApartIsTakenBackUnlessMoreWasSaidSince() throws {
        let a = try insert("a.jpg", 1), b = try insert("b.jpg", 1), c = try insert("c.jpg", 1), d = try insert("d.jpg", 1)
        func keepApart(_ ids: Int64...) throws -> KeptApart? { try library.performChanges(author: "test") { try $0.keepApart(ids) } }
        func takeBack(_ kept: KeptApart) throws -> Bool { try library.performChanges(author: "test") { try $0.takeBack(kept) } }
        _ = try keepApart(a, b)
        let three = try #require(try keepApart(a, b, c))
        let known = try keepApart(b, c)
        #expect(known == nil)
        #expect(try takeBack(three))
        // What was said before is known again.
        #expect(names(try library.duplicates()) == [["picture", "a.jpg", "c.jpg", "d.jpg"]])
        #expect(try !takeBack(three))
        let two = try #require(try keepApart(c, d))
        _ = try keepApart(a, c, d)
        #expect(try !takeBack(two))
        let records = try [a, b, c, d].map(fixture.record), distinct = try library.read { try $0.distinctPhotos() }
        #expect(distinct.together(records).map(\.id) == [a])
        #expect(distinct.together(Array(records.dropFirst())).map(\.id) == [b, c])
    }

    @Test func pixelsOfARenderingAreReadOnce() throws {
        let digests = PixelDigests()
        var record = try fixture.record(try insert("a.jpg", 1)), count = 0
        func digest(_ result: [UInt8]?) -> [UInt8]? {
            digests.digest(of: record) { _ in
                count += 1
                return result
            }
        }
        #expect(digest(nil) == nil)
        #expect(digest([1]) == [1])
        #expect(digest([2]) == [1])
        record.revision += 1
        #expect(digest([3]) == [3])
        #expect(count == 3)
    }
}

@Suite struct StoredHashesTests {
    @Test func bytesThatAreNotAsWrittenAreNone() throws {
        var stored = StoredHashes()
        stored.append(row: 3, tag: 9, hash: PictureHash(words: SIMD4(1, 2, 3, 4)))
        stored.append(row: 7, tag: 8, hash: PictureHash(words: SIMD4(5, 6, 7, .max), isPlain: true, colour: 200))
        let bytes = stored.bytes
        #expect(StoredHashes(bytes) == stored)
        #expect(StoredHashes(StoredHashes().bytes) == StoredHashes())
        for count in 0..<bytes.count { #expect(StoredHashes(Array(bytes[..<count])) == nil) }
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x10
            #expect(StoredHashes(other) == nil, "byte \(index)")
        }
    }
}
