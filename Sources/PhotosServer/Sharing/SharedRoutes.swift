import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel
import Support

/// What people ask who come by a link, at addresses that begin with it: its page, what it shows, and files where they may be downloaded.
enum SharedRoutes {
    static let page = "/share/{token}"
    private static let robots = HTTPField.Name.named("X-Robots-Tag")
    /// What the page is made of.
    static let files = ["css/sharing.css", "js/sharing.js", "icons/photos.svg"]

    static let routes: [Route] = [
        Route(
            page, "sharedPage", "The page of a link.", needs: .visiting, parameters: [.link],
            answers: [.of("text/html", .string, "The page."), .status(.seeOther, "The same with a slash at its end, from which the page’s files are found.")]
        ) { request, _, context in
            guard request.uri.path.hasSuffix("/") else {
                return Response(status: .seeOther, headers: [.location: request.uri.path + "/", .cacheControl: "no-store", .contentLength: "0"])
            }
            var response = try PageRoutes.answer("share.html", of: context.pages, to: request)
            response.headers[robots] = "noindex, nofollow"
            return response
        },
        file,
        Route(
            page + "/api/share", "share", "What a link allows.", needs: .visiting, parameters: [.link],
            answers: [.json(.named("SharedLink"), "Nothing but that a password is asked for, where it was not given yet."), .notModified]
        ) { request, _, context in
            let share = try share(context), isLocked = context.session.grant == .visitor(share.record.uuid)
            do {
                guard !isLocked, let quota = share.record.quota else {
                    return Response.json(try await context.read { try json(of: share, isLocked: isLocked, $0) }, for: request)
                }
                let sent = try await context.work.run(.upload) { [uploads = context.uploads] in
                    try uploads.requireOpen(share)
                    return try uploads.sent(by: share.record.uuid)
                }
                return Response.json(try await context.read { try json(of: share, taking: quota, sent, $0) }, for: request)
            } catch let error where share.record.quota != nil {
                throw context.uploads.toldByLink(error)
            }
        },
        Route(
            page + "/api/unlock", by: .post, "unlock", "Gives a link’s password.",
            description: "The answer sets a cookie for the link’s addresses. Twenty passwords may be tried at once, then one each ten seconds.", needs: .visiting,
            parameters: [.link], body: .object(["password": .string.atMost(characters: 1_000)], isOpen: true),
            answers: [.json(.object(["isLocked": .boolean]), "The password is right."), .problem(.forbidden), .problem(.tooManyRequests), .problem(.unsupportedMediaType)]
        ) { request, parameters, context in try await unlock(request, try parameters.require("token"), context) },
        Route(
            page + "/api/items", "sharedItems", "A stretch of what a link shows.", needs: .beholding,
            parameters: [
                .link, .query("offset", .whole(from: 0)), .query("limit", .whole(from: 1, to: SharedAnswer.mostItems)),
            ],
            answers: [.json(.named("SharedItems"), "In the order of the album, or by date."), .notModified]
        ) { request, _, context in try await SharedAnswer(context).items(request) },
        Route(
            page + "/image/{id}/{size}", "sharedImage", "A picture that a link shows, as JPEG.", needs: .beholding,
            parameters: [
                .link, .asset,
                .path("size", "thumbnail, medium or preview; full where files may be downloaded.", .one(in: RenditionClass.allCases.map(\.rawValue))),
            ],
            answers: [.of(MIMEType.jpeg, "The picture as it is now."), .notModified]
        ) { request, parameters, context in try await SharedAnswer(context).image(request, parameters.get("id"), parameters.get("size")) },
        Route(
            page + "/video/{id}", "sharedVideo", "A video that a link shows, to play.", needs: .beholding, parameters: [.link, .asset, .range], answers: ranges
        ) { request, parameters, context in try await SharedAnswer(context).film(request, parameters.get("id"), isLive: false) },
        Route(
            page + "/live/{id}", "sharedLive", "The video of a Live Photo that a link shows.", needs: .beholding, parameters: [.link, .asset, .range], answers: ranges
        ) { request, parameters, context in try await SharedAnswer(context).film(request, parameters.get("id"), isLive: true) },
        Route(
            page + "/file/{id}", "sharedFile", "The file of a photo that a link shows, to be saved.",
            description: "Without its place where the link hides places; where that can’t be taken out of a picture’s file, a JPEG of it.", needs: .taking,
            parameters: [.link, .asset, .range], answers: ranges
        ) { request, parameters, context in try await SharedAnswer(context).file(request, parameters.get("id")) },
        Route(
            page + "/api/archive", by: .post, "sharedArchive", "Gets an address at which these files, or all that a link shows, are one ZIP archive.", needs: .taking,
            parameters: [.link], body: .object(["assets": .someIDs.optional], isOpen: true), answers: [.json(.named("Archive"), "What will be in it, and what will not.")]
        ) { request, parameters, context in
            let wish = try await ActRoutes.decode(Wish.self, request)
            return try await SharedAnswer(context).archive(wish.assets, token: try parameters.require("token"))
        },
        Route(
            page + "/archive/{ticket}", "sharedDownload", "An archive, once, within ten minutes.", needs: .taking,
            parameters: [.link, .path("ticket", "As POST …/api/archive gave it.", .string)], answers: [.of("application/zip", "Stored, not compressed."), .problem(.gone)]
        ) { request, parameters, context in
            guard let plan = context.archives.plan(try parameters.require("ticket"), of: context.session.grant, isUsed: request.method == .get) else {
                throw Problem(
                    .gone, "expired", title: "The download has been fetched already",
                    detail: "The address of an archive is good once, and for ten minutes. Choose the photos and download them again.")
            }
            return ArchiveRoutes.response(plan, context)
        },
    ]

    /// Described once for all files, and registered for each.
    static let file = Route(
        page + "/{folder}/{name}", "sharedPageFile", "A script, style sheet or icon of a link’s page.", needs: .visiting,
        parameters: [
            .link, .path("folder", .text(matching: "^[a-z]+$")), .path("name", .text(matching: "^[a-z]+[.][a-z]+$")),
        ],
        answers: [.status(.ok, "The file, with a strong validator."), .notModified]
    ) { request, _, context in
        try PageRoutes.answer(request.uri.path.split(separator: "/").dropFirst(2).joined(separator: "/"), of: context.pages, to: request)
    }

    private static let ranges: [Route.Answer] = [
        .status(.ok, "The whole file."), .status(.partialContent, "The range that was asked for."), .notModified, .problem(.rangeNotSatisfiable),
    ]

    private struct Wish: Decodable {
        var assets: [String]?
    }

    private struct Password: Decodable {
        var password: String
    }

    private static func share(_ context: GalleryContext) throws -> Share {
        guard let share = context.session.share else { throw ShareStore.over }
        return share
    }

    private static func albumTitle(_ share: Share, _ reader: LibraryReader) throws -> String? {
        guard case .album(let uuid) = share.record.scope else { return nil }
        return try reader.collection(uuid: uuid)?.title
    }

    /// What is told of a link that takes files: how much more may be sent by it, and nothing of what is in its album.
    private static func json(of share: Share, taking quota: ShareRecord.Quota, _ sent: ShareRecord.Sent, _ reader: LibraryReader) throws -> [UInt8] {
        let title = try share.record.title ?? albumTitle(share, reader)
        var json = JSONWriter()
        json.object { json in
            json.field("isLocked", false)
            json.field("title", title)
            json.object("takes") { json in
                json.field("bytes", max(0, quota.bytes - sent.bytes))
                json.field("files", max(0, quota.files - sent.files))
            }
            json.field("expires", date: share.record.expires)
        }
        return json.bytes
    }

    private static func json(of share: Share, isLocked: Bool, _ reader: LibraryReader) throws -> [UInt8] {
        var json = JSONWriter()
        let album = try isLocked ? nil : albumTitle(share, reader)
        let list = isLocked ? nil : try share.list()
        json.object { json in
            json.field("isLocked", isLocked)
            guard let list else { return }
            json.field("title", share.record.title ?? album)
            json.field("count", list.ids.count)
            json.field("mayDownload", share.record.rules.contains(.downloads))
            json.field("hasPlaces", !share.hidesPlaces)
            json.field("expires", date: share.record.expires)
        }
        return json.bytes
    }

    private static func unlock(_ request: Request, _ token: String, _ context: GalleryContext) async throws -> Response {
        let share = try share(context), password = try await ActRoutes.decode(Password.self, request).password
        guard share.record.passwordHash != nil else { return try Response(json: ["isLocked": false]) }
        // Each guess takes a tenth of a second and 32 MB, so few are made at a time.
        let secret = try await context.work.run(.film(context.session)) { () throws -> Secret in try share.prove(password) }
        var response = try Response(json: ["isLocked": false])
        let isSecure = context.publicAddress?.isSecure ?? context.isSecure
        response.headers[.setCookie] =
            "\(ShareStore.cookieName)=\(secret.text); Path=\(ShareStore.start)\(token); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
