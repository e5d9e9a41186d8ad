@testable import Columns
import Foundation
import Glibc
import PhotoModel
import Query

/// A column file whose header and rows are the input.
enum ColumnsEntry {
    private static let file = ScratchFile("columns")
    private static let capacity = ColumnLayout.blockSize

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
        var header = ColumnHeader(capacity: capacity)
        header[.count] = UInt64(choices.byte())
        header[.sortedCount] = UInt64(choices.byte())
        if mode & 1 != 0 { for field in ColumnHeader.Field.allCases where field != .magic { header[field] = choices.number() } }
        let changes = (0..<Int(choices.byte() % 6)).map { _ in change(&choices) }
        let layout = ColumnLayout(capacity: capacity)
        // Each column begins with what the input says.
        let given = choices.rest, share = given.count / ColumnLayout.columns.count
        var contents = [UInt8](repeating: 0, count: layout.fileSize)
        for (number, column) in ColumnLayout.columns.enumerated() {
            let part = given.dropFirst(number * share).prefix(share), place = layout.byteOffset(column, 0)
            contents.replaceSubrange(place..<place + part.count, with: part)
        }
        if mode & 2 != 0 { correctSums(&header, &contents, layout) } else { header = header.sealed }
        header.words.withUnsafeBytes { words in contents.replaceSubrange(0..<words.count, with: words) }
        contents.withUnsafeBytes { file.fill(UnsafeRawBufferPointer(rebasing: $0[..<8192]), UnsafeRawBufferPointer(rebasing: $0[8192...])) }

        // Where the header is a possible one. It takes the descriptor over.
        guard programs.count > 0, let columns = ColumnFile(descriptor: dup(file.descriptor), isWritable: true) else { return }
        let wasSound = columns.verify()
        claims.claim(wasSound || mode & 2 == 0 || columns.isChanging, "a corrected sum is wrong")
        let program = programs[Int(mode >> 2) % programs.count]
        read(columns, program, wasSound, &claims)
        let state = ColumnIdentity(catalog: 1, position: 7, stamp: 8)
        if let merged = columns.merged(with: changes) { claims.claim(merged.count <= columns.header.count + changes.count, "rows from nowhere") }
        if case .done? = try? columns.apply(changes, state: state) {
            claims.claim(columns.verify(), "changed by \(changes), and not sound behind them")
            claims.claim(columns.says == state, "it holds another state than it says")
            read(columns, program, true, &claims)
            // Another process sees the same.
            let other = ColumnFile(descriptor: dup(file.descriptor), isWritable: false)
            claims.claim(other?.verify() == true, "changed by \(changes), and nobody else can read it")
        }
    }

    private static func read(_ columns: ColumnFile, _ program: ColumnProgram, _ isSound: Bool, _ claims: inout Claims) {
        let reading = try? columns.read(at: columns.says) { table in
            var found = [program.count(in: table)]
            for order in orders {
                found.append(program.ids(in: table, by: order).count)
                claims.claim(program.ids(in: table, by: order, limit: 3).count <= 3, "more than three")
            }
            for unit in BucketUnit.allCases { _ = program.buckets(in: table, by: unit) }
            claims.claim(found.allSatisfy { $0 <= table.count }, "\(found) of \(table.count) rows")
        }
        if case .value? = reading { return }
        claims.claim(!isSound, "nobody changes it, and it can't be read")
    }

    private static func correctSums(_ header: inout ColumnHeader, _ contents: inout [UInt8], _ layout: ColumnLayout) {
        header[.count] = min(header[.count], UInt64(capacity))
        header[.sortedCount] = min(header[.sortedCount], header[.count])
        header[.dead] = min(header[.dead], header[.count])
        header[.capacity] = UInt64(capacity)
        header[.format] = ColumnHeader.format
        let sums = contents.withUnsafeBytes { bytes in
            ColumnLayout.columns.map {
                BlockSum.of(bytes.baseAddress.unsafelyUnwrapped + layout.byteOffset($0, 0), width: $0.width, stride: $0.width, count: header.count)
            }
        }
        header[.total] = BlockSum.total(sums)
        header = header.sealed
        sums.withUnsafeBytes { sums in contents.replaceSubrange(layout.sumOffset(block: 0)..<layout.sumsEnd, with: sums) }
    }

    private static func change(_ choices: inout Choices) -> ColumnChange {
        let kind = choices.byte(), id = UInt32(choices.byte())
        var row = ColumnRow(id: id, flags: choices.number())
        row.creationDate = Double(bitPattern: choices.number())
        row.duration = Double(choices.byte())
        return ColumnChange(id: id, isNew: kind & 1 != 0, row: kind & 2 != 0 ? row : nil)
    }
}
