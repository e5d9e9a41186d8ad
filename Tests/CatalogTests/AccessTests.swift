import Catalog
import Foundation
import PhotoModel
import Query
import Testing

/// Grants, selections, and readers that are limited to one.
@Suite struct AccessTests {
    let world: TemporaryCatalog
    let ids: [Int64]
    private let app = "org.example.viewer"

    init() throws {
        world = try TemporaryCatalog()
        ids = try world.addPictures(5)
    }

    private func seen(_ query: AssetQuery = AssetQuery()) throws -> [Int64] {
        try world.catalog.read(selection: app) { Array(try $0.assetIDs(query)) }
    }

    @Test func grantsAreKeptReplacedAndForgotten() throws {
        try world.write { writer in
            try writer.setAccess(.limited, level: .readWrite, of: app)
            try writer.setAccess(.authorized, level: .addOnly, of: app)
            try writer.setAccess(.denied, level: .readWrite, of: "other")
            try writer.extendSelection(of: app, by: [ids[0]])
        }
        #expect(try world.read { try $0.accessStatuses(of: app) } == [.readWrite: .limited, .addOnly: .authorized])
        #expect(
            try world.read { try $0.accessGrants() }.map { "\($0.application) \($0.level) \($0.status)" } == [
                "\(app) addOnly authorized", "\(app) readWrite limited", "other readWrite denied",
            ])
        try world.write { _ = try $0.removeAccess(of: app) }
        #expect(try world.read { try $0.accessStatuses(of: app) }.isEmpty)
        #expect(try world.read { try $0.selectedAssetIDs(of: app) }.isEmpty)
        #expect(try world.read { try $0.accessStatuses(of: "other") } == [.readWrite: .denied])
    }

    @Test func whatChangesNothingIsNotInTheLog() throws {
        func position() throws -> ChangePosition { try world.read { try $0.position } }
        try world.write { writer in
            try writer.setAccess(.limited, level: .readWrite, of: app)
            try writer.extendSelection(of: app, by: ids[...1])
        }
        let before = try position()
        #expect(world.catalog.accessPosition == before)
        try world.write { writer in
            try writer.setAccess(.limited, level: .readWrite, of: app)
            #expect(try writer.extendSelection(of: app, by: ids[...1]) == [])
            try writer.shrinkSelection(of: app, by: [ids[4]])
            #expect(try writer.setSelection(of: app, to: ids[...1]) == [])
            let isKnown = try writer.removeAccess(of: "nobody")
            #expect(!isKnown)
        }
        #expect(try position() == before)
        let added = try world.write { try $0.setSelection(of: app, to: [ids[1], ids[2], ids[2]]) }
        #expect(added == [ids[2]])
        #expect(try Array(world.read { try $0.selectedAssetIDs(of: app) }) == [ids[1], ids[2]])
        let items = try world.read { try $0.changes(after: before) }.flatMap(\.items)
        #expect(items.map(\.entity) == [.access] && items[0].rowID == nil)
        #expect(try world.read { try $0.lastAccessChange(after: before) } == world.catalog.accessPosition)
        #expect(try world.read { try $0.lastAccessChange(after: $0.position) } == nil)
        try world.write { try $0.setAccess(.denied, level: .addOnly, of: "other") }
        let others = try world.read { try $0.changes(after: before) }.flatMap(\.items)
        #expect(Set(others.map(\.uuid)).count == 2, "each application is one object of the log")
    }

    @Test func aLimitedReaderSeesItsSelectionAndNothingElse() throws {
        let album = try world.write { writer in
            let album = try writer.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "All"))
            try writer.addMembers(ids, to: album)
            try writer.extendSelection(of: app, by: [ids[1], ids[3]])
            return album
        }
        let wanted = [ids[1], ids[3]]
        #expect(try seen() == wanted)
        #expect(try seen(AssetQuery(scope: .album(album))) == [], "an album it held before is not there any more")
        #expect(try seen(AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: 209)))) == wanted)
        try world.catalog.read(selection: app) { (reader) throws -> Void in
            #expect(try reader.assetCount(AssetQuery()) == 2, "the kept counts are everybody's")
            #expect(try reader.assetCount(AssetQuery(scope: .album(album))) == 0)
            #expect(try reader.smartAlbumCount(AlbumSubtype(rawValue: 209)) == 2)
            #expect(try reader.assets(ids: ids).map { $0 != nil } == [false, true, false, true, false])
            #expect(try reader.uuids(assetIDs: ids).map { $0 != nil } == [false, true, false, true, false])
            let sees = try ids.map { try reader.sees(assetID: $0) }
            #expect(sees == [false, true, false, true, false])
            #expect(try reader.collections(CollectionQuery()).isEmpty)
            #expect(try reader.collection(id: album) == nil)
            #expect(try reader.memberIDs(of: album).isEmpty)
            #expect(try reader.collectionsContaining(assetID: ids[1]).isEmpty)
        }
        // The same fetch on the same snapshot, one limited and one not: no result of one is given to the other.
        #expect(try world.read { Array(try $0.assetIDs(AssetQuery())) } == ids)
        #expect(try seen() == wanted)
    }

    @Test func aSelectionIsReadByItsOwnIndex() throws {
        try world.write { try $0.extendSelection(of: app, by: [ids[1]]) }
        var query = AssetQuery()
        query.selection = app
        let plan = try world.read { try $0.plan(of: query) }
        #expect(plan.contains { $0.contains("SEARCH access_selection") }, "\(plan)")
        #expect(plan.contains { $0.contains("SEARCH asset") }, "the chosen assets are looked up, not all of them walked through: \(plan)")
    }

    @Test func purgedAssetsLeaveEverySelection() throws {
        try world.write { try $0.extendSelection(of: app, by: ids) }
        try world.write { writer in
            try writer.trash(assetIDs: [ids[0], ids[1]])
            _ = try writer.purge(assetIDs: [ids[0]])
        }
        #expect(try Array(world.read { try $0.selectedAssetIDs(of: app) }) == Array(ids[1...]))
        #expect(try world.read { try $0.selectionCount(of: app) } == 3)
        #expect(try seen() == Array(ids[2...]))
    }

    @Test func newAssetsOfALimitedTransactionJoinItsSelection() throws {
        let new = try world.catalog.write(author: app) { writer in
            writer.limit(to: app)
            return try writer.insert(Sample.asset(9), resources: [])
        }
        #expect(try seen() == [new])
        #expect(throws: CatalogError.self) {
            try world.catalog.write(author: app) { writer in
                writer.limit(to: app)
                try writer.update(assetID: ids[0]) { $0.isFavorite = true }
            }
        }
    }
}
