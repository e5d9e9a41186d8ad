import Catalog
import Foundation
import PhotoModel
import Query
import Testing

/// Each schema that ever existed stands in `Fixtures` as a script with rows in it, and opens.
///
/// A new schema's script is recorded by running this suite with `PHOTOS_RECORD_FIXTURES=1`. Scripts of earlier schemas are never recorded again.
@Suite struct MigrationTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
    private static let versions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

    private static let facts = FileFacts(inode: -7, modified: 1_500_000_000, changed: 1_600_000_000_000_000_001)

    private static let picture = PictureToMake(assetID: 1, date: 7.5, path: "/there/a.MOV")

    private static let sha1 = Data((1...20).map { UInt8($0) })

    private static var job: UploadJobRecord {
        var job = UploadJobRecord(uuid: Sample.uuid(60), application: "app", assetID: 1, resourceID: 2, kind: .upload, destination: Data("to".utf8))
        (job.id, job.state, job.isRetried, job.failure, job.response) = (1, .failed, true, .init(code: 3169, message: "no"), Data("said".utf8))
        return job
    }

    private static let shares: [ShareRecord] = {
        var album = ShareRecord(
            uuid: Sample.uuid(70), tokenHash: Data(repeating: 7, count: 32), scope: .album(Sample.uuid(101)), title: "Für alle", rules: [.downloads, .places],
            passwordHash: "scrypt", created: 5, expires: 6.5)
        var assets = ShareRecord(uuid: Sample.uuid(71), tokenHash: Data(repeating: 8, count: 32), scope: .assets([Sample.uuid(3), Sample.uuid(1)]), created: 7)
        var sending = ShareRecord(
            uuid: Sample.uuid(72), tokenHash: Data(repeating: 9, count: 32), scope: .album(Sample.uuid(101)), created: 8, quota: .init(bytes: 1 << 40, files: 12))
        (album.id, assets.id, sending.id) = (1, 2, 3)
        return [album, assets, sending]
    }()

    private static let sent = ShareRecord.Sent(bytes: 5_000_000_000, files: 3)

    private static var cloudFile: CloudFileRecord {
        var file = CloudFileRecord(path: "originals/0/a.mov")
        (file.etag, file.verified, file.used, file.upload) = ("mark", 1.5, 2.5, Data("parts".utf8))
        (file.attempts, file.nextAttempt, file.failure) = (2, 9.5, "no")
        return file
    }

    /// What every fixture holds, written through the interface of its time.
    private func fill(_ library: TemporaryCatalog) throws {
        try library.write { writer in
            let root = try writer.addReferenceRoot(ReferenceRootRecord(uuid: Sample.uuid(50), path: "/disk"))
            var full = RecordTests.full
            // A script's texts have no NUL.
            (full.isHidden, full.trashedDate, full.sourceType, full.filename) = (false, nil, .userLibrary, "a.MOV")
            var referenced = Sample.resource("r.MOV", path: "", hash: 3, type: "com.adobe.raw-image")
            referenced.location = .referenced(rootID: root, path: "r.MOV", modified: 1.5)
            referenced.facts = Self.facts
            var embedded = Sample.resource("a.mp4", path: "originals/0/a.mov", hash: 4)
            embedded.offset = 5_000_000_000
            embedded.sha1 = Self.sha1
            let first = try writer.insert(full, resources: [Sample.resource("a.MOV", path: "originals/0/a.mov", hash: 2), referenced, embedded])
            let second = try writer.insert(Sample.asset(2), resources: [Sample.resource("b.JPG", path: "originals/0/b.jpg")])
            let third = try writer.insert(Sample.asset(3), resources: [])
            _ = try writer.purge(assetIDs: [writer.insert(Sample.asset(4), resources: [])])
            var album = Sample.album("Älbum", number: 101)
            album.parentID = try writer.insert(Sample.album("Folder", number: 100, kind: .folder))
            try writer.addMembers([third, first, second], to: writer.insert(album))
            try writer.trash(assetIDs: [second])
            try writer.setValue("kept", forKey: "setting")
            try writer.insert(Self.job)
            for share in Self.shares { try writer.insert(share) }
            try writer.add(Self.sent, toShare: Sample.uuid(72))
            try writer.updateCloudFile(path: Self.cloudFile.path) { $0 = Self.cloudFile }
            try writer.insert(Self.picture)
        }
    }

    private func script(_ version: Int) throws -> String {
        try String(contentsOf: Self.fixtures.appendingPathComponent("v\(version).sql"), encoding: .utf8)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["PHOTOS_RECORD_FIXTURES"] != nil))
    func recordTheNewestSchema() throws {
        let library = try TemporaryCatalog()
        try fill(library)
        library.catalog.close()
        let newest = try #require(Self.versions.last)
        try SQLScript.record(library.file).write(to: Self.fixtures.appendingPathComponent("v\(newest).sql"), atomically: true, encoding: .utf8)
    }

    @Test(arguments: versions)
    func anEarlierCatalogueOpensWithEverythingInIt(version: Int) throws {
        let library = try TemporaryCatalog()
        let file = library.folder.appendingPathComponent("old.sqlite")
        try SQLScript.build(script(version), at: file)
        let old = try Catalog.open(at: file, options: TemporaryCatalog.options())
        try old.read { reader in
            #expect(try reader.integrityProblems() == [])
            #expect(try reader.consistencyProblems() == [])
            let first = try #require(try reader.asset(uuid: Sample.uuid(1)))
            var expected = RecordTests.full
            (expected.id, expected.isHidden, expected.trashedDate, expected.sourceType) = (first.id, false, nil, .userLibrary)
            (expected.filename, expected.isRaw) = ("a.MOV", true)
            if version < 2 {
                (expected.originalChoice, expected.playbackVariation, expected.playsLivePhoto, expected.adjustmentEditor) = (.compressed, .none, true, nil)
            }
            #expect(first == expected)
            #expect(
                try reader.resources(assetID: first.id).map(\.location) == [
                    .managed(path: "originals/0/a.mov"), .referenced(rootID: 1, path: "r.MOV", modified: 1.5),
                ] + (version < 4 ? [] : [.managed(path: "originals/0/a.mov")]))
            #expect(try reader.resources(assetID: first.id).map(\.facts) == [nil, version < 3 ? nil : Self.facts] + (version < 4 ? [] : [nil]))
            #expect(try reader.resources(assetID: first.id).map(\.offset) == [nil, nil] + (version < 4 ? [] : [5_000_000_000]))
            #expect(try reader.resources(assetID: first.id).map(\.sha1) == [nil, nil] + (version < 4 ? [] : [version < 6 ? nil : Self.sha1]))
            let album = try #require(try reader.collection(uuid: Sample.uuid(101)))
            #expect((album.title, album.count) == ("Älbum", 2))
            #expect(try reader.assets(ids: reader.memberIDs(of: album.id)).map { $0?.uuid } == [Sample.uuid(3), Sample.uuid(1)])
            #expect(try reader.assetIDs(AssetQuery(scope: .trash)).count == 1)
            #expect(try reader.smartAlbumCount(AlbumSubtype(rawValue: 217)) == 1)
            #expect(try reader.changes(after: .start).count == 1)
            #expect(try reader.value(forKey: "setting") == "kept")
            #expect(try reader.uploadJobs(of: "app") == (version < 5 ? [] : [Self.job]))
            let links = version < 7 ? [] : version < 12 ? Self.shares.filter { $0.quota == nil } : Self.shares
            #expect(try reader.shares() == links)
            #expect(try reader.sent(byShare: Sample.uuid(72)) == (version < 12 ? nil : Self.sent))
            #expect(try reader.cloudFile(path: Self.cloudFile.path) == (version < 8 ? nil : Self.cloudFile))
            #expect(try reader.picturesToMake(limit: 9) == (version < 11 ? [] : [Self.picture]))
        }
        // What was added before additions were counted is counted.
        var options = TemporaryCatalog.options()
        options.now = { 601_000_000 }
        let then = try Catalog.open(at: file, options: options)
        let recent = try then.read { (try $0.smartAlbumCount(AlbumSubtype(rawValue: 206)), try $0.assetIDs(AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: 206)))).count) }
        #expect(recent.0 == recent.1 && recent.0 > 0)
        then.close()
        // The next row id is beyond the purged one's.
        let next = try old.write(author: "tests") { try $0.insert(Sample.asset(9), resources: []) }
        #expect(next == 5)
        #expect(try old.read { try $0.libraryInfo().assetCount } == 3)
        old.close()
        // Whatever way a catalogue came, its schema is the same.
        #expect(try SQLScript.schema(file) == SQLScript.schema(library.file))
    }

    /// Two processes may find an old catalogue at the same moment.
    @Test func twoOpeningsMigrateOnce() throws {
        let library = try TemporaryCatalog()
        let file = library.folder.appendingPathComponent("old.sqlite")
        try SQLScript.build(script(1), at: file)
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            do {
                try Catalog.open(at: file, options: TemporaryCatalog.options()).close()
            } catch {
                Issue.record("\(error)")
            }
        }
    }
}
