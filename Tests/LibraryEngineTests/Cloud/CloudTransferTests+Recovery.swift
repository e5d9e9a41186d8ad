import Catalog
import Cloud
import Foundation
import PhotoModel
import Record
import Support
import Testing

@testable import LibraryEngine

/// What a lost machine's library is made of: the files and the record in its store.
extension CloudTransferTests {
    func recover(to url: URL) throws -> RecoveryResult? {
        try PhotoLibrary.recover(from: store.path, to: url, environment: fixture.environment, options: RecoveryOptions(), CloudWork())
    }

    @Test func theLibraryIsMadeAgainFromItsStoreAlone() throws {
        let ids = try (0..<40).map { try photo("\($0)", favorite: $0 == 7) }
        let album = UUID()
        _ = try library.catalog.write(author: "test") { writer in
            try writer.addMembers(Array(ids.prefix(3).reversed()), to: writer.insert(CollectionRecord(uuid: album, type: .album(.albumRegular), title: "Best")))
        }
        try connect { $0.pinnedAlbums = [album] }
        _ = try library.upload()
        let before = try ids.map { try fixture.record($0) }, hashes = try ids.map { try fixture.resource($0).sha256 }
        let url = fixture.base.appendingPathComponent("New.photolibrary")
        let report = try #require(try recover(to: url))
        #expect(report.missing.isEmpty && report.moment.assetCount == 40)
        // Its own record tells of no file that is not here: it can be made again of that, without the store.
        let copy = fixture.base.appendingPathComponent("Copy.photolibrary")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for name in ["library.json", "record"] { try FileManager.default.copyItem(at: url.appendingPathComponent(name), to: copy.appendingPathComponent(name)) }
        #expect(try PhotoLibrary.recover(at: copy, environment: fixture.environment, options: RecoveryOptions())?.missing.count == 0)
        let new = try PhotoLibrary.open(at: url, environment: fixture.environment)
        defer { new.close() }
        #expect(new.uuid == library.uuid)
        try new.catalog.read { reader in
            for (asset, hash) in zip(before, hashes) {
                let found = try #require(try reader.asset(uuid: asset.uuid))
                #expect(found == asset)
                let resource = try #require(try reader.resources(assetID: found.id).first)
                #expect([resource.isLocal, resource.isInCloud] == [false, true] && resource.sha256 == hash)
                #expect(new.derivatives.hasThumbnail(assetID: found.id, uuid: found.uuid, revision: found.revision))
            }
            let best = try #require(try reader.collection(uuid: album))
            #expect(try reader.assets(ids: reader.memberIDs(of: best.id)).map { $0?.uuid } == before.prefix(3).reversed().map(\.uuid))
        }
        #expect(try new.cloudSettings()?.pinnedAlbums == [album])
        for (asset, index) in zip(before, 0...) {
            let resource = try #require(try new.catalog.read { try $0.resources(assetID: $0.assetID(uuid: asset.uuid) ?? 0).first })
            _ = try ResourceAccess(new, network: NetworkUse()).open(resource)
            #expect(try Data(contentsOf: url.appendingPathComponent(resource.location.path)) == LibraryFixture.jpeg("\(index)"))
        }
        // It goes on from here, and the machine that was lost hears of it.
        #expect(try new.upload().hasRecord)
        // Whether it has something to tell or not, and however often: what is there stays.
        for _ in 0..<2 { #expect(code { _ = try self.library.upload() } == .invalid) }
        let record = try FileManager.default.contentsOfDirectory(atPath: objects.appendingPathComponent("record").path)
        #expect(try record.sorted() == FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent("record").path).filter(Record.isFileName).sorted())
        #expect(try new.upload().hasRecord)
        try photo("late")
        #expect(code { _ = try self.library.upload() } == .invalid)
        try library.configureCloud(#require(try library.cloudSettings()), takesOver: true)
        #expect(try library.upload().hasRecord)
    }

    /// The machine that is gone may have sent a file and not the record that tells of it: that is not this machine's to remove.
    @Test func whatIsPurgedAfterARecoveryIsRemovedThereAndNothingElse() throws {
        let (gone, kept) = (try photo("gone"), try photo("kept"))
        try connect()
        _ = try library.upload()
        let record = objects.appendingPathComponent("record"), before = fixture.base.appendingPathComponent("record before")
        try FileManager.default.copyItem(at: record, to: before)
        let late = try photo("late")
        _ = try library.upload()
        try FileManager.default.removeItem(at: record)
        try FileManager.default.copyItem(at: before, to: record)
        let (new, purged) = try recoveredAndPurged(gone)
        defer { new.close() }
        #expect(purged == 1)
        #expect(try !FileManager.default.fileExists(atPath: object(gone).path))
        for id in [kept, late] { #expect(try FileManager.default.fileExists(atPath: object(id).path)) }
    }

    @Test func whatIsPurgedAfterARecoveryStaysInASharedStore() throws {
        let gone = try photo("gone")
        try connect()
        _ = try library.upload()
        // The record there does not tell of it yet.
        #expect(try library.synchronize().sent > 0)
        let (new, purged) = try recoveredAndPurged(gone)
        defer { new.close() }
        #expect(purged == 0)
        #expect(try FileManager.default.fileExists(atPath: object(gone).path))
    }

    /// The library made again from the store, where an asset is purged, and how many objects the round after that removed.
    private func recoveredAndPurged(_ id: Int64) throws -> (PhotoLibrary, Int) {
        let url = fixture.base.appendingPathComponent("New.photolibrary"), uuid = try fixture.record(id).uuid
        _ = try #require(try recover(to: url))
        let new = try PhotoLibrary.open(at: url, environment: fixture.environment)
        try new.performChanges(author: "test") { transaction in
            let id = try #require(try transaction.catalog.assetID(uuid: uuid))
            try transaction.delete([id])
            try transaction.purge([id])
        }
        return (new, try new.upload().removed)
    }

    @Test func whatWasNotUploadedIsNamedAfterARecovery() throws {
        try photo("there")
        try connect()
        _ = try library.upload()
        let late = try photo("late"), library = library
        _ = try waiting { try await RecordUpload(library: library, store: library.connectedStore().store).run() }
        let report = try #require(try recover(to: fixture.base.appendingPathComponent("New.photolibrary")))
        #expect(report.missing.map(\.path) == [try fixture.resource(late).location.path])
    }

    @Test func nothingIsReplacedByARecovery() throws {
        try photo("a")
        try connect()
        _ = try library.upload()
        let taken = fixture.base.appendingPathComponent("Taken.photolibrary")
        try fixture.write(Data("mine".utf8), to: "Taken.photolibrary/letter.txt")
        for url in [taken, fixture.url] { #expect(code { _ = try self.recover(to: url) } == .exists) }
        #expect(try Data(contentsOf: taken.appendingPathComponent("letter.txt")) == Data("mine".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.base.path).filter { $0.hasPrefix(".") }.isEmpty)
    }

    @Test func aStoreWithoutALibraryIsSaidToBeNone() throws {
        _ = try FolderStore.make(at: BytePath(store.path))
        let url = fixture.base.appendingPathComponent("New.photolibrary")
        #expect(code { _ = try self.recover(to: url) } == .notALibrary)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
