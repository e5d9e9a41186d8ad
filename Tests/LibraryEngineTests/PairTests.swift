import Catalog
import Foundation
import Importing
import Metadata
import PhotoModel
import Testing

@testable import LibraryEngine

/// Live Photos made and taken apart by hand: rows change, and no byte of a file does or goes.
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

    private func pair(_ photo: Int64, _ video: Int64) throws { try library.performChanges(author: "test") { try $0.pair(photo, with: video) } }

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
