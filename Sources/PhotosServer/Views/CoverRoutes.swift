import Descriptions
import Foundation
import Hummingbird
import LibraryEngine
import PhotoModel
import Query

/// The photos that stand for many: for a month or a year of a list, and for an album.
enum CoverRoutes {
    /// More are on no screen.
    private static let most = 100

    static let routes: [Route] = [
        Route(
            "/api/covers", "covers", "Photos that stand for others: those at some indexes of a list, or one of each of some albums.",
            description: "An album is shown by its key photo where it has one, else by its first; a smart album by its newest.", needs: .viewing,
            parameters: .list(
                and: .query("at", "Indices of the list, with commas between them.", .text(matching: "^([0-9]{1,9}(,[0-9]{1,9})*)?$").standard("")),
                .query("of", "Albums, as `in` names them, with commas between them, instead.", .string.standard(""))),
            answers: [.json(.named("Covers"), "In the order in which they were asked for."), .notModified]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            let wanted = try ViewRequest(parameters, zone: context.library.environment.timeZone)
            let names = try Self.list("of", parameters)
            if !names.isEmpty {
                let sources = try names.map { try ViewRequest.source($0, parameter: "of") }
                return Response.json(
                    try await context.read { reader in
                        try json(sources.map { try cover(of: $0, reader) }, at: reader.position.rawValue, reader, context)
                    }, for: request)
            }
            let indices = try Self.list("at", parameters).map { text in
                guard let index = Int(text), index >= 0 else { throw Problem(parameter: "at", "“\(text.prefix(40))” is no index of a list.") }
                return index
            }
            return Response.json(
                try await context.read(wanted) { reader in
                    let snapshot = try context.list(wanted, reader).snapshot
                    return try json(indices.map { $0 < snapshot.count ? snapshot.ids[$0] : nil }, at: snapshot.position.rawValue, reader, context)
                }, for: request)
        }
    ]

    /// What stands between the commas of a parameter.
    private static func list(_ parameter: String, _ parameters: QueryParameters) throws(Problem) -> [String] {
        let text = parameters[parameter] ?? ""
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= most else {
            throw Problem(parameter: parameter, "\(parts.count) photos are more than the \(most) of one answer. Ask again for the others.")
        }
        return text.isEmpty ? [] : parts
    }

    /// `nil` for an empty one, for one that is not there any more, and for what is no album.
    private static func cover(of source: ViewRequest.Source, _ reader: LibraryReader) throws -> Int64? {
        var query: AssetQuery
        switch source {
        case .album(let uuid):
            guard let album = try reader.collection(uuid: uuid), album.kind == .album else { return nil }
            if let chosen = try reader.chosenKeyAsset(of: album.id) { return chosen }
            query = AssetQuery(scope: .album(album.id))
        case .smartAlbum(let subtype): query = AssetQuery(scope: .smartAlbum(subtype), sort: [SortKey("localCreationDate", ascending: false)])
        case .library, .burst, .hidden, .trash, .onThisDay: return nil
        }
        query.limit = 1
        query.selection = reader.selection
        return try reader.assetIDs(query).first
    }

    private static func json(_ ids: [Int64?], at position: Int64, _ reader: LibraryReader, _ context: GalleryContext) throws -> [UInt8] {
        let tiles = try context.tiles(Array(Set(ids.compactMap { $0 })), reader)
        let byID = Dictionary(uniqueKeysWithValues: tiles.map { ($0.record.id, $0) })
        var json = JSONWriter()
        json.object { json in
            json.field("position", position)
            json.array("covers") { json in
                for id in ids { json.object { $0.field("tile", id.flatMap { byID[$0] }) } }
            }
        }
        return json.bytes
    }
}
