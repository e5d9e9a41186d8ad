import Catalog
import Foundation
import Importing
import Metadata
import PhotoModel
import Testing

@testable import LibraryEngine

/// Live Photos, and pairs of a RAW and a JPEG, made and taken apart by hand: rows change, and no byte of a file does or goes.
@Suite struct PairTests {
    let fixture: LibraryFixture
    let photo: Int64
    let video: Int64

    init() throws {
        fixture = try LibraryFixture()
        photo = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "a.jpg")])
        video = try fixture.add([ResourceInput(.video, .data(LibraryFixture.movie), filename: "b.mov")])
    }

    private var library: PhotoLibrary { fixture.library }

    private func pair(_ photo: Int64, _ video: Int64) throws { try library.performChanges(author: "test") { _ = try $0.pair(photo, with: video) } }

    private func separate(_ id: Int64) throws -> Int64 {
        let prepared = try library.prepareSeparation(of: fixture.record(id))
        return try library.performChanges(author: "test") { try $0.separate(id, prepared) }
    }

    private func kinds(_ id: Int64) throws -> [ResourceType] { try library.catalog.read { try $0.resources(assetID: id).map(\.type) } }

    private func message(_ body: () throws -> Void) -> String? { #expect(throws: LibraryError.self) { try body() }?.message }

    @Test func aPairTakenApartIsWhatItWas() throws {
        try library.performChanges(author: "test") { try $0.update(assetID: video) { ($0.title, $0.keywords) = ("Wave", ["sea"]) } }
        let (before, former) = (try fixture.record(photo), try fixture.record(video))
        try pair(photo, video)
        let live = try fixture.record(photo)
        #expect(live.isLivePhoto && live.playbackStyle == .livePhoto && live.uuid == before.uuid && live.title == nil)
        #expect(try kinds(photo) == [.photo, .pairedVideo] && fixture.record(video).isTrashed)
        #expect(try library.verify().isSound)
        #expect(try separate(photo) == video)
        #expect(try kinds(photo) == [.photo] && kinds(video) == [.video])
        var after = try fixture.record(photo)
        after.modificationDate = before.modificationDate
        #expect(try after == before && fixture.record(video) == former)
        #expect(try library.verify().isSound)
    }

    /// The video's own asset is removed for good in between.
    @Test func theFileStaysAsLongAsOneNeedsIt() throws {
        let file = try fixture.file(of: fixture.resource(video))
        try pair(photo, video)
        try library.performChanges(author: "test") { try $0.purge([video]) }
        #expect(try Data(contentsOf: file) == LibraryFixture.movie && library.verify().isSound)
        let other = try separate(photo), record = try fixture.record(other)
        #expect(other != video && record.mediaType == .video && record.filename == "b.mov" && record.fileSize == Int64(LibraryFixture.movie.count))
        #expect(library.derivatives.preview(uuid: record.uuid, revision: 1) != nil)
        #expect(try Data(contentsOf: file) == LibraryFixture.movie && library.verify().isSound)
        try library.performChanges(author: "test") {
            try $0.delete([other])
            try $0.purge([other])
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func whatIsNoPairIsRefusedAndNothingChanges() throws {
        let movie = ResourceInput(.pairedVideo, .data(LibraryFixture.movie + Data([1])), filename: "c.mov")
        let live = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("c")), filename: "c.jpg"), movie])
        let motion = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("d") + LibraryFixture.movie), filename: "d.jpg")])
        #expect(try fixture.record(motion).isLivePhoto)
        let position = try library.catalog.read { try $0.position }
        #expect(message { try pair(video, photo) }?.hasPrefix("b.mov is no photo") == true)
        #expect(message { try pair(photo, live) }?.hasPrefix("c.jpg is no video") == true)
        #expect(message { try pair(live, video) }?.hasPrefix("c.jpg is a Live Photo already") == true)
        #expect(message { try pair(photo, photo) }?.contains("is no video") == true)
        #expect(message { _ = try separate(photo) }?.hasPrefix("a.jpg is no Live Photo") == true)
        #expect(message { _ = try separate(motion) }?.hasPrefix("The movie of d.jpg is a part of its picture's file") == true)
        #expect(try library.catalog.read { try $0.position } == position)
        try library.performChanges(author: "test") { try $0.delete([video]) }
        #expect(message { try pair(photo, video) }?.contains("Recently Deleted") == true)
    }

    @Test func anEditedHalfIsLeftAlone() throws {
        let edit = AdjustmentFacts(formatIdentifier: "com.example.editor")
        func edited(_ kind: ResourceType, _ data: Data, of primary: ResourceType) throws -> PreparedRendition {
            try library.prepareRendition(
                [ResourceInput(kind, .data(data), filename: "e"), ResourceInput(.adjustmentData, .data(Data("x".utf8)), filename: "Adjustments.json")], of: primary,
                adjustment: edit)
        }
        let rendition = try edited(.fullSizeVideo, LibraryFixture.movie + Data([2]), of: .video)
        try library.performChanges(author: "test") { try $0.replaceRendition(of: video, with: rendition) }
        #expect(message { try pair(photo, video) }?.hasPrefix("b.mov is edited") == true)
        // A photo's own edit goes with it.
        let other = try fixture.add([ResourceInput(.video, .data(LibraryFixture.movie + Data([3])), filename: "f.mov")])
        let still = try edited(.fullSizePhoto, LibraryFixture.jpeg("edited"), of: .photo)
        try library.performChanges(author: "test") { try $0.replaceRendition(of: photo, with: still) }
        try pair(photo, other)
        #expect(try kinds(photo) == [.photo, .fullSizePhoto, .adjustmentData, .pairedVideo] && fixture.record(photo).hasAdjustments)
        #expect(try separate(photo) == other && fixture.record(photo).hasAdjustments && library.verify().isSound)
    }

    private func raw(_ salt: String, _ more: [ResourceInput] = []) throws -> Int64 {
        try fixture.add([ResourceInput(.photo, .data(Data("RAW \(salt)".utf8)), filename: "\(salt).cr3")] + more)
    }

    private func hashes(_ id: Int64) throws -> [Data] { try library.catalog.read { try $0.resources(assetID: id).map(\.sha256) } }

    @Test(arguments: [false, true]) func aRawAndAJPEGAreOneAndTwoAgain(isRawFirst: Bool) throws {
        let other = try raw("a")
        try library.performChanges(author: "test") { try $0.update(assetID: other) { $0.title = "Sensor" } }
        let (before, former, bytes) = (try fixture.record(photo), try fixture.record(other), try [photo, other].map { try hashes($0) })
        try isRawFirst ? pair(other, photo) : pair(photo, other)
        let joined = try fixture.record(photo)
        #expect(joined.uuid == before.uuid && joined.isRaw && joined.originalChoice == .compressed && joined.title == nil && !joined.isLivePhoto)
        #expect([joined.pixelWidth, joined.pixelHeight] == [40, 30] && joined.revision == before.revision)
        #expect(try kinds(photo) == [.photo, .alternatePhoto] && hashes(photo) == bytes[0] + bytes[1] && fixture.record(other).isTrashed)
        #expect(try library.verify().isSound)
        #expect(try separate(photo) == other)
        #expect(try kinds(photo) == [.photo] && kinds(other) == [.photo] && hashes(photo) == bytes[0] && hashes(other) == bytes[1])
        var after = try fixture.record(photo)
        after.modificationDate = before.modificationDate
        #expect(try after == before && fixture.record(other) == former)
        #expect(try library.verify().isSound)
    }

    @Test func aRawThatIsGoneIsMadeAnewOfTheSameBytes() throws {
        let other = try raw("a"), file = try fixture.file(of: fixture.resource(other))
        try pair(photo, other)
        try library.performChanges(author: "test") { try $0.purge([other]) }
        #expect(try Data(contentsOf: file) == Data("RAW a".utf8) && library.verify().isSound)
        let new = try separate(photo), record = try fixture.record(new)
        #expect(new != other && record.mediaType == .image && record.isRaw && record.filename == "a.cr3" && [record.pixelWidth, record.pixelHeight] == [80, 60])
        #expect(library.derivatives.preview(uuid: record.uuid, revision: 1) != nil)
        #expect(try Data(contentsOf: file) == Data("RAW a".utf8) && !fixture.record(photo).isRaw && library.verify().isSound)
    }

    /// What came in as a pair, and a Live Photo with its RAW: the movie goes first, and what is undone is what was done.
    @Test func aLivePhotoKeepsItsRawAndItsMovieApart() throws {
        let other = try raw("a")
        try pair(photo, video)
        let joined = try library.performChanges(author: "test") { try $0.pair(photo, with: other) }
        #expect(joined.photo == photo && joined.other == other && joined.part == .alternatePhoto)
        #expect(try Set(kinds(photo)) == [.photo, .alternatePhoto, .pairedVideo])
        let back = try library.performChanges(author: "test") { try $0.separate(photo, nil, part: joined.part) }
        #expect(try back == other && kinds(photo) == [.photo, .pairedVideo])
        try pair(other, photo)
        #expect(try separate(photo) == video && separate(photo) == other && kinds(photo) == [.photo] && library.verify().isSound)
    }

    @Test func aRawThatFitsNobodyIsRefused() throws {
        let one = try raw("a"), two = try raw("b")
        let whole = try fixture.add([
            ResourceInput(.photo, .data(LibraryFixture.jpeg("c")), filename: "c.jpg"), ResourceInput(.alternatePhoto, .data(Data("RAW c".utf8)), filename: "c.cr3"),
        ])
        let live = try raw("d", [ResourceInput(.pairedVideo, .data(LibraryFixture.movie + Data([7])), filename: "d.mov")])
        #expect(message { try pair(one, two) }?.contains("nor is one of the two a RAW and the other not") == true)
        #expect(message { try pair(one, one) }?.contains("nor is one of the two a RAW and the other not") == true)
        #expect(message { try pair(whole, one) }?.hasPrefix("c.jpg has another picture beside it already") == true)
        #expect(message { try pair(photo, live) }?.hasPrefix("d.cr3 is a Live Photo already") == true)
        let edit = try library.prepareRendition(
            [
                ResourceInput(.fullSizePhoto, .data(LibraryFixture.jpeg("edited")), filename: "e.jpg"),
                ResourceInput(.adjustmentData, .data(Data("x".utf8)), filename: "Adjustments.json"),
            ], of: .photo, adjustment: AdjustmentFacts(formatIdentifier: "com.example.editor"))
        try library.performChanges(author: "test") { try $0.replaceRendition(of: one, with: edit) }
        #expect(message { try pair(photo, one) }?.hasPrefix("a.cr3 is edited") == true)
        #expect(message { try pair(one, photo) }?.hasPrefix("a.cr3 is edited") == true)
        try library.performChanges(author: "test") { try $0.update(assetID: whole) { $0.originalChoice = .raw } }
        #expect(message { _ = try separate(whole) }?.hasPrefix("c.jpg shows its RAW") == true)
        try library.performChanges(author: "test") { try $0.update(assetID: whole) { $0.originalChoice = .compressed } }
        #expect(try kinds(separate(whole)) == [.photo] && library.verify().isSound)
    }

    @Test func aPairIsInTheRecord() throws {
        try pair(photo, video)
        library.close()
        _ = try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: RecoveryOptions())
        let again = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { again.close() }
        let found = try again.catalog.read { try ($0.asset(id: photo), $0.resources(assetID: photo).map(\.type), $0.asset(id: video)) }
        #expect(found.0?.isLivePhoto == true && found.1 == [.photo, .pairedVideo] && found.2?.isTrashed == true)
        #expect(try again.verify().isSound)
    }
}
