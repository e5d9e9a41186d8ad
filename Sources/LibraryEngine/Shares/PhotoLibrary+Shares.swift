import Catalog
import Foundation
import PhotoModel
import Query
import Support

/// Links to an album or to assets, for people without an account.
extension PhotoLibrary {
    /// All links, the oldest first; those whose time is over are among them.
    package func shares() throws -> [ShareRecord] { try read { try $0.shares() } }

    /// Makes a link. Its token is told here, and never again: what is kept is its hash.
    /// - Parameters:
    ///   - password: what has to be given besides the link.
    ///   - expires: `nil` lasts until it is taken back.
    ///   - quota: how much may be sent by it into the album; `nil` for a link that shows.
    ///   - makesAlbum: whether the album is made with the link, by the link's title.
    /// - Throws: `.invalid` for nothing to share, an album that is not there, a time that is over, a password that is empty, and rules that a link has not which takes files.
    package func addShare(
        of scope: ShareRecord.Scope, title: String? = nil, rules: ShareRecord.Rules = [], password: String? = nil, expires: Date? = nil, quota: ShareRecord.Quota? = nil,
        makesAlbum: Bool = false, author: String
    ) throws -> (share: ShareRecord, token: String) {
        let now = environment.now(), title = title?.trimmingCharacters(in: .whitespacesAndNewlines)
        if let expires, expires <= now { throw LibraryError(.invalid, "The link would end before it begins. Give a time that is still to come.") }
        if title?.utf8.count ?? 0 > 200 { throw LibraryError(.invalid, "The title of a link has at most 200 bytes. Shorten it.") }
        if let password, password.isEmpty || password.utf8.count > 1_000 {
            throw LibraryError(.invalid, "The password of a link has 1 to 1,000 bytes. Give another one.")
        }
        if let quota {
            guard case .album = scope else { throw LibraryError(.invalid, "Photos are sent into an album. Name one, or give a title for a new one.") }
            guard rules.isEmpty else { throw LibraryError(.invalid, "A link either shows photos or takes them. Make one link for each.") }
            guard quota.isSensible else {
                let most = ShareRecord.Quota.most
                throw LibraryError(.invalid, "A link takes at least one byte and one file, and at most \(most.bytes) bytes and \(most.files) files.")
            }
        }
        if makesAlbum, title?.isEmpty ?? true { throw LibraryError(.invalid, "The new album has no title. Give one.") }
        let token = Secret().text
        let passwordHash = try password.map { password in
            guard let hash = PasswordHash(of: password) else { throw Self.noHash }
            return hash.text
        }
        let share = ShareRecord(
            uuid: UUID(), tokenHash: Data(TokenHash(of: token).bytes), scope: scope, title: title?.isEmpty == true ? nil : title, rules: rules, passwordHash: passwordHash,
            created: now.timeIntervalSinceReferenceDate, expires: expires?.timeIntervalSinceReferenceDate, quota: quota)
        return (try performChanges(author: author) { try $0.add(share, makesAlbum: makesAlbum) }, token)
    }

    /// Takes a link back: from now on it opens nothing.
    /// - Returns: whether there was one.
    @discardableResult
    package func revokeShare(_ uuid: UUID, author: String) throws -> Bool { try performChanges(author: author) { try $0.catalog.deleteShare(uuid: uuid) } }

    private static let noHash = LibraryError(.failed, "A password can’t be kept without libcrypto. Install OpenSSL 3, or share without a password.")
}

extension LibraryTransaction {
    /// Counts what came by a link.
    func count(_ sent: ShareRecord.Sent, byShare uuid: UUID) throws { try catalog.add(sent, toShare: uuid) }

    /// - Throws: `.invalid` where there is nothing to share.
    fileprivate func add(_ share: ShareRecord, makesAlbum: Bool) throws -> ShareRecord {
        var share = share
        if makesAlbum, case .album(let uuid) = share.scope { try insert(CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: share.title ?? "")) }
        switch share.scope {
        case .album(let uuid):
            guard let album = try reader.collection(uuid: uuid), album.kind == .album else {
                throw LibraryError(.invalid, "There is no album \(uuid.uuidString) to share. `photos albums` lists those there are.")
            }
        case .assets(let uuids):
            guard !uuids.isEmpty else { throw LibraryError(.invalid, "There is nothing to share. Name at least one photo.") }
            guard uuids.count <= ShareRecord.most else {
                throw LibraryError(.invalid, "A link shows at most \(ShareRecord.most) photos that are named. Put them into an album, and share that.")
            }
        }
        share.id = try catalog.insert(share)
        return share
    }
}

extension LibraryReader {
    /// All links, the oldest first; those whose time is over are among them.
    package func shares() throws -> [ShareRecord] { try catalog.shares() }
    package func share(uuid: UUID) throws -> ShareRecord? { try catalog.share(uuid: uuid) }

    /// What came by a link in batches that are gone; `nil` where there is no such link.
    package func sent(byShare uuid: UUID) throws -> ShareRecord.Sent? { try catalog.sent(byShare: uuid) }

    /// The album that a link's files come into; `nil` once it takes none, as it was taken back, its time is over or its album is gone.
    /// - Parameter now: seconds since 2001-01-01T00:00:00Z.
    package func openUploads(ofShare uuid: UUID, _ now: Double) throws -> (album: UUID, quota: ShareRecord.Quota)? {
        guard let share = try self.share(uuid: uuid), let quota = share.quota, !share.hasExpired(now), case .album(let album) = share.scope,
            try collection(uuid: album)?.kind == .album
        else { return nil }
        return (album, quota)
    }

    /// The assets that people see by a link, in the order of the album or by date: never what is hidden or in Recently Deleted, and nothing by a link that takes files.
    package func assetIDs(sharedBy share: ShareRecord) throws -> ContiguousArray<Int64> {
        guard share.quota == nil else { return [] }
        switch share.scope {
        case .album(let uuid):
            guard let album = try collection(uuid: uuid), album.kind == .album else { return [] }
            return try assetIDs(AssetQuery(scope: .album(album.id)))
        case .assets(let uuids):
            // What is named comes hidden as well.
            let ids = try assetIDs(AssetQuery(scope: .identifiers(uuids)))
            return ContiguousArray(try assets(ids: ids).compactMap { $0.flatMap { $0.isHidden || $0.isTrashed ? nil : $0.id } })
        }
    }
}
