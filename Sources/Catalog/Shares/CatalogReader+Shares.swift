import Foundation
import PhotoModel

extension CatalogReader {
    /// All links, the oldest first.
    package func shares() throws -> [ShareRecord] { try shares("ORDER BY id", []) }

    package func share(uuid: UUID) throws -> ShareRecord? { try shares("WHERE uuid = ?", [.uuid(uuid)]).first }

    /// What came by a link in batches that are gone; `nil` where there is no such link.
    package func sent(byShare uuid: UUID) throws -> ShareRecord.Sent? {
        try db.first("SELECT sentBytes, sentFiles FROM share WHERE uuid = ?", [.uuid(uuid)]) { ShareRecord.Sent(bytes: $0.int64(0), files: $0.int(1)) }
    }

    /// As they are kept, for the library's record.
    package func storedShares() throws -> [StoredRow] {
        let columns = try tableColumns("share")
        return try db.all("SELECT \(columns.selection) FROM share ORDER BY id") { columns.row($0) }
    }

    private func shares(_ rest: String, _ arguments: [SQLValue]) throws -> [ShareRecord] {
        try db.all("SELECT id, uuid, token, album, assets, title, rules, password, created, expires, quotaBytes, quotaFiles FROM share " + rest, arguments) { row in
            let scope: ShareRecord.Scope = row.isNull(3) ? .assets(UUID.list(row.data(4))) : .album(row.uuid(3))
            var share = ShareRecord(
                uuid: row.uuid(1), tokenHash: row.data(2), scope: scope, title: row.optionalText(5), rules: .init(rawValue: row.int(6)), passwordHash: row.optionalText(7),
                created: row.double(8), expires: row.optionalDouble(9), quota: row.isNull(10) ? nil : ShareRecord.Quota(bytes: row.int64(10), files: row.int(11)))
            share.id = row.int64(0)
            return share
        }
    }
}

extension UUID {
    /// 16 bytes each, one after the other.
    fileprivate static func list(_ data: Data) -> [UUID] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / 16).map { UUID(uuid: bytes.loadUnaligned(fromByteOffset: $0 * 16, as: uuid_t.self)) }
        }
    }
}
