import Catalog
import Columns
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// Random changes of assets, and the comparison of columns and table after them.
enum ColumnHistory {
    /// A few changes of each kind, in one transaction.
    static func step(_ writer: CatalogWriter, _ ids: inout [Int64], _ number: inout Int, _ random: inout SeededRandom) throws {
        for _ in 0..<random.number(below: 12) {
            number += 1
            ids.append(try writer.insert(RandomLibrary.asset(number, &random), resources: []))
        }
        for _ in 0..<random.number(below: 12) where !ids.isEmpty {
            let id = random.pick(ids)
            let fresh = RandomLibrary.asset(0, &random)
            let isRedated = random.chance(30), isPlaced = random.chance(50), quarter = random.number(below: 127) - 63
            try writer.update(assetID: id) { asset in
                asset.isFavorite.toggle()
                asset.rating = fresh.rating
                (asset.burstIdentifier, asset.representsBurst) = (fresh.burstIdentifier, fresh.representsBurst)
                if isRedated { (asset.creationDate, asset.creationOffset) = (fresh.creationDate, fresh.creationOffset.map { _ in quarter * 900 }) }
                if isPlaced { asset.location = fresh.location }
            }
        }
        if random.chance(30), !ids.isEmpty { try writer.trash(assetIDs: [random.pick(ids)]) }
        if random.chance(30), !ids.isEmpty { try writer.restore(assetIDs: [random.pick(ids)]) }
        if random.chance(40), !ids.isEmpty { _ = try writer.purge(assetIDs: [ids.remove(at: random.number(below: ids.count))]) }
    }

    /// The columns' living rows are those of the table, the sorted ones stand in order, and nothing is there twice.
    static func expectAgreement(_ library: TemporaryCatalog, _ label: String, catalog: Catalog? = nil) throws {
        try (catalog ?? library.catalog).read { reader in
            let rows = try #require(
                try reader.withColumns { table in (0..<table.count).map { table.row($0) } }, "\(label): the columns are in step with the snapshot")
            let sorted = try #require(try reader.withColumns { $0.sortedCount })
            for index in rows.indices.dropFirst() where index < sorted {
                #expect(ColumnRow.precedes(rows[index - 1], rows[index]), "\(label): rows \(index - 1) and \(index)")
            }
            let living = rows.filter(\.isAlive).sorted { $0.id < $1.id }
            let expected = try expectedRows(reader)
            #expect(living == expected, "\(label)")
        }
    }

    /// Through the records, which is another way than the columns' own statement.
    private static func expectedRows(_ reader: CatalogReader) throws -> [ColumnRow] {
        var ids: [Int64] = []
        for scope in [AssetQuery.Scope.library, .trash] {
            var query = AssetQuery(scope: scope)
            (query.includesHidden, query.includesAllBursts, query.sourceTypes) = (true, true, .all)
            ids += try reader.assetIDs(query)
        }
        return try reader.assets(ids: ids.sorted()).map { row(try #require($0)) }
    }

    private static func row(_ asset: AssetRecord) -> ColumnRow {
        var flags: AssetFlags = .alive
        func add(_ flag: AssetFlags, _ isSet: Bool) { if isSet { flags.insert(flag) } }
        let burstVisible = asset.burstIdentifier == nil || asset.representsBurst || asset.burstSelectionTypes.contains(.userPick)
        let visible = asset.trashedDate == nil && !asset.isHidden && burstVisible
        add(.listed, visible && asset.sourceType.contains(.userLibrary))
        add(.visible, visible)
        add(.trashed, asset.isTrashed)
        add(.hidden, asset.isHidden)
        add(.favorite, asset.isFavorite)
        add(.burstVisible, burstVisible)
        add(.inBurst, asset.burstIdentifier != nil)
        add(.representsBurst, asset.representsBurst)
        add(.frontFacing, asset.isFrontFacing)
        add(.raw, asset.uniformType.hasSuffix("raw-image"))
        add(.hasAdjustments, asset.hasAdjustments)
        let fields =
            AssetFlags.mediaType.bits(UInt32(asset.mediaType.rawValue)) | AssetFlags.playbackStyle.bits(UInt32(asset.playbackStyle.rawValue))
            | AssetFlags.sourceType.bits(UInt32(asset.sourceType.rawValue)) | AssetFlags.rating.bits(UInt32(asset.rating))
            | AssetFlags.playbackVariation.bits(UInt32(asset.playbackVariation.rawValue))
            | AssetFlags.zone.bits(asset.creationOffset.map { UInt32(64 + $0 / 900) } ?? 0)
        var row = ColumnRow(id: UInt32(asset.id), flags: flags.rawValue | fields)
        (row.creationDate, row.modificationDate) = (asset.creationDate ?? ColumnTable.none, asset.modificationDate ?? ColumnTable.none)
        (row.addedDate, row.duration) = (asset.addedDate, asset.duration)
        (row.pixelWidth, row.pixelHeight, row.mediaSubtypes) = (UInt32(asset.pixelWidth), UInt32(asset.pixelHeight), UInt32(asset.mediaSubtypes.rawValue))
        if let place = asset.location {
            (row.latitude, row.longitude) = (Int32((place.latitude * 1e7).rounded()), Int32((place.longitude * 1e7).rounded()))
        }
        return row
    }
}
