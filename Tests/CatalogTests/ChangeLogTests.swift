import Catalog
import Foundation
import PhotoModel
import Query
import Synchronization
import Testing

@Suite struct ChangeLogTests {
    /// Without the row ids, which `rowsAreNamed` looks at.
    private func log(_ library: TemporaryCatalog, after: ChangePosition = .start) throws -> [ChangeRecord] {
        try library.read { try $0.changes(after: after) }.map { change in
            var change = change
            for index in change.items.indices { change.items[index].rowID = nil }
            return change
        }
    }

    @Test func rowsAreNamed() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        let album = try library.write { try $0.insert(Sample.album("A", number: 101)) }
        try library.write { try $0.addMembers([ids[1]], to: album) }
        _ = try library.write { try $0.purge(assetIDs: [ids[2]]) }
        let rows = try library.read { try $0.changes(after: .start) }.map { $0.items.compactMap(\.rowID) }
        #expect(rows == [ids, [album], [album], [ids[2]]])
    }

    private func asset(_ number: Int, _ kind: ChangeItem.Kind, _ aspects: ChangeItem.Aspects) -> ChangeItem {
        ChangeItem(entity: .asset, uuid: Sample.uuid(number), kind: kind, aspects: aspects)
    }

    @Test func everyTransactionIsOneEntry() throws {
        let library = try TemporaryCatalog()
        #expect(try library.read { try $0.position } == .start)
        let ids = try library.addPictures(3)
        try library.write { try $0.update(assetID: ids[0]) { $0.isFavorite = true } }
        try library.write { try $0.update(assetID: ids[1]) { $0.revision += 1 } }
        try library.write { try $0.trash(assetIDs: ids) }
        _ = try library.write { try $0.purge(assetIDs: [ids[2]]) }
        let changes = try log(library)
        #expect(changes.map(\.position.rawValue) == [1, 2, 3, 4, 5])
        #expect(
            changes.map(\.items) == [
                (0..<3).map { asset($0, .inserted, [.content, .metadata]) },
                [asset(0, .updated, .metadata)],
                [asset(1, .updated, .content)],
                (0..<3).map { asset($0, .updated, .trashed) },
                [asset(2, .deleted, [])],
            ])
        #expect(changes.allSatisfy { $0.author == "tests" && $0.date == TemporaryCatalog.now })
        #expect(try log(library, after: ChangePosition(rawValue: 3)).map(\.position.rawValue) == [4, 5])
        #expect(try library.read { try $0.changes(after: .start, limit: 2).map(\.position.rawValue) } == [1, 2])
    }

    @Test func whatShowsOrHidesAnAssetIsToldApart() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(1)
        try library.write { try $0.update(assetID: ids[0]) { $0.isHidden = true } }
        try library.write { try $0.update(assetID: ids[0]) { $0.isFavorite = true } }
        try library.write { try $0.update(assetID: ids[0]) { ($0.isHidden, $0.revision) = (false, $0.revision + 1) } }
        #expect(
            try log(library, after: ChangePosition(rawValue: 1)).map(\.items) == [
                [asset(0, .updated, [.metadata, .visibility])], [asset(0, .updated, .metadata)], [asset(0, .updated, [.content, .metadata, .visibility])],
            ])
    }

    @Test(arguments: 1...12)
    func pagesTellWhatTheChangesTell(size: Int) throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(4)
        let album = try library.write { try $0.insert(Sample.album("A", number: 101)) }
        try library.write { try $0.addMembers(ids, to: album) }
        try library.write { try $0.trash(assetIDs: [ids[1], ids[3]]) }
        let newest = try library.read { try $0.position.rawValue }
        for after in 0...newest {
            try library.read { reader in
                let changes = try reader.changes(after: ChangePosition(rawValue: after))
                var pages: [[ChangeItem]] = []
                try reader.forEachChangedPage(after: ChangePosition(rawValue: after), pageSize: size) { pages.append($0) }
                #expect(pages.flatMap(\.self) == changes.flatMap(\.items))
                #expect(pages.dropLast().allSatisfy { $0.count == size } && pages.allSatisfy { !$0.isEmpty })
            }
        }
    }

    @Test func whatChangesNothingLeavesNoEntry() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(1)
        let before = try library.read { try $0.position }
        try library.write { _ in }
        try library.write { try $0.update(assetID: ids[0]) { $0.isFavorite = false } }
        try library.write { try $0.restore(assetIDs: ids) }
        try library.write { try $0.trash(assetIDs: [99]) }
        try library.write { try $0.setValue("x", forKey: "y") }
        let id = try library.write { writer in
            let id = try writer.insert(Sample.asset(5), resources: [])
            _ = try writer.purge(assetIDs: [id])
            return id
        }
        #expect(try library.read { try $0.asset(id: id) } == nil)
        #expect(try library.read { try $0.position } == before)
    }

    @Test func stepsOfOneTransactionJoin() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(2)
        let start = try library.read { try $0.position }
        try library.write { writer in
            let id = try writer.insert(Sample.asset(7), resources: [])
            try writer.update(assetID: id) { $0.title = "x" }
            _ = try writer.addResource(Sample.resource("a", path: "p"), to: ids[0])
            try writer.update(assetID: ids[0]) { $0.rating = 3 }
            try writer.update(assetID: ids[1]) { $0.rating = 3 }
            _ = try writer.purge(assetIDs: [ids[1]])
        }
        #expect(
            try log(library, after: start).map(\.items) == [
                [
                    asset(0, .updated, [.content, .metadata]), asset(1, .deleted, .metadata), asset(7, .inserted, [.content, .metadata]),
                ]
            ])
    }

    @Test func albumsAndFoldersAreTold() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(2)
        let start = try library.read { try $0.position }
        let (folder, album) = try library.write { writer in
            let folder = try writer.insert(Sample.album("F", number: 100, kind: .folder))
            var record = Sample.album("A", number: 101)
            record.parentID = folder
            return (folder, try writer.insert(record))
        }
        try library.write { try $0.addMembers(ids, to: album) }
        try library.write { try $0.addMembers(ids, to: album) }
        try library.write { try $0.update(collectionID: album) { $0.title = "B" } }
        try library.write { try $0.deleteCollection(id: folder) }
        func item(_ entity: ChangeItem.Entity, _ number: Int, _ kind: ChangeItem.Kind, _ aspects: ChangeItem.Aspects) -> ChangeItem {
            ChangeItem(entity: entity, uuid: Sample.uuid(number), kind: kind, aspects: aspects)
        }
        #expect(
            try log(library, after: start).map(\.items) == [
                [item(.collection, 101, .inserted, [.metadata, .membership]), item(.list, 100, .inserted, [.metadata, .membership])],
                [item(.collection, 101, .updated, .membership)],
                [item(.collection, 101, .updated, .metadata)],
                [item(.collection, 101, .deleted, []), item(.list, 100, .deleted, [])],
            ])
    }

    @Test func deletedAlbumsSayWhatTheyWere() throws {
        let library = try TemporaryCatalog()
        let (album, project, shared) = try library.write { writer in
            let project = try writer.insert(Sample.album("P", number: 102))
            try writer.makeProject(collectionID: project, extensionData: Data())
            var others = Sample.album("S", number: 103)
            others.type = .album(.albumCloudShared)
            return (try writer.insert(Sample.album("A", number: 101)), project, try writer.insert(others))
        }
        let start = try library.read { try $0.position }
        for id in [album, project, shared] { try library.write { try $0.deleteCollection(id: id) } }
        let told = try log(library, after: start).flatMap(\.items)
        #expect(told.map(\.kind) == [.deleted, .deleted, .deleted] && told.map(\.aspects) == [[], .project, .sharedAlbum])
    }

    @Test func whatIsMadeAgainAtOnceDoesNotSayWhatItWas() throws {
        let library = try TemporaryCatalog()
        let (project, shared) = try library.write { writer in
            let project = try writer.insert(Sample.album("P", number: 102))
            try writer.makeProject(collectionID: project, extensionData: Data())
            var others = Sample.album("S", number: 103)
            others.type = .album(.albumCloudShared)
            return (project, try writer.insert(others))
        }
        let start = try library.read { try $0.position }
        try library.write { writer in
            for id in [project, shared] { try writer.deleteCollection(id: id) }
            for number in [102, 103] { _ = try writer.insert(Sample.album("A", number: number)) }
        }
        let told = try log(library, after: start).flatMap(\.items), ofNew: ChangeItem.Aspects = [.metadata, .membership]
        #expect(told.map(\.kind) == [.updated, .updated] && told.map(\.aspects) == [ofNew, ofNew])
    }

    @Test func aFailedTransactionLeavesNothing() throws {
        struct Stop: Error {}
        let library = try TemporaryCatalog()
        #expect(throws: Stop.self) {
            try library.write { writer in
                _ = try writer.insert(Sample.asset(1), resources: [])
                throw Stop()
            }
        }
        #expect(try log(library).isEmpty)
        #expect(try library.read { try $0.assetIDs(AssetQuery()) }.isEmpty)
    }

    @Test func forgottenChangesAreMissedLoudly() throws {
        let library = try TemporaryCatalog()
        for number in 0..<3 { try library.write { _ = try $0.insert(Sample.asset(number), resources: []) } }
        try library.write { try $0.pruneChanges(before: TemporaryCatalog.now + 1) }
        try library.read { (reader: CatalogReader) throws in
            #expect(try reader.oldestPosition.rawValue == 2)
            #expect(try reader.position.rawValue == 3)
            #expect(try reader.changes(after: ChangePosition(rawValue: 2)).count == 1)
            #expect(code { try reader.changes(after: .start) } == .invalid)
        }
    }

    @Test func handlersHearOfCommitsInOrder() throws {
        let library = try TemporaryCatalog()
        let heard = Mutex<[Int64]>([])
        let all = DispatchSemaphore(value: 0)
        let subscription = library.catalog.onCommit { position in
            heard.withLock { $0.append(position.rawValue) }
            all.signal()
        }
        for number in 0..<3 { try library.write { _ = try $0.insert(Sample.asset(number), resources: []) } }
        try library.write { _ in }
        for _ in 0..<3 { #expect(all.wait(timeout: .now() + 120) == .success) }
        subscription.cancel()
        _ = try library.addPictures(0)
        try library.write { _ = try $0.insert(Sample.asset(9), resources: []) }
        #expect(heard.withLock { $0 } == [1, 2, 3])
    }

    /// A handler that reads and writes must find the writer's lock free.
    @Test func aHandlerMayUseTheCatalogue() throws {
        let library = try TemporaryCatalog()
        let done = DispatchSemaphore(value: 0)
        let catalog = library.catalog
        let subscription = catalog.onCommit { position in
            if position.rawValue == 1 { _ = try? catalog.write(author: "handler") { try $0.insert(Sample.asset(2), resources: []) } }
            if position.rawValue == 2 { done.signal() }
        }
        try library.write { _ = try $0.insert(Sample.asset(1), resources: []) }
        #expect(done.wait(timeout: .now() + 120) == .success)
        subscription.cancel()
    }
}
