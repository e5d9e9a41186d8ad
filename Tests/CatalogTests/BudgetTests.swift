@testable import Catalog
import Columns
import Foundation
import Query
import Synchronization
import Testing

/// A fetch costs at most its budget and ends with its asker, and whoever has the connection next notices nothing.
@Suite struct BudgetTests {
    static let format = (0..<10).map { "filename MATCHES \".*a.*a.*a.*a.*Z\($0)\"" }.joined(separator: " OR ")

    private static func library(_ count: Int = 300) throws -> TemporaryCatalog {
        let library = try TemporaryCatalog()
        try library.write { writer in
            for number in 0..<count {
                var asset = Sample.asset(number)
                asset.filename = String(repeating: "a", count: 40) + "\(number)"
                _ = try writer.insert(asset, resources: [])
            }
        }
        return library
    }

    private static func costly() throws -> AssetQuery { AssetQuery(predicate: try Query.Predicate(format: format)) }

    /// On every connection that there is: what a query left behind would show.
    private func expectEverybodyReads(_ library: TemporaryCatalog, _ count: Int = 300, _ location: SourceLocation = #_sourceLocation) async throws {
        let catalog = library.catalog
        let plain = AssetQuery(predicate: try Query.Predicate(format: "filename CONTAINS \"a\""))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for round in 0..<24 {
                group.addTask {
                    var query = plain
                    query.limit = count - round
                    return try catalog.read { try $0.assetIDs(query).count } + round
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.allSatisfy { $0 == count }, sourceLocation: location)
    }

    @Test func `patterns over many texts cost no more than the budget`() async throws {
        let library = try Self.library(), budget = QueryBudget(40_000)
        let error = #expect(throws: QueryError.self) { try library.catalog.read(budget: budget) { _ = try $0.assetIDs(Self.costly()) } }
        #expect(error?.code == .tooCostly)
        #expect(error?.message.contains(".*a.*a.*a.*a.*Z") == true)
        #expect(budget.spent < 45_000, "\(budget.spent)")
        try await expectEverybodyReads(library)
    }

    @Test func `without a reader's budget every fetch has one of its own`() throws {
        let folder = try Self.library(20)
        var options = TemporaryCatalog.options()
        options.queryWork = 30_000
        let catalog = try Catalog.open(at: folder.file, options: options)
        defer { catalog.close() }
        try catalog.read { (reader: CatalogReader) throws in
            for _ in 0..<2 {
                #expect(throws: QueryError.self) { try reader.assetIDs(Self.costly()) }
                #expect(throws: QueryError.self) { try reader.assetCount(Self.costly()) }
                #expect(throws: QueryError.self) { try reader.assetBuckets(Self.costly(), by: .day) }
                #expect(try reader.assetIDs(AssetQuery(predicate: Query.Predicate(format: "filename BEGINSWITH \"a\""))).count == 20)
            }
        }
    }

    @Test func `SQL without any pattern is stopped by the budget as well`() async throws {
        let library = try Self.library()
        // Each row costs some thousand instructions.
        let format = (0..<400).map { "title CONTAINS \"\($0)\" OR caption ==[c] \"\($0)\"" }.joined(separator: " OR ")
        let query = AssetQuery(predicate: try Query.Predicate(format: format))
        let whole = QueryBudget()
        #expect(try library.catalog.read(budget: whole) { try $0.assetIDs(query).isEmpty })
        let budget = QueryBudget(whole.spent / 4)
        var later = query
        later.limit = 7
        let error = #expect(throws: QueryError.self) { try library.catalog.read(budget: budget) { _ = try $0.assetIDs(later) } }
        #expect(error?.code == .tooCostly)
        #expect(budget.spent < whole.spent / 2, "\(budget.spent) of \(whole.spent)")
        try await expectEverybodyReads(library)
    }

    @Test func `a fetch ends when its asker is gone, in the middle of SQL`() async throws {
        let library = try Self.library(), catalog = library.catalog, budget = QueryBudget(.max / 2), before = Mutex(0)
        let ended = Task.detached { try catalog.read(budget: budget) { try $0.assetIDs(Self.costly()).count } }
        // A thread of its own: tasks wait for their turn behind other tests, and meanwhile the fetch would go on.
        Thread {
            while budget.spent < 2_000 { sched_yield() }
            before.withLock { $0 = budget.spent }
            budget.cancel()
        }.start()
        await #expect(throws: CancellationError.self) { try await ended.value }
        // The whole would cost some 300 times as much as one asset. What was spent until the thread had its turn is not the fetch's fault.
        let one = QueryBudget()
        _ = try KeySpace.assets.resolve(try Query.Predicate(format: Self.format), now: 0)
            .matches({ _ in .string(String(repeating: "a", count: 42)) }, one)
        let since = budget.spent - before.withLock { $0 }
        #expect(since < 150 * one.spent, "\(since), where an asset costs \(one.spent)")
        try await expectEverybodyReads(library)
    }

    @Test func `columns are looked at no further once nobody waits`() throws {
        let library = try Self.library()
        #expect(library.catalog.updateColumns())
        let query = AssetQuery(predicate: try Query.Predicate(format: "pixelWidth == 0"))
        let budget = QueryBudget()
        try library.catalog.read(budget: budget) { (reader: CatalogReader) throws in
            #expect(try reader.columnIDs(query, now: 0, budget)?.count == 300)
            budget.cancel()
            #expect(try reader.columnIDs(query, now: 0, budget)?.count == 0, "no block")
            #expect(throws: CancellationError.self) { try reader.assetIDs(query) }
            #expect(throws: CancellationError.self) { try reader.assetCount(query) }
        }
        #expect(try library.read { try $0.assetIDs(query).count } == 300, "what was found half-way was not kept")
    }

    @Test func `albums are found within a budget too`() throws {
        let library = try Self.library(1)
        try library.write { writer in
            for number in 0..<200 { _ = try writer.insert(Sample.album(String(repeating: "a", count: 40), number: 5_000 + number)) }
        }
        var query = CollectionQuery(kind: .album)
        query.predicate = try Query.Predicate(format: Self.format.replacing("filename", with: "localizedTitle"))
        let error = #expect(throws: QueryError.self) { try library.catalog.read(budget: QueryBudget(30_000)) { _ = try $0.collections(query) } }
        #expect(error?.code == .tooCostly)
    }
}
