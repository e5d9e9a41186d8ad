import Catalog
import Foundation
import Importing
import Originals
import PhotoModel
import Testing

@testable import LibraryEngine

@Suite("Assets made, kept and removed") struct ChangeTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func anAssetIsMadeOfDataAndOfFiles() throws {
        let file = try fixture.write(LibraryFixture.jpeg("file"), to: "pictures/a.jpg")
        let moved = try fixture.write(LibraryFixture.movie, to: "pictures/a.mov")
        let id = try fixture.add([ResourceInput(.pairedVideo, .file(moved), movesFile: true), ResourceInput(.photo, .file(file), filename: "Name.JPG")])
        let record = try fixture.record(id)
        #expect((record.filename, record.mediaSubtypes.contains(.photoLive), record.pixelWidth, record.playbackStyle) == ("Name.JPG", true, 40, .livePhoto))
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(!FileManager.default.fileExists(atPath: moved.path), "a file that is to be moved goes after the commit")
        #expect(fixture.library.derivatives.preview(uuid: record.uuid, revision: 1) != nil)
        let data = try fixture.record(fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("data")))]))
        #expect(data.filename == "\(data.uuid.uuidString).jpg")
        #expect(try fixture.stagedNames() == ["gate"])
        #expect(try fixture.library.verify().isSound)
    }

    @Test func whatFailsInsideTheTransactionLeavesNothing() throws {
        struct Stop: Error {}
        let prepared = try fixture.library.prepareAsset([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))])
        #expect(throws: Stop.self) {
            try fixture.library.performChanges(author: "test") { transaction in
                try transaction.insert(prepared)
                throw Stop()
            }
        }
        #expect(try fixture.library.catalog.read { try $0.libraryInfo().resourceCount } == 0)
        #expect(try fixture.library.verify().isSound)
        // The same prepared asset may be tried again.
        _ = try fixture.library.performChanges(author: "test") { try $0.insert(prepared) }
        #expect(try fixture.library.verify().checked == 1)
    }

    @Test(
        arguments: [
            [], [.pairedVideo], [.photo, .video], [.photo, .fullSizeVideo], [.video, .alternatePhoto], [.photo, .fullSizePairedVideo], [.photo, .adjustmentBasePairedVideo],
            [.adjustmentData],
        ] as [[ResourceType]])
    func combinationsThatMakeNoAssetAreRefused(_ kinds: [ResourceType]) {
        #expect(ResourceCombination.fault(of: kinds) != nil)
    }

    @Test(
        arguments: [[.photo], [.video], [.photo, .pairedVideo], [.photo, .alternatePhoto], [.photo, .adjustmentData, .fullSizePhoto], [.photo, .sidecar, .sidecar]]
            as [[ResourceType]])
    func combinationsOfApplesAreAccepted(_ kinds: [ResourceType]) {
        #expect(ResourceCombination.fault(of: kinds) == nil)
    }

    @Test func contentThatDoesNotFitIsRefusedWithItsName() throws {
        let text = try fixture.write(Data("text".utf8), to: "a.txt")
        let movie = try fixture.write(LibraryFixture.movie, to: "a.mov")
        for (input, code) in [(ResourceInput(.photo, .file(text)), LibraryError.Code.unsupported), (ResourceInput(.photo, .file(movie)), .invalid)] {
            let error = try #require(throws: LibraryError.self) { try fixture.library.prepareAsset([input]) }
            #expect(error.code == code)
        }
        #expect(try fixture.stagedNames() == ["gate"])
    }

    @Test func purgeRemovesBytesThatNobodyNeeds() throws {
        let id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))])
        let (record, file) = (try fixture.record(id), try fixture.file(of: fixture.resource(id)))
        try fixture.library.performChanges(author: "test") { try $0.delete([id]) }
        #expect(FileManager.default.fileExists(atPath: file.path), "Recently Deleted keeps everything")
        try fixture.library.performChanges(author: "test") { try $0.purge([id]) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(fixture.library.derivatives.preview(uuid: record.uuid, revision: 1) == nil)
        #expect(try fixture.library.verify().isSound)
    }

    @Test func aMissingOriginalSaysWhatToDo() throws {
        let id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))])
        let resource = try fixture.resource(id)
        #expect(try fixture.library.openResource(resource).digest() == Array(resource.sha256))
        try FileManager.default.removeItem(at: fixture.file(of: resource))
        let error = try #require(throws: LibraryError.self) { try fixture.library.openResource(resource) }
        #expect(error.code == .missing)
        #expect(error.message.contains("photos verify"))
    }
}
