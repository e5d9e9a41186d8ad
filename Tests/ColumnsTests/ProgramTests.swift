import Columns
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// What a program finds in columns is what filtering and sorting whole rows finds.
@Suite struct ProgramTests {
    static let sorts: [[SortKey]] = [
        [SortKey("localCreationDate")], [SortKey("localCreationDate", ascending: false)], [SortKey("localCreationDate"), SortKey("duration")],
        [SortKey("creationDate")], [SortKey("creationDate", ascending: false)], [SortKey("modificationDate")],
        [SortKey("modificationDate", ascending: false)], [SortKey("favorite", ascending: false), SortKey("creationDate")],
        [SortKey("rating"), SortKey("duration", ascending: false)], [SortKey("rating", ascending: false)],
        [SortKey("creationDate", ascending: false), SortKey("pixelWidth")], [SortKey("mediaType"), SortKey("mediaType", ascending: false)],
        [SortKey("pixelHeight", ascending: false), SortKey("mediaSubtypes"), SortKey("addedDate")],
    ]

    @Test func enoughFormatsAreUnderstood() { #expect(RandomFormats.understood.count >= 125) }

    private func expectAgreement(_ format: String, _ rows: TestTable, _ random: inout SeededRandom) throws {
        let condition = try RandomFormats.condition(format)
        let test = try #require(try ColumnCompiler().test(condition), "\(format) has no program")
        let program = ColumnProgram([test])
        try rows.withTable { (table: ColumnTable) throws in
            for _ in 0..<2 {
                let sort = try KeySpace.assets.resolve(random.pick(Self.sorts)), limit = random.pick([0, 0, 1, 7, 100])
                let order = try #require(ColumnOrder(sort))
                let expected = try rows.ids(condition, sort, limit: limit)
                #expect(Array(program.ids(in: table, by: order, limit: limit)) == expected, "\(format), \(sort), limit \(limit)")
            }
            let expected = try rows.ids(condition, [ResolvedSortKey(key: 0, ascending: true)], limit: 0).count
            #expect(program.count(in: table) == expected, "count of \(format)")
        }
    }

    @Test(arguments: [(0, 0), (1, 0), (0, 1), (63, 5), (64, 64), (200, 40), (4_096, 0), (4_500, 300)])
    func everyLeafAgrees(count: Int, tail: Int) throws {
        let rows = TestTable.random(count, tail: tail, seed: UInt64(count + tail + 1))
        var random = SeededRandom(seed: 3)
        let formats = count > 1_000 ? RandomFormats.understood.shuffled(using: &random).prefix(25) : RandomFormats.understood[...]
        for format in formats { try expectAgreement(format, rows, &random) }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func whatIsPutTogetherAgrees(seed: UInt64) throws {
        let rows = TestTable.random(260, tail: 50, seed: seed)
        var random = SeededRandom(seed: seed &* 31)
        for _ in 0..<80 { try expectAgreement(RandomFormats.random(depth: 3, &random), rows, &random) }
    }

    /// Both directions, every limit, with the tail before, among and behind the rows in order.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func ordersByDateAreMirrored(seed: UInt64) throws {
        let rows = TestTable.random(70, tail: 25, seed: seed, days: seed == 1 ? 1 : 8)
        let condition = try RandomFormats.condition("favorite == NO")
        let program = ColumnProgram([try #require(try ColumnCompiler().test(condition))])
        rows.withTable { table in
            let all = Array(program.idsByDate(in: table, ascending: true))
            #expect(Array(program.idsByDate(in: table, ascending: false)) == all.reversed())
            for limit in 1...all.count + 1 {
                #expect(Array(program.idsByDate(in: table, ascending: true, limit: limit)) == Array(all.prefix(limit)))
                #expect(Array(program.idsByDate(in: table, ascending: false, limit: limit)) == Array(all.reversed().prefix(limit)))
            }
        }
    }

    @Test func aResultHoldsNoSlack() {
        TestTable.random(1_000, tail: 10, seed: 1).withTable { table in
            let ids = ColumnProgram([.has(.favorite)]).idsByDate(in: table, ascending: true)
            #expect(ids.capacity <= ids.count + 2)
        }
    }

    @Test func keysWithoutColumnsHaveNoProgram() throws {
        for format in [
            "title == \"sea\"", "filename CONTAINS \"a\"", "ANY keywords == \"sea\"", "keywords.@count > 1", "latitude > 3",
            "burstIdentifier == \"b\"", "burstIdentifier LIKE \"b*\"", "favorite == YES OR title == nil", "trashedDate == nil",
            "burstIdentifier IN {nil, \"b\"}",
        ] {
            #expect(try ColumnCompiler().test(RandomFormats.condition(format)) == nil, "\(format)")
        }
        #expect(ColumnOrder(try KeySpace.assets.resolve([SortKey("creationDate"), SortKey("title")])) == nil)
        #expect(ColumnOrder([]) == nil)
    }

    /// Identifiers are looked up elsewhere and come back as sets of rows.
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func lookedUpRowsAgree(seed: UInt64) throws {
        let rows = TestTable.random(150, tail: 30, seed: seed)
        let uuid = { (id: UInt32) in "\"\(TestRow.uuid(id).uuidString)\"" }
        let compiler = ColumnCompiler { condition in
            RowSet(try rows.rows.filter { row in try row.isAlive && condition.matches { row.value($0, rows.zone) } }.map { Int64($0.id) })
        }
        for format in [
            "SELF == \(uuid(3)) OR favorite == YES", "NOT (localIdentifier IN {\(uuid(5)), \(uuid(80)), \(uuid(12))})",
            "SELF != \(uuid(7)) AND mediaType == 1", "burstIdentifier == \"burst-1\" OR duration > 4",
            "burstIdentifier != \"burst-2\"", "NOT (burstIdentifier IN {\"burst-0\", \"burst-2\"})",
        ] {
            let condition = try RandomFormats.condition(format)
            let program = ColumnProgram([try #require(try compiler.test(condition), "\(format)")])
            let sort = [ResolvedSortKey(key: 1, ascending: true)]
            #expect(try rows.withTable { Array(program.idsByDate(in: $0, ascending: true)) } == rows.ids(condition, sort, limit: 0), "\(format)")
        }
    }

    /// While another process writes, a run may see anything; its answer is thrown away, but it must come back.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func tornRowsTrapNowhere(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var rows = TestTable.random(600, tail: 100, seed: seed)
        let strange = [Double.nan, .infinity, -.infinity, -1e300, 1e300, 0, 5e8]
        for index in rows.rows.indices where random.chance(50) {
            (rows.rows[index].creationDate, rows.rows[index].modificationDate) = (random.pick(strange), random.pick(strange))
            (rows.rows[index].duration, rows.rows[index].addedDate) = (random.pick(strange), random.pick(strange))
            (rows.rows[index].id, rows.rows[index].flags) = (UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()))
            rows.rows[index].pixelWidth = UInt32(truncatingIfNeeded: random.next())
            rows.rows[index].mediaSubtypes = UInt32(truncatingIfNeeded: random.next())
        }
        rows.sortedCount = random.pick([600, 0, 700, 5_000, -3])
        try rows.withTable { (table: ColumnTable) throws in
            for format in RandomFormats.understood {
                let program = ColumnProgram([try #require(try ColumnCompiler().test(RandomFormats.condition(format)))])
                for sort in Self.sorts {
                    let order = try #require(ColumnOrder(KeySpace.assets.resolve(sort)))
                    #expect(program.ids(in: table, by: order).count <= table.count)
                }
                for unit in BucketUnit.allCases { #expect(program.buckets(in: table, by: unit).count <= table.count) }
            }
            #expect(ColumnProgram([.rows(RowSet([3, 9]))]).count(in: table) <= table.count)
        }
    }
}
