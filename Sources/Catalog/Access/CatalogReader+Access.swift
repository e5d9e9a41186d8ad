import Foundation
import PhotoModel
import Query

extension CatalogReader {
    /// All that was decided, by application and level.
    package func accessGrants() throws -> [AccessGrant] {
        try db.all("SELECT application, level, status, date FROM access_grant ORDER BY application, level") { row in
            AccessGrant(application: row.text(0), level: try level(row.int(1)), status: try status(row.int(2)), date: row.double(3))
        }
    }

    /// What was decided for one application.
    package func accessStatuses(of application: String) throws -> AccessStatuses {
        var statuses = AccessStatuses()
        try db.forEach("SELECT level, status FROM access_grant WHERE application = ?", [.text(application)]) { row in
            statuses[try level(row.int(0))] = try status(row.int(1))
        }
        return statuses
    }

    /// The assets an application was given, in the order of their row ids; trashed ones are among them.
    package func selectedAssetIDs(of application: String) throws -> ContiguousArray<Int64> {
        try db.ids("SELECT assetID FROM access_selection WHERE application = ? ORDER BY assetID", [.text(application)], cached: true)
    }

    /// How many assets an application was given and can see, those in Recently Deleted left out.
    package func selectionCount(of application: String) throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM access_selection CROSS JOIN asset ON asset.id = access_selection.assetID
            WHERE access_selection.application = ? AND asset.trashed = 0
            """, [.text(application)]
        ) { $0.int(0) } ?? 0
    }

    /// The newest change of anybody's access after a position; `nil` where there is none.
    package func lastAccessChange(after position: ChangePosition) throws -> ChangePosition? {
        // The inner look-up is by the primary key, so a large import costs a few pages and not its items.
        try db.first(
            """
            SELECT position FROM change WHERE position > ? AND EXISTS (
                SELECT 1 FROM change_item WHERE change_item.position = change.position AND \(ChangeItem.Entity.access.condition))
            ORDER BY position DESC LIMIT 1
            """, [.int(position.rawValue)]
        ) { ChangePosition(rawValue: $0.int64(0)) }
    }

    /// Whether this reader may see an asset. Free for a reader that sees everything.
    package func sees(assetID: Int64) throws -> Bool {
        guard let selection else { return true }
        return try db.first("SELECT 1 FROM access_selection WHERE application = ? AND assetID = ?", [.text(selection), .int(assetID)]) { _ in true }
            ?? false
    }

    /// A query within what this reader may see.
    func limited(_ query: AssetQuery) -> AssetQuery {
        guard let selection else { return query }
        var limited = query
        limited.selection = selection
        return limited
    }

    private func level(_ value: Int) throws -> AccessLevel {
        guard let level = AccessLevel(rawValue: value) else { throw damagedGrant }
        return level
    }

    private func status(_ value: Int) throws -> AccessStatus {
        guard let status = AccessStatus(rawValue: value) else { throw damagedGrant }
        return status
    }

    private var damagedGrant: CatalogError {
        CatalogError(.corrupt, "A grant of access in \(path) is damaged. Look with 'photos access list', and grant it anew.")
    }
}
