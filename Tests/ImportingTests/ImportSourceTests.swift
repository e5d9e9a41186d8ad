import Catalog
import Foundation
import Metadata
import Originals
import PhotoModel
import Testing

@testable import Importing

/// A source that knows more than its files say, as another library does. It is one type: plan and executor keep what it knows.
private struct ListedSource: ImportSource {
    var collections: [SourceCollection] = []
    var items: [SourceItem] = []

    func makeIterator() -> IndexingIterator<[SourceItem]> { items.makeIterator() }

    mutating func add(_ stated: StatedFacts, _ files: [FoundFile], root: BytePath) {
        items.append(.group(SourceGroup(root: root, files: files, stated: stated)))
    }
}

@Suite("A source with facts of its own") struct ImportSourceTests {
    let world: World

    init() throws { world = try World() }

    private func run(_ source: ListedSource, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportReport {
        var options = ImportOptions()
        change(&options)
        let report = try Importer(context: world.context, options: options).run(source)
        #expect(report.found == report.imported + report.duplicates + report.attached + report.skipped + report.failed.count, "\(report)")
        return report
    }

    private func file(_ name: String, _ facts: MediaFacts, _ kind: ResourceType, named: String? = nil, salt: String = "") throws -> FoundFile {
        let url = try world.add(name, facts, salt: salt)
        return FoundFile(path: BytePath(url.path), size: 1, name: named, kind: kind)
    }

    private var root: BytePath { BytePath(world.source.path) }

    private func record(_ uuid: UUID) throws -> AssetRecord { try #require(try world.catalog.read { try $0.asset(uuid: uuid) }) }

    /// An edited Live Photo with everything that can be said of one.
    private func livePhoto(_ uuid: UUID) throws -> (StatedFacts, [FoundFile]) {
        var facts = StatedFacts()
        facts.identifier = uuid
        facts.creationDate = CreationDate(seconds: 500_000_000.5, offset: -7200)
        (facts.addedDate, facts.modificationDate) = (600_000_000, 610_000_000)
        facts.location = LocationRecord(latitude: 47, longitude: 8)
        (facts.isFavorite, facts.isHidden, facts.title, facts.caption) = (true, true, "Lake", "with Ann")
        (facts.keywords, facts.rating) = (["sea", "boat"], 4)
        facts.adjustment = AdjustmentFacts(formatIdentifier: "com.example.editor")
        facts.adjustment?.formatVersion = "2"
        let files = [
            try file("o/\(uuid).heic", .photo("public.heic", content: "L", width: 4000), .photo, named: "IMG_7.HEIC"),
            // Nothing in names or contents says that these belong to it.
            try file("o/\(uuid)_3.mov", .movie(content: nil, at: 5), .pairedVideo, named: "IMG_7.MOV"),
            try file("r/\(uuid)_1_201_a.heic", .photo("public.heic", at: 9, width: 300), .fullSizePhoto, named: "FullSizeRender.heic"),
            try file("r/\(uuid).plist", .adjustment("com.apple.photo"), .adjustmentData, named: "Adjustments.plist"),
        ]
        return (facts, files)
    }

    @Test func everythingStatedIsKeptAndTheSecondTimeAllIsKnown() throws {
        var source = ListedSource()
        let uuid = UUID()
        let (facts, files) = try livePhoto(uuid)
        source.add(facts, files, root: root)
        let dryRun = try run(source) { $0.dryRun = true }
        #expect((dryRun.imported, dryRun.attached) == (1, 3))
        let first = try run(source)
        #expect((first.imported, first.attached, first.importedIdentifiers) == (1, 3, [uuid]))
        let asset = try record(uuid)
        #expect((asset.creationDate, asset.creationOffset, asset.addedDate, asset.modificationDate) == (500_000_000.5, -7200, 600_000_000, 610_000_000))
        #expect((asset.isFavorite, asset.isHidden, asset.title, asset.caption, asset.rating) == (true, true, "Lake", "with Ann", 4))
        #expect(asset.keywords == ["sea", "boat"] && asset.location == LocationRecord(latitude: 47, longitude: 8))
        #expect((asset.filename, asset.pixelWidth, asset.playbackStyle) == ("IMG_7.HEIC", 300, .livePhoto))
        #expect((asset.adjustmentFormatIdentifier, asset.adjustmentFormatVersion) == ("com.example.editor", "2"))
        let resources = try world.resources(asset)
        #expect(resources.map(\.type).sorted() == [.photo, .fullSizePhoto, .adjustmentData, .pairedVideo] && Set(resources.map(\.filename)).contains("Adjustments.plist"))
        try world.checkIntegrity()

        // What was said of it since is what counts.
        try world.catalog.write(author: "user") { try $0.update(assetID: asset.id) { ($0.isFavorite, $0.title) = (false, "mine") } }
        for isDry in [true, false] {
            let second = try run(source) { $0.dryRun = isDry }
            #expect((second.imported, second.attached, second.duplicates) == (0, 0, 4))
        }
        let now = try record(uuid)
        #expect((now.isFavorite, now.title, now.creationDate, now.adjustmentFormatIdentifier) == (false, "mine", 500_000_000.5, "com.example.editor"))
        #expect(try world.resources(now) == resources && world.assets().count == 1)
    }

    @Test func aPartThatComesLaterJoinsTheAssetOfItsUUID() throws {
        let uuid = UUID()
        let (facts, files) = try livePhoto(uuid)
        var early = ListedSource(), late = ListedSource()
        early.add(facts, [files[0]], root: root)
        late.add(facts, files, root: root)
        _ = try run(early)
        let report = try run(late)
        #expect((report.imported, report.attached, report.duplicates) == (0, 3, 1))
        let asset = try record(uuid)
        #expect((asset.pixelWidth, asset.revision, asset.creationDate) == (300, 2, 500_000_000.5))
        #expect(asset.adjustmentFormatIdentifier == "com.example.editor")
        try world.checkIntegrity()
    }

    @Test func albumsAndFoldersKeepTheirOrderInWhateverOrderTheirPicturesCome() throws {
        var source = ListedSource()
        let ids = (outer: UUID(), album: UUID())
        source.collections = [
            SourceCollection(key: "empty", title: "Same title"), SourceCollection(key: "outer", identifier: ids.outer, isFolder: true, title: "Outer"),
            SourceCollection(key: "album", identifier: ids.album, title: "Same title", parent: "outer"), SourceCollection(key: "last", title: "Last"),
        ]
        let uuids = (0..<9).map { _ in UUID() }
        for index in [4, 0, 8, 2, 6, 1, 7, 3, 5] {
            var facts = StatedFacts()
            (facts.identifier, facts.isTrashed) = (uuids[index], index == 3)
            facts.albums = [.init(album: "album", rank: Double(index)), .init(album: "last", rank: Double(-index))]
            source.add(facts, [try file("\(index).JPG", .photo(), .photo, salt: "\(index)")], root: root)
        }
        for _ in 0..<2 {
            _ = try run(source) { ($0.batchSize, $0.threads) = (1, 1) }
            try world.catalog.read { reader in
                #expect(try reader.children(of: nil).map(\.title) == ["Same title", "Outer", "Last"])
                let album = try #require(try reader.collection(uuid: ids.album))
                #expect(try reader.children(of: reader.collection(uuid: ids.outer)?.id).map(\.uuid) == [ids.album])
                #expect(try reader.uuids(assetIDs: reader.everyMemberID(of: album.id)).compactMap { $0 } == uuids)
                #expect(try reader.memberIDs(of: album.id).count == 8, "what is in Recently Deleted is not seen")
                let last = try #require(try reader.children(of: nil).last)
                #expect(try reader.uuids(assetIDs: reader.everyMemberID(of: last.id)).compactMap { $0 } == Array(uuids.reversed()))
            }
        }
        #expect(try record(uuids[3]).isTrashed)
        try world.checkIntegrity()
    }

    @Test func aPictureThatTheLibraryHasTakesInWhatIsSaidOfItAndStaysOne() throws {
        try world.add("IMG_7.HEIC", .photo("public.heic", content: "L", width: 4000))
        _ = try world.run()
        let mine = try #require(try world.assets().first)
        try world.catalog.write(author: "user") { try $0.update(assetID: mine.id) { $0.title = "mine" } }
        var source = ListedSource()
        source.collections = [SourceCollection(key: "a", title: "Trip")]
        let (stated, files) = try livePhoto(UUID())
        var facts = stated
        facts.albums = [.init(album: "a", rank: 1)]
        source.add(facts, files, root: root)
        let report = try run(source)
        #expect((report.imported, report.duplicates, report.attached) == (0, 1, 3))
        let asset = try record(mine.uuid)
        #expect(try world.assets().count == 1 && world.resources(asset).count == 4)
        #expect((asset.title, asset.caption, asset.isFavorite, asset.keywords) == ("mine", "with Ann", true, ["sea", "boat"]))
        #expect(try world.catalog.read { try $0.collectionsContaining(assetID: mine.id) }.map(\.title) == ["Trip"])
        try world.checkIntegrity()
    }

    /// One UUID is one asset, whatever sources say.
    @Test func anotherPictureOfAUUIDThatIsTakenGetsOneOfItsOwn() throws {
        let uuid = UUID()
        var source = ListedSource()
        for salt in ["one", "two", "one"] {
            var facts = StatedFacts()
            facts.identifier = uuid
            source.add(facts, [try file("\(source.items.count).JPG", .photo(), .photo, salt: salt)], root: root)
        }
        for expected in [(2, 1), (0, 3)] {
            let report = try run(source) { $0.threads = 1 }
            #expect((report.imported, report.duplicates, report.failed.count) == (expected.0, expected.1, 0))
        }
        #expect(try Set(world.assets().map(\.uuid)).count == 2 && world.assets().contains { $0.uuid == uuid })
        let id = try record(uuid).id
        try world.catalog.write(author: "user") { try $0.trash(assetIDs: [id]) }
        let report = try run(source)
        #expect(report.imported == 0, "what is in Recently Deleted stays there")
        try world.checkIntegrity()
    }

    @Test func whatFitsNotIsToldAndTheRestComesIn() throws {
        var source = ListedSource()
        var facts = StatedFacts()
        facts.identifier = UUID()
        var lost = MediaFacts.photo(width: 300)
        lost.damage = "all of it is gone"
        let files = [
            try file("a.JPG", .photo(), .photo), try file("a.mov", .photo(), .pairedVideo, salt: "no movie"), try file("e.JPG", lost, .fullSizePhoto),
            try file("e.mov", .movie(), .fullSizePairedVideo),
        ]
        source.add(facts, files, root: root)
        let report = try run(source)
        #expect((report.imported, report.failed.count, report.skipped) == (1, 2, 1))
        #expect(report.failed.map(\.code).sorted() == ["damaged", "unsupported"])
        #expect(try world.resources(#require(world.assets().first)).map(\.type) == [.photo])
        try world.checkIntegrity()
    }
}
