import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import PhotoModel

/// The library, the timeline and the assets of a view.
enum TimelineRoutes {
    /// The most tiles in one answer.
    static let longestPage = 1_000
    /// The most shapes in one answer.
    static let mostShapes = 1 << 20
    private static let position = HTTPField.Name.named("Position")

    static let routes: [Route] = [
        Route(
            "/api/library", "library", "The library and how much is in it.", needs: .viewing,
            answers: [.json(.named("Library"), "Every number is a look-up."), .notModified]
        ) { request, _, context in
            Response.json(
                try await context.read {
                    try LibraryAnswer.json($0, context.library, showsPath: context.session.grant == .owner, isWritable: context.isWritable)
                }, for: request)
        },
        Route(
            "/api/timeline", "timeline", "How many assets each day or month of a list has, in the list's order.", needs: .viewing,
            parameters: .list(and: .query("by", .string.among("day", "month").standard("day"))),
            answers: [.json(.named("Timeline"), "The sum of all counts is the list's length."), .notModified]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            guard let unit = TimelineUnit(rawValue: parameters["by"] ?? "day") else { throw Problem(parameter: "by", "Write day or month.") }
            let wanted = try ViewRequest(parameters, zone: context.library.environment.timeZone)
            return Response.json(
                try await context.read(wanted) { reader in
                    let (view, snapshot) = try context.list(wanted, reader)
                    return try Timeline(view: view, snapshot: snapshot, unit: unit).json(reader)
                }, for: request)
        },
        Route(
            "/api/suggestions", "suggestions", "What a search that is being typed may become.",
            description: "Names of albums, folders, keywords, places, cameras and lenses, and words of titles and captions, that go on from the last words of `q`.",
            needs: .viewing, parameters: .list(),
            answers: [.json(.named("Suggestions"), "At most eight; none for a condition, and behind a space."), .notModified]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            let wanted = try ViewRequest(parameters, zone: context.library.environment.timeZone)
            guard !wanted.text.isEmpty else { return Response.json(SearchSuggestions.none.json, for: request) }
            return Response.json(
                try await context.readSuggestions { try SearchSuggestions(wanted, typed: parameters["q"] ?? "", $0, now: context.now()).json }, for: request)
        },
        Route(
            "/api/assets", "assets", "A stretch of a list.", needs: .viewing,
            parameters: .list(
                and: .query("offset", .whole(from: 0).standard(0)), .query("limit", .whole(from: 0, to: longestPage).standard(200))),
            answers: [.json(.named("Page"), "Fewer than asked for at the list's end."), .notModified]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            let wanted = try ViewRequest(parameters, zone: context.library.environment.timeZone)
            let offset = try parameters.number("offset", in: 0 ... .max, standard: 0)
            let limit = try parameters.number("limit", in: 0...longestPage, standard: 200)
            return Response.json(
                try await context.read(wanted) { reader in
                    try page(try context.list(wanted, reader).snapshot, offset, limit, reader, context)
                }, for: request)
        },
        Route(
            "/api/shapes", "shapes", "The proportions of a list's pictures, a byte each.",
            description: """
                A byte is from 1 to 255: width over height is 0.4 × 12.5 ^ ((byte − 1) / 254), which is at most half a percent off; what is taller than 2:5 or wider \
                than 5:1 counts as that. `Position` is the place in the change log at which the list was so.
                """, needs: .viewing,
            parameters: .list(
                and: .query("offset", .whole(from: 0).standard(0)), .query("limit", .whole(from: 0, to: mostShapes).standard(1_048_576))),
            answers: [.of(MIMEType.data, "Fewer than asked for at the list's end.")]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            let wanted = try ViewRequest(parameters, zone: context.library.environment.timeZone)
            let offset = try parameters.number("offset", in: 0 ... .max, standard: 0)
            let limit = try parameters.number("limit", in: 0...mostShapes, standard: mostShapes)
            let (position, shapes) = try await context.read(wanted) { reader in
                let snapshot = try context.list(wanted, reader).snapshot
                return (snapshot.position, try snapshot.list.shapes { try reader.assetShapes(of: snapshot.ids) })
            }
            let bytes = shapes.dropFirst(offset).prefix(limit)
            var headers: HTTPFields = [.contentType: MIMEType.data, .cacheControl: "no-store"]
            headers[Self.position] = String(position.rawValue)
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        },
        Route(
            "/api/assets/{id}", "asset", "Everything about one asset.", needs: .viewing,
            parameters: [.asset, .header("Accept-Language", "In which language its place is named: English, German or Chinese.", .string)],
            answers: [.json(.named("Asset"), "What the command line tool shows as well, and what a page needs besides."), .notModified]
        ) { request, parameters, context in
            let id = try parameters.require("id"), language = context.pages.titleLanguage(for: request.headers[.acceptLanguage])
            var response = Response.json(try await context.read { try AssetAnswer(id, $0, context.library, in: language).json }, for: request)
            response.headers[.vary] = "Accept-Language"
            return response
        },
        Route(
            "/api/assets/{id}/exposure", "exposure", "How a photo was exposed, and whether its date is only the file's: read from its original.", needs: .viewing,
            parameters: [.asset],
            answers: [
                .json(.named("Exposure"), "What the file says; null for what nobody knows, and all of it where there is no file to be read."), .notModified,
            ]
        ) { request, parameters, context in
            let id = try parameters.require("id")
            return Response.json(try await ExposureAnswer(id, context).json, for: request)
        },
        Route(
            "/api/place", "place", "Where an asset stands in a list, or where it would.", needs: .viewing,
            parameters: .list(and: .query("id", isRequired: true, .id)), answers: [.json(.named("Place"), "Its place."), .notModified]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            let wanted = try ViewRequest(parameters, zone: context.library.environment.timeZone)
            guard let id = parameters["id"] else { throw Problem(parameter: "id", "Name the asset whose place is looked for.") }
            return Response.json(try await context.read(wanted) { try place(of: id, wanted, $0, context) }, for: request)
        },
    ]

    private static func page(
        _ snapshot: ViewSnapshot, _ offset: Int, _ limit: Int, _ reader: LibraryReader, _ context: GalleryContext
    ) throws -> [UInt8] {
        let start = min(offset, snapshot.count), end = start + min(limit, snapshot.count - start)
        let tiles = try context.tiles(snapshot.ids[start..<end], reader)
        var json = JSONWriter()
        json.object { json in
            json.field("position", snapshot.position.rawValue)
            json.field("count", snapshot.count)
            json.field("offset", offset)
            json.array("assets") { json in
                for tile in tiles { json.element(tile) }
            }
        }
        return json.bytes
    }

    private static func place(of id: String, _ wanted: ViewRequest, _ reader: LibraryReader, _ context: GalleryContext) throws -> [UInt8] {
        let (view, snapshot) = try context.list(wanted, reader)
        let found = try AssetIndex(of: AssetAnswer.record(id, reader), in: snapshot, view.order, reader, context.library.environment.timeZone)
        var json = JSONWriter()
        json.object { json in
            json.field("position", snapshot.position.rawValue)
            json.field("index", found.index)
            json.field("nearest", found.nearest)
        }
        return json.bytes
    }
}
