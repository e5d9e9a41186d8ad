import Columns
import Foundation
import PhotoModel

extension CatalogReader {
    /// The moments of the user's library: of what is listed there and has a date. Made in one pass over it, and kept until an asset changes.
    /// - Parameter zone: where assets were taken that don't say it; by default what the environment says.
    package func moments(in zone: TimeZone) throws -> MomentIndex {
        // What one application was given is little, and nobody else's.
        if selection != nil { return MomentIndex(moments: try readMoments(zone)) }
        let position = try position.rawValue
        if let known = cache?.moments.entry, known.zone == zone.identifier {
            if known.position == position { return known.index }
            if known.position < position, try !assetsChanged(after: known.position) {
                cache?.moments.store(.init(position: position, zone: zone.identifier, index: known.index))
                return known.index
            }
        }
        let index = MomentIndex(moments: try withColumns { MomentClustering.moments(in: $0, zone) } ?? readMoments(zone))
        cache?.moments.store(.init(position: position, zone: zone.identifier, index: index))
        return index
    }

    /// The place in `index` of the moment that an asset lies in; `nil` for one that is hidden, trashed, undated or not of the user's own library.
    package func moment(containing assetID: Int64, in index: MomentIndex) throws -> Int? {
        guard try sees(assetID: assetID) else { return nil }
        let date = try db.first("SELECT creationDate FROM asset WHERE id = ? AND listed = 1", [.int(assetID)]) { $0.optionalDouble(0) } ?? nil
        return date.flatMap { index.index(containing: $0, id: assetID) }
    }

    private func assetsChanged(after position: Int64) throws -> Bool {
        guard try oldestPosition.rawValue <= position else { return true }
        return try db.first("SELECT 1 FROM change_item WHERE position > ? AND \(ChangeItem.Entity.asset.condition) LIMIT 1", [.int(position)]) { _ in true } ?? false
    }

    private func readMoments(_ zone: TimeZone) throws -> [MomentRecord] {
        let shown = "listed = 1 AND creationDate IS NOT NULL"
        let ends = try db.first("SELECT (SELECT min(creationDate) FROM asset WHERE \(shown)), (SELECT max(creationDate) FROM asset WHERE \(shown))") {
            ($0.optionalDouble(0), $0.optionalDouble(1))
        }
        guard let first = ends?.0, let last = ends?.1 else { return [] }
        var clustering = MomentClustering()
        var times = LocalTime.Ascending(LocalTime(zone, from: first, through: last))
        let limit = selection == nil ? "" : "AND id IN (SELECT assetID FROM access_selection WHERE application = ?)"
        try db.forEach(
            """
            SELECT id, creationDate, creationOffset, latitude, longitude FROM asset WHERE \(shown) \(limit) ORDER BY creationDate, id
            """, selection.map { [.text($0)] } ?? []
        ) { row in
            let date = row.double(1)
            let isPlaced = !row.isNull(3) && !row.isNull(4)
            // As coarse as the columns keep offsets and places, so that moments are the same wherever they are read from.
            let offset = AssetFlags.offset(zoneCode: AssetFlags.zoneCode(row.optionalInt(2)))
            clustering.add(
                id: row.int64(0), date: date, offset: offset ?? times.offset(at: date),
                latitude: isPlaced ? ColumnRow.degrees(ColumnRow.rounded(row.double(3))) : .nan,
                longitude: isPlaced ? ColumnRow.degrees(ColumnRow.rounded(row.double(4))) : .nan)
        }
        return clustering.finish()
    }
}
