import Catalog
import Columns
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// The column file says what SQLite says, after whatever was done.
@Suite struct ColumnTests {
    @Test(arguments: 1...12)
    func afterRandomChangesTheColumnsHoldWhatTheTableHolds(seed: UInt64) throws {
        let library = try TemporaryCatalog()
        var random = SeededRandom(seed: seed)
        var ids: [Int64] = []
        var number = 0
        // Made once in the middle of the history, and advanced by every commit from then on.
        for round in 0..<40 {
            if round == Int(seed) { #expect(library.catalog.updateColumns()) }
            try library.write { writer in try ColumnHistory.step(writer, &ids, &number, &random) }
            if round >= Int(seed) { try ColumnHistory.expectAgreement(library, "seed \(seed), round \(round)") }
        }
    }

    @Test func theFirstFetchDoesNotWaitForTheFile() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(try library.read { try $0.withColumns { $0.count } } == nil)
        #expect(library.catalog.updateColumns())
        #expect(try library.read { try $0.withColumns { $0.count } } == 3)
    }

    @Test func anOlderSnapshotGetsNoColumns() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        try library.read { reader throws in
            #expect(try reader.withColumns { $0.count } == 3)
            let (catalog, done) = (library.catalog, DispatchSemaphore(value: 0))
            DispatchQueue.global().async {
                _ = try? catalog.write(author: "tests") { try $0.insert(Sample.asset(10), resources: []) }
                done.signal()
            }
            #expect(done.wait(timeout: .now() + 120) == .success)
            #expect(try reader.withColumns { $0.count } == nil)
        }
        #expect(try library.read { try $0.withColumns { $0.count } } == 4)
    }

    @Test func insideAWriteThereAreNone() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        #expect(try library.write { try $0.withColumns { $0.count } } == nil)
    }

    @Test func picturesInTheOrderTheyWereTakenNeedNoTail() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        try library.write { writer in for number in 10..<20 { _ = try writer.insert(Sample.asset(number), resources: []) } }
        #expect(try library.read { try $0.withColumns { [$0.sortedCount, $0.count] } } == [13, 13])
        try library.write { writer in _ = try writer.insert(Sample.asset(5), resources: []) }
        #expect(try library.read { try $0.withColumns { [$0.sortedCount, $0.count] } } == [13, 14])
    }

    /// The copy in memory is filled in blocks of 4,096 rows, of which the next one begins here.
    @Test(arguments: [0, 4096, 8192]) func aRowThatBeginsABlockIsSeenWhereAllBeforeItWereRead(count: Int) throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(count)
        #expect(library.catalog.updateColumns())
        let query = AssetQuery(sort: [SortKey("localCreationDate")])
        #expect(try library.catalog.read { try $0.assetIDs(query).count } == count)
        for more in 1...2 {
            _ = try library.addPictures(from: count + more - 1, 1)
            #expect(try library.catalog.read { try $0.withColumns { $0.count } } == count + more)
            #expect(try library.catalog.read { try $0.assetIDs(query).count } == count + more)
        }
    }

    /// Local dates are looked for among rows that stand in order of their moments.
    @Test func aDayIsFoundWhereverItWasTaken() throws {
        let library = try TemporaryCatalog()
        let midnight = 500_860_800.0
        var dayOf: [Int64: Bool] = [:]
        try library.write { writer in
            for hours in -12...14 {
                for seconds in [-1.0, 0, 86_399, 86_400] {
                    var asset = Sample.asset(dayOf.count)
                    (asset.creationOffset, asset.creationDate) = (hours * 3_600, midnight + seconds - Double(hours) * 3_600)
                    dayOf[try writer.insert(asset, resources: [])] = (0..<86_400).contains(seconds)
                }
            }
        }
        #expect(library.catalog.updateColumns())
        let day = "localCreationDate >= CAST(500860800, \"NSDate\") AND localCreationDate < CAST(500947200, \"NSDate\")"
        let ids = try library.catalog.read { try $0.assetIDs(AssetQuery(predicate: Query.Predicate(format: day))) }
        #expect(Set(ids) == Set(dayOf.filter(\.value).map(\.key)))
        #expect(ids.count == 27 * 2)
    }

    @Test func aTailThatGrewTooLongIsMerged() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        let count = ColumnFile.tailLimit + 1
        try library.write { writer in
            for number in 0..<count {
                var asset = Sample.asset(100 + number)
                asset.creationDate = Double((number * 7919) % count)
                _ = try writer.insert(asset, resources: [])
            }
        }
        let counts = try library.read { try $0.withColumns { [$0.sortedCount, $0.count] } }
        #expect(counts == [count + 3, count + 3])
        try ColumnHistory.expectAgreement(library, "merged")
    }

    @Test(
        arguments: [
            { $0.mediaSubtypes = MediaSubtypes(rawValue: 1 << 40) }, { $0.pixelWidth = -1 }, { $0.playbackStyle = PlaybackStyle(rawValue: 9) },
            { $0.modificationDate = -.infinity },
        ] as [@Sendable (inout AssetRecord) -> Void])
    func whatDoesNotFitIsLeftToSQLite(_ change: @escaping @Sendable (inout AssetRecord) -> Void) throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        try library.write { try $0.update(assetID: ids[1], change) }
        #expect(try library.read { try $0.withColumns { $0.count } } == nil)
        #expect(!library.catalog.updateColumns())
        try library.write { _ = try $0.purge(assetIDs: [ids[1]]) }
        #expect(library.catalog.updateColumns())
        #expect(try library.read { try $0.withColumns { $0.count } } == 2)
    }
}
