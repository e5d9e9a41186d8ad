import Foundation
import PhotoModel

extension CatalogWriter {
    /// - Throws: `.invalid` for more assets than a share names.
    /// - Returns: its row id.
    @discardableResult
    package func insert(_ share: ShareRecord) throws -> Int64 {
        let (album, assets): (SQLValue, SQLValue)
        switch share.scope {
        case .album(let uuid): (album, assets) = (.uuid(uuid), .null)
        case .assets(let uuids):
            guard uuids.count <= ShareRecord.most else { throw invalid("A link can show \(ShareRecord.most) photos that are named. Put them into an album, and share that.") }
            var bytes = Data(capacity: uuids.count * 16)
            for uuid in uuids { withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) } }
            (album, assets) = (.null, .blob(bytes))
        }
        let id = try insertRow(
            """
            INSERT INTO share (uuid, token, album, assets, title, rules, password, created, expires, quotaBytes, quotaFiles)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .uuid(share.uuid), .blob(share.tokenHash), album, assets, SQLValue(share.title), SQLValue(share.rules.rawValue), SQLValue(share.passwordHash),
                .double(share.created), SQLValue(share.expires), share.quota.map { .int($0.bytes) } ?? .null, share.quota.map { .int(Int64($0.files)) } ?? .null,
            ])
        note(share.uuid)
        return id
    }

    /// Counts what came by a link. One that was taken back needs no count.
    package func add(_ sent: ShareRecord.Sent, toShare uuid: UUID) throws {
        try db.run(
            "UPDATE share SET sentBytes = sentBytes + ?, sentFiles = sentFiles + ? WHERE uuid = ?", [.int(sent.bytes), .int(Int64(sent.files)), .uuid(uuid)])
        if db.changesCount > 0 { note(uuid) }
    }

    /// - Returns: whether there was one.
    @discardableResult
    package func deleteShare(uuid: UUID) throws -> Bool {
        try db.run("DELETE FROM share WHERE uuid = ?", [.uuid(uuid)])
        guard db.changesCount > 0 else { return false }
        note(uuid)
        return true
    }

    /// As with access of applications: who serves pictures in another process hears of it, and persistent history does not tell it.
    private func note(_ share: UUID) { changes.note(.access, share, .updated, [.metadata], row: nil) }
}
