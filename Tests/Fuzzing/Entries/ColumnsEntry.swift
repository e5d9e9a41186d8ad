@testable import Columns
import Foundation
import Glibc
import Query

/// A column file whose header and rows are the input.
enum ColumnsEntry {
    private static let file = ScratchFile("columns")
    private static let capacity = 16

    private static let programs: [ColumnProgram] = [
        "TRUEPREDICATE", "favorite == YES", "mediaType == 1 AND hidden == NO", "pixelWidth > pixelHeight", "duration BETWEEN {1, 60}", "rating >= 4",
        "creationDate > CAST(0, 'NSDate')", "creationDate == nil", "mediaSubtypes & 8 != 0", "modificationDate > addedDate",
        "duration * 2 > 10 OR pixelWidth IN {1, 2}",
    ].compactMap { format in
        guard let predicate = try? Query.Predicate(format: format), let resolved = try? KeySpace.assets.resolve(predicate, now: 0),
              let test = try? ColumnCompiler().test(resolved.condition)
        else { return nil }
        return ColumnProgram([test])
    }

    private static let keys = [["creationDate"], ["duration", "pixelWidth"], ["favorite", "modificationDate"], ["rating"]]

    private static let orders: [ColumnOrder] = keys.compactMap { names in
        (try? KeySpace.assets.resolve(names.map { SortKey($0, ascending: $0 != "duration") })).flatMap { ColumnOrder($0) }
    }

    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        claims.claim(programs.count == 11 && orders.count == 4, "only \(programs.count) programs and \(orders.count) orders")
        var choices = Choices(bytes)
        let mode = choices.byte()
        var words = [UInt64](repeating: 0, count: ColumnLayout.headerSize / 8)
        func set(_ field: ColumnHeader.Field, _ value: UInt64) { words[field.rawValue] = value }
        set(.magic, ColumnHeader.magic)
        set(.format, ColumnHeader.format)
        set(.capacity, UInt64(capacity))
        set(.count, UInt64(choices.byte()))
        set(.sortedCount, UInt64(choices.byte()))
        if mode & 1 != 0 { for field in ColumnHeader.Field.allCases where field != .magic { set(field, choices.number()) } }
        let changes = (0..<Int(choices.byte() % 6)).map { _ in change(&choices) }
        let layout = ColumnLayout(capacity: capacity)
        var rows = Array(choices.rest.prefix(layout.fileSize - ColumnLayout.headerSize))
        rows += [UInt8](repeating: 0, count: layout.fileSize - ColumnLayout.headerSize - rows.count)
        words.withUnsafeBytes { words in rows.withUnsafeBytes { file.fill(words, $0) } }

        // Where the first header is a possible one. It takes the descriptor over.
        guard programs.count > 0, let columns = ColumnFile(descriptor: dup(file.descriptor), isWritable: true) else { return }
        if mode & 2 != 0 { correctSum(columns) }
        let wasSound = columns.verify()
        claims.claim(wasSound || mode & 2 == 0 || columns.isChanging, "a corrected sum is wrong")
        let program = programs[Int(mode >> 2) % programs.count]
        read(columns, program, &claims)
        let state = ColumnIdentity(catalog: 1, position: 7, stamp: 8)
        if let merged = columns.merged(with: changes) { claims.claim(merged.count <= columns.count + changes.count, "rows from nowhere") }
        if case .done? = try? columns.apply(changes, state: state) {
            claims.claim(!wasSound || columns.verify(), "sound before the changes \(changes), and not behind them")
            claims.claim(columns.says.position == 7, "it holds another state than it says")
            read(columns, program, &claims)
        }
    }

    private static func read(_ columns: ColumnFile, _ program: ColumnProgram, _ claims: inout Claims) {
        let reading = try? columns.read(at: columns.position) { table in
            var found = [program.count(in: table)]
            for order in orders {
                found.append(program.ids(in: table, by: order).count)
                claims.claim(program.ids(in: table, by: order, limit: 3).count <= 3, "more than three")
            }
            for unit in BucketUnit.allCases { _ = program.buckets(in: table, by: unit, .gmt) }
            claims.claim(found.allSatisfy { $0 <= table.count }, "\(found) of \(table.count) rows")
        }
        if case .value? = reading { return }
        claims.claim(columns.isChanging, "nobody changes it, and it can't be read")
    }

    private static func correctSum(_ columns: ColumnFile) {
        let table = columns.table
        columns.header[.sum] = (0..<table.count).reduce(0) { $0 &+ table.row($1).checksum(at: $1) }
    }

    private static func change(_ choices: inout Choices) -> ColumnChange {
        let kind = choices.byte(), id = UInt32(choices.byte())
        var row = ColumnRow(id: id, flags: choices.number())
        row.creationDate = Double(bitPattern: choices.number())
        row.duration = Double(choices.byte())
        return ColumnChange(id: id, isNew: kind & 1 != 0, row: kind & 2 != 0 ? row : nil)
    }
}
