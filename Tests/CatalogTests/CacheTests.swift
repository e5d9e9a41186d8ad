import Catalog
import Foundation
import Query
import Testing

@Suite struct CacheTests {
    private let favorites = AssetQuery(predicate: .comparison(Comparison(.key(KeyReference("favorite")), .equal, .value(true))))

    private func address(_ ids: ContiguousArray<Int64>) -> UnsafeRawPointer? { ids.withUnsafeBytes { $0.baseAddress } }

    @Test func anEqualFetchSharesTheResult() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(50)
        let first = try library.read { try $0.assetIDs(AssetQuery()) }
        let second = try library.read { try $0.assetIDs(AssetQuery()) }
        #expect(address(first) == address(second))
        // Eight bytes an asset: nothing of a growing array's slack stays (the allocator rounds up by less than 32 bytes; with slack it would be 63).
        #expect((50...53).contains(first.capacity))
    }

    @Test func aChangeOutdatesResultsHereAndElsewhere() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(4)
        let other = try library.other()
        func shown() throws -> [Int64] { Array(try library.read { try $0.assetIDs(favorites) }) }
        #expect(try shown() == [])
        try library.write { try $0.update(assetID: ids[2]) { $0.isFavorite = true } }
        #expect(try shown() == [ids[2]])
        try other.write(author: "other") { try $0.update(assetID: ids[0]) { $0.isFavorite = true } }
        #expect(try shown() == [ids[0], ids[2]])
        #expect(try Array(other.read { try $0.assetIDs(favorites) }) == [ids[0], ids[2]])
    }

    @Test func anOldSnapshotKeepsItsResultAndSpoilsNobodys() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(2)
        let other = try library.other()
        try library.read { reader in
            // The snapshot begins with the first look.
            _ = try reader.position
            try other.write(author: "other") { _ = try $0.insert(Sample.asset(9), resources: []) }
            #expect(try library.catalog.read { try $0.assetIDs(AssetQuery()) }.count == 2)
        }
        #expect(try library.read { try $0.assetIDs(AssetQuery()) }.count == 3)
    }

    /// What is kept shares its storage, so that a change of ours makes a copy; what isn't is ours alone.
    @Test func whatNobodyCanAskForAnyMoreIsLetGo() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(50)
        func isKept(_ ids: inout ContiguousArray<Int64>) -> Bool {
            let before = address(ids)
            ids[0] = -ids[0]
            return address(ids) != before
        }
        var (shared, first) = (try library.read { try $0.assetIDs(AssetQuery()) }, try library.read { try $0.assetIDs(AssetQuery(limit: 30)) })
        #expect(isKept(&shared), "it is there to be given out again")
        _ = try library.addPictures(from: 50, 1)
        _ = try library.read { try $0.assetIDs(favorites) }
        #expect(!isKept(&first))
    }

    @Test func aTransactionNeitherUsesNorFillsIt() throws {
        struct Stop: Error {}
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(2)
        _ = try library.read { try $0.assetIDs(AssetQuery()) }
        #expect(throws: Stop.self) {
            try library.write { writer in
                try writer.trash(assetIDs: [ids[0]])
                #expect(try Array(writer.assetIDs(AssetQuery())) == [ids[1]])
                throw Stop()
            }
        }
        #expect(try Array(library.read { try $0.assetIDs(AssetQuery()) }) == ids)
    }

    @Test func itKeepsNoMoreThanItMay() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(100)
        var options = TemporaryCatalog.options()
        options.fetchCacheSize = 3_000
        let small = try Catalog.open(at: library.file, options: options)
        let limits = (1...6).map { AssetQuery(limit: 90 + $0) }
        let first = try limits.map { query in try small.read { try $0.assetIDs(query) } }
        let second = try limits.reversed().map { query in try small.read { try $0.assetIDs(query) } }
        // The newest two fit; the others were fetched again and are equal all the same.
        #expect(zip(first, second.reversed()).map { address($0) == address($1) } == [false, false, false, false, true, true])
        #expect(first == second.reversed())
    }
}
