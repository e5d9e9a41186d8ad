import Catalog
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import LibraryEngine
import PhotoModel

/// Pictures, originals and videos.
enum RenditionRoutes {
    /// An address names the revision, so what it leads to never changes.
    static let immutable = "private, max-age=31536000, immutable"

    static let all: [Route] = [
        Route("/image/{id}/{revision}/{size}", needs: .viewing) { try await ImageAnswer($2).answer($0, $1) },
        Route("/api/thumbnails", needs: .viewing) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            return try await ThumbnailSheet(parameters["of"], size: parameters["size"]).answer(request, context)
        },
        Route("/original/{id}/{revision}", needs: .downloading) { try await FileAnswer($2).original($0, $1) },
        Route("/video/{id}/{revision}", needs: .viewing) { try await FileAnswer($2).video($0, $1) },
        Route("/live/{id}/{revision}", needs: .viewing) { try await FileAnswer($2).livePhoto($0, $1) },
    ]

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
