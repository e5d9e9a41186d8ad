import Catalog
import Foundation
import Importing
import PhotoModel
import Query
import Testing

@testable import LibraryEngine

/// Photos whose thumbnails an import left for later: others hear of them with these, and of everything else at once.
@Suite("Photos without thumbnails and other machines", .timeLimit(.minutes(20))) struct UndrawnSyncTests {
    private let fixture: LibraryFixture
    private var first: PhotoLibrary { fixture.library }
    private var store: URL { fixture.base.appendingPathComponent("store") }

    init() throws {
        fixture = try LibraryFixture { $0.decoder = .given(PostponingDecoder()) }
        var settings = CloudSettings(address: store.path)
        settings.pinnedDays = 0
        try first.configureCloud(settings)
    }

    @discardableResult
    private func round(_ machine: PhotoLibrary) throws -> SyncReport {
        _ = try machine.upload()
        return try machine.synchronize()
    }

    private func bringIn(_ name: String) throws {
        let file = try fixture.write(LibraryFixture.jpeg(name), to: "in/\(name)")
        var options = first.importOptions
        (options.postponesFrom, options.threads, options.makesPostponed) = (0, 1, false)
        _ = try first.importer(options).run([file.path])
    }

    @discardableResult
    private func album(_ title: String, _ machine: PhotoLibrary) throws -> UUID {
        let uuid = UUID()
        _ = try machine.performChanges(author: "test") { try $0.insert(CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: title)) }
        return uuid
    }

    private func assets(_ machine: PhotoLibrary) throws -> [AssetRecord] {
        try machine.catalog.read { reader in try reader.assets(ids: reader.assetIDs(AssetQuery())).compactMap { $0 } }
    }

    private var packs: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: store.appendingPathComponent("objects/thumbnails").path)) ?? []).filter { $0.hasSuffix(".pack") }
    }

    @Test(arguments: [false, true]) func othersHearOfAPhotoWithItsThumbnailAndOfAllElseAtOnce(wasTried: Bool) throws {
        try album("before", first)
        try round(first)
        let url = fixture.base.appendingPathComponent("Second.photolibrary")
        _ = try #require(
            try PhotoLibrary.recover(from: store.path, joins: true, to: url, environment: fixture.environment, options: RecoveryOptions(), CloudWork()))
        let second = try PhotoLibrary.open(at: url, environment: fixture.environment)
        defer { second.close() }
        try round(second)
        let (here, there) = (try album("here", first), try album("there", second))
        try round(second)
        try bringIn("a.jpg")
        let asset = try #require(try assets(first).first)
        if wasTried { try first.catalog.write(author: "test") { try $0.noteTriedPicture(assetID: asset.id) } }
        #expect(try round(first).undrawn == 1)
        // The second time nothing has changed, and it waits all the same.
        #expect(try round(first).undrawn == 1)
        try round(second)
        #expect(try first.catalog.read { try $0.collection(uuid: there) } != nil && second.catalog.read { try $0.collection(uuid: here) } != nil)
        #expect(try assets(second).isEmpty && packs.isEmpty)

        if wasTried { try first.catalog.write(author: "test") { try $0.retryPictures() } }
        _ = try PictureWork(library: first).run(threads: 1) { false }
        #expect(try round(first).undrawn == 0)
        try round(second)
        let other = try #require(try assets(second).first)
        #expect(other.uuid == asset.uuid && second.derivatives.hasThumbnail(assetID: other.id, uuid: other.uuid, revision: other.revision))
        #expect(packs.count == 1)
    }
}
