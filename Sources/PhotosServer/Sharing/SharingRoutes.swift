import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel

/// What the owner asks: for links, which there are, and to take them back.
enum SharingRoutes {
    static let routes: [Route] = [
        Route(
            "/api/shares", "shares", "All links for people without an account, the newest first.", needs: .sharing,
            answers: [.json(.object(["shares": .list(.named("Share"))]), "Those whose time is over are among them."), .notModified]
        ) { request, _, context in
            let (now, library, uploads) = (context.now().timeIntervalSinceReferenceDate, context.library, context.uploads)
            let sent = try await context.work.run(.upload) {
                try Dictionary(uniqueKeysWithValues: library.shares().filter { $0.quota != nil }.map { ($0.uuid, try uploads.sent(by: $0.uuid)) })
            }
            let bytes = try await context.read { reader in
                let shares = try reader.shares().reversed().map { try Description($0, sent[$0.uuid], now, reader) }
                var json = JSONWriter()
                json.object { json in
                    json.array("shares") { json in for share in shares { json.object { share.write(to: &$0) } } }
                }
                return json.bytes
            }
            return Response.json(bytes, for: request)
        },
        Route(
            "/api/shares", by: .post, "addShare", "Makes a link to an album or to photos.",
            description: """
                The address is told here, and never again: only a hash of its token is kept. With uploads it takes files into the album, or into a new one of its title, \
                and shows nothing.
                """, needs: .sharing, body: .named("ShareRequest"),
            answers: [.json(.named("ShareMade"), "The link stands."), .problem(.unsupportedMediaType)]
        ) { request, _, context in
            let wish = try await ActRoutes.decode(Wish.self, request)
            let (scope, makesAlbum) = try SharingRoutes.scope(wish), origin = PickerRoutes.origin(of: request, context), now = context.now()
            if let lasting = wish.lasting, !(60...Self.longest ~= lasting) {
                throw wrong("lasting: \(lasting) is no number of seconds from 60 to \(Self.longest).")
            }
            var rules = ShareRecord.Rules()
            if wish.downloads == true { rules.insert(.downloads) }
            if wish.places == true { rules.insert(.places) }
            let quota = wish.uploads.map { ShareRecord.Quota(bytes: $0.bytes ?? ShareRecord.Quota.standard.bytes, files: $0.files ?? ShareRecord.Quota.standard.files) }
            let (library, author, wanted) = (context.library, try context.session.gate().application, rules)
            let bytes = try await context.work.run(.change) {
                let made = try library.addShare(
                    of: scope, title: wish.title, rules: wanted, password: wish.password, expires: wish.lasting.map { now.addingTimeInterval(TimeInterval($0)) },
                    quota: quota, makesAlbum: makesAlbum, author: author)
                let description = try library.read { try Description(made.share, nil, now.timeIntervalSinceReferenceDate, $0) }
                var json = JSONWriter()
                json.object { json in
                    json.field("url", "\(origin)\(ShareStore.start)\(made.token)/")
                    json.object("share") { description.write(to: &$0) }
                }
                return json.bytes
            }
            return Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store", .contentLength: "\(bytes.count)"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        },
        Route(
            "/api/shares/{id}/revoke", by: .post, "revokeShare", "Takes a link back: from now on it opens nothing, and what is being sent ends.", needs: .sharing,
            parameters: [.path("id", "The link’s identifier.", .id)], answers: [.json(.object(["revoked": .boolean]), "It is gone.")]
        ) { _, parameters, context in
            let (library, uploads, author) = (context.library, context.uploads, try context.session.gate().application)
            guard let uuid = parameters.get("id").flatMap({ UUID(uuidString: $0) }),
                try await context.work.run(
                    .change,
                    { () throws -> Bool in
                        defer { uploads.endClosedLinks() }
                        return try library.revokeShare(uuid, author: author)
                    })
            else {
                throw Problem(.notFound, "no-such-link", title: "There is no such link", detail: "It was taken back already, or never was. GET /api/shares lists those there are.")
            }
            return try Response(json: ["revoked": true])
        },
    ]

    /// Ten years.
    static let longest = 315_360_000

    private struct Wish: Decodable, Sendable {
        var album: String?
        var assets: [String]?
        var title: String?
        var password: String?
        /// Seconds.
        var lasting: Int?
        var downloads: Bool?
        var places: Bool?
        var uploads: Uploads?

        struct Uploads: Decodable, Sendable {
            var bytes: Int64?
            var files: Int?
        }
    }

    /// - Returns: what is shared, and whether the album has to be made.
    private static func scope(_ wish: Wish) throws -> (ShareRecord.Scope, makesAlbum: Bool) {
        if wish.uploads != nil, wish.album == nil, wish.assets == nil { return (.album(UUID()), true) }
        return (try named(wish), false)
    }

    private static func named(_ wish: Wish) throws -> ShareRecord.Scope {
        switch (wish.album, wish.assets) {
        case (let album?, nil):
            guard let uuid = LocalIdentifier.uuid(from: album) ?? UUID(uuidString: album) else { throw wrong("album: “\(album.prefix(60))” is no identifier.") }
            return .album(uuid)
        case (nil, let assets?): return .assets(try ArchiveRoutes.identifiers(assets))
        default: throw wrong("Name either an album or assets.")
        }
    }

    private static func wrong(_ detail: String) -> Problem { Problem(.badRequest, "share", title: "This can’t be shared so", detail: detail) }

    /// A link as its owner sees it: everything but its token, which nobody knows any more.
    private struct Description {
        let share: ShareRecord
        let isOver: Bool
        let album: CollectionRecord?
        let count: Int
        let sent: ShareRecord.Sent

        /// - Parameter sent: what came by it, where it takes files.
        init(_ share: ShareRecord, _ sent: ShareRecord.Sent?, _ now: Double, _ reader: LibraryReader) throws {
            (self.share, self.sent, isOver) = (share, sent ?? ShareRecord.Sent(), share.hasExpired(now))
            album = if case .album(let uuid) = share.scope { try reader.collection(uuid: uuid) } else { nil }
            count = try reader.assetIDs(sharedBy: share).count
        }

        func write(to json: inout JSONWriter) {
            share.write(to: &json, album: album?.uuid.uuidString, titled: album?.title, count: count, isOver: isOver, sent: sent)
        }
    }
}
