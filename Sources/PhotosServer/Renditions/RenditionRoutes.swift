import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel

/// Pictures, originals and videos.
enum RenditionRoutes {
    /// An address names the revision, so what it leads to never changes.
    static let immutable = "private, max-age=31536000, immutable"

    static let routes: [Route] = [
        Route(
            "/image/{id}/{revision}/{size}", "image",
            "A picture as JPEG, upright; a video's poster frame. Larger ones than medium have the photo's gain map behind them, for bright screens.", needs: .viewing,
            parameters: [
                .asset, .revision,
                .path(
                    "size",
                    "Longest side: thumbnail 256, medium 640, preview 1440, full all there is; unadjusted is a preview of the photo before its edits.",
                    .one(in: RenditionClass.allCases.map(\.rawValue))),
            ],
            answers: [.of(MIMEType.jpeg, "Never another one at this address."), moved("The revision is not the current one: the current one's address."), .notModified]
        ) { try await ImageAnswer($2).answer($0, $1) },
        Route(
            "/api/thumbnails", "thumbnails", "Many stored thumbnails at once, for a page full of pictures.", needs: .viewing,
            parameters: [
                .query(
                    "of", "From 1 to \(ThumbnailSheet.most) of `UUID.REVISION`, separated by commas.", isRequired: true,
                    .text(matching: "^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}[.][0-9]{1,9}(,[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}[.][0-9]{1,9}){0,20}$")),
                .query("size", "As in the addresses of pictures.", .one(of: "thumbnail", "medium").standard("thumbnail")),
            ],
            answers: [
                .json(
                    .named("Thumbnails"),
                    "One for each that was named, in that order. Never another answer at this address, unless a thumbnail is null.")
            ]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            return try await ThumbnailSheet(parameters["of"], size: parameters["size"]).answer(request, context)
        },
        Route(
            "/original/{id}/{revision}", "original", "The bytes of a file of the asset, as they came in.", needs: .downloading,
            parameters: [
                .asset, .revision, .range,
                .query("resource", "Index in the asset's resources; that of the current version where it is absent.", .whole(from: 0)),
                .query("download", "To be saved rather than shown.", allowsEmptyValue: true, .string),
            ],
            answers: file("The whole file; its ETag is its SHA-256.")
        ) { try await FileAnswer($2).original($0, $1) },
        Route(
            "/video/{id}/{revision}", "video", "A video to play.", needs: .viewing, parameters: [.asset, .revision, .range], answers: file("The whole file.")
        ) { try await FileAnswer($2).video($0, $1) },
        Route(
            "/live/{id}/{revision}", "live", "The video of a Live Photo.", needs: .viewing, parameters: [.asset, .revision, .range],
            answers: file("The whole file.")
        ) { try await FileAnswer($2).livePhoto($0, $1) },
    ]

    private static func file(_ whole: String) -> [Route.Answer] {
        [
            .status(.ok, whole), .status(.partialContent, "The range that was asked for."), moved("The current revision's address."), .notModified,
            .problem(.rangeNotSatisfiable),
        ]
    }

    private static func moved(_ place: String) -> Route.Answer { .status(.found, place) }

    static func entityTag(_ uuid: UUID, _ revision: Int64, _ size: RenditionClass) -> String { "\"\(uuid.uuidString)-\(revision)-\(size.rawValue)\"" }
}

/// An asset and its resources, as an address names it.
struct AddressedAsset: Sendable {
    let record: AssetRecord
    let resources: [ResourceRecord]
    /// Where the current revision is, if the address named another.
    let redirection: String?

    /// - Parameter rest: how the address goes on after the revision.
    static func find(_ parameters: Parameters, _ kind: String, _ rest: String, in context: GalleryContext) async throws -> AddressedAsset {
        guard let text = parameters.get("id"), let uuid = UUID(uuidString: text), let revision = parameters.get("revision").flatMap({ Int64($0) }) else {
            throw Problem(.notFound, "not-found", title: "There is nothing here", detail: "The address names no asset and revision. /api/assets lists them.")
        }
        return try await context.work.run(.answer) {
            let found = try context.session.gate().read { reader -> AddressedAsset? in
                guard let record = try reader.asset(uuid: uuid) else { return nil }
                let redirection = record.revision == revision ? nil : "/\(kind)/\(uuid.uuidString)/\(record.revision)\(rest)"
                return AddressedAsset(record: record, resources: try reader.resources(assetID: record.id), redirection: redirection)
            }
            guard let found else {
                throw Problem(.notFound, "missing", title: "It is not there", detail: "There is no photo or video \(uuid.uuidString) any more. Look at the library anew.")
            }
            context.addresses.note(uuid, id: found.record.id, revision: found.record.revision)
            return found
        }
    }

    /// The answer that leads to the current revision, which changes with every edit.
    static func redirect(to address: String) -> Response {
        Response(status: .found, headers: [.location: address, .cacheControl: "no-store", .contentLength: "0"])
    }
}
