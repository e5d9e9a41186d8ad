import Foundation
import PhotoModel

/// What kind of object machines that share a store agree on.
package enum SyncKind: Int, Sendable {
    case asset = 1
    /// An album or a folder; the UUID of zeros stands for the top level.
    case collection = 2
}

/// What is known of what all machines agree on.
package enum SyncState: Sendable, Equatable {
    /// It was removed for good, and never comes back.
    case removed
    case known(Data)
}

extension CatalogReader {
    /// `nil` of an object that no other machine has heard of.
    package func syncState(_ kind: SyncKind, _ uuid: UUID) throws -> SyncState? {
        try db.first("SELECT state FROM sync_state WHERE kind = ? AND uuid = ?", [SQLValue(kind.rawValue), .uuid(uuid)]) { row in
            row.optionalData(0).map { .known($0) } ?? .removed
        }
    }

    /// The objects that all machines agree there are, and that are not here.
    package func syncedAndGone(_ kind: SyncKind, limit: Int) throws -> [UUID] {
        let table = kind == .asset ? "asset" : "collection"
        return try db.all(
            """
            SELECT uuid FROM sync_state WHERE kind = ? AND state IS NOT NULL AND uuid <> zeroblob(16)
                AND NOT EXISTS (SELECT 1 FROM \(table) WHERE \(table).uuid = sync_state.uuid) ORDER BY uuid LIMIT ?
            """, [SQLValue(kind.rawValue), SQLValue(limit)], cached: false
        ) { $0.uuid(0) }
    }

    /// The columns of assets that are kept as they are: all but row id, UUID and what others are made of.
    package func storedAssetColumns() throws -> [String] { try tableColumns("asset").columns.map(\.name) }

    /// Row ids of assets behind one, in order, those in Recently Deleted among them.
    package func everyAssetID(after id: Int64, limit: Int) throws -> [Int64] {
        try db.all("SELECT id FROM asset WHERE id > ? ORDER BY id LIMIT ?", [.int(id), SQLValue(limit)]) { $0.int64(0) }
    }
}

extension CatalogWriter {
    package func setSyncState(_ kind: SyncKind, _ uuid: UUID, _ state: SyncState?) throws {
        let value: SQLValue
        switch state {
        case nil: return try db.run("DELETE FROM sync_state WHERE kind = ? AND uuid = ?", [SQLValue(kind.rawValue), .uuid(uuid)])
        case .removed: value = .null
        case .known(let bytes): value = .blob(bytes)
        }
        try db.run(
            "INSERT INTO sync_state (kind, uuid, state) VALUES (?, ?, ?) ON CONFLICT (kind, uuid) DO UPDATE SET state = excluded.state",
            [SQLValue(kind.rawValue), .uuid(uuid), value])
    }

    /// Nothing is known any more of what others have but that they may have what is gone here: they are told of that again.
    /// - Parameter empty: the state of an object of which nothing was told.
    package func forgetSyncStates(keepingGoneAs empty: (SyncKind) -> Data) throws {
        for (kind, table) in [(SyncKind.asset, "asset"), (.collection, "collection")] {
            try db.run(
                "DELETE FROM sync_state WHERE kind = ? AND (uuid = zeroblob(16) OR EXISTS (SELECT 1 FROM \(table) WHERE \(table).uuid = sync_state.uuid))",
                [SQLValue(kind.rawValue)], cached: false)
            try db.run("UPDATE sync_state SET state = ? WHERE kind = ?", [.blob(empty(kind)), SQLValue(kind.rawValue)], cached: false)
        }
    }

    /// Nothing is known any more of what others have.
    package func forgetSyncStates() throws { try db.run("DELETE FROM sync_state", cached: false) }
}
