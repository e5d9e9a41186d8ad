import Descriptions
import Foundation
import Geodesy
import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import Outlines
import PhotoModel
import Support

/// A map of a list: its photos, put together where they lie close, names of towns, and outlines of land.
enum MapRoutes {
    /// The most towns in one answer.
    static let mostTowns = 200
    /// Pixels between two towns, at least. A page leaves out names that would lie on others, and tells by the rest near to what photos are.
    private static let townDistance: UInt32 = 40

    private static let box: [Route.Parameter] = [
        .query("west", "Degrees; greater than east for a part of the world across the line where 180 degrees east become west.", isRequired: true, .degrees(180)),
        .query("south", isRequired: true, .degrees(90)), .query("east", isRequired: true, .degrees(180)), .query("north", isRequired: true, .degrees(90)),
        .query("zoom", "At which the world is a square of 256 × 2^zoom pixels (Web Mercator).", isRequired: true, .whole(from: 0, to: Mercator.deepest)),
    ]

    static let routes: [Route] = [
        Route(
            "/api/map", "map", "Where the photos of a list were taken, in a part of the world.",
            description: """
                Photos whose places are closer than \(MapClusters.distance) pixels to each other are one cluster, and clusters stand at least so far apart; further where there would be \
                more than \(MapClusters.most). The same photos are the same clusters whichever part is asked for, but for its edge.
                """, needs: .viewing,
            parameters: .list() + box,
            answers: [.json(.named("Map"), "The biggest clusters first."), .notModified]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query)
            let wanted = try ViewRequest(parameters, zone: context.library.environment.timeZone)
            let (box, zoom) = try part(parameters)
            guard MapClusters.isAskable(box, zoom: zoom) else {
                throw Problem(parameter: "zoom", "At \(zoom) this part of the world is more than \(MapClusters.widest) pixels wide or high. Ask for a smaller one, or zoom out.")
            }
            return Response.json(
                try await context.read(wanted) { reader in
                    let (view, snapshot) = try context.list(wanted, reader)
                    let points = try snapshot.list.points { MapPoints(try reader.assetPlaces(of: snapshot.ids)) }
                    return try json(points, MapClusters.clusters(of: points, in: box, zoom: zoom), view.search, snapshot, reader, context)
                }, for: request)
        },
        Route(
            "/api/map/towns", "mapTowns", "The towns that a map of a part of the world names.", needs: .viewing,
            parameters: box + [.header("Accept-Language", "In which language they are named: English, German or Chinese.", .string)],
            answers: [.json(.named("Towns"), "Those with most people first, \(townDistance) pixels from each other; none where nobody knows names."), .notModified]
        ) { request, _, context in
            let (box, zoom) = try part(try QueryParameters(request.uri.query)), language = context.pages.titleLanguage(for: request.headers[.acceptLanguage])
            let towns = try await context.work.run(.answer) {
                context.library.towns(in: box, zoom: zoom, distance: townDistance, most: mostTowns, language: language)
            }
            var json = JSONWriter()
            json.object { json in
                json.array("towns") { json in
                    for town in towns {
                        json.object { json in
                            json.field("name", town.name)
                            json.field("latitude", town.latitude)
                            json.field("longitude", town.longitude)
                            json.field("population", town.population)
                        }
                    }
                }
            }
            var response = Response.json(json.bytes, for: request)
            response.headers[.vary] = "Accept-Language"
            return response
        },
        Route(
            "/api/map/tiles", "mapTiles", "The server whose pictures a map draws instead of outlines.",
            description: "Only where the owner named one with photos serve --map-tiles. It learns which parts of the world are looked at.", needs: .viewing,
            answers: [.json(.named("MapTiles"), "null where nobody else is to be asked."), .notModified]
        ) { request, _, context in
            var json = JSONWriter()
            json.object { json in
                guard let tiles = context.mapTiles else { return json.null("tiles") }
                json.object("tiles") { json in
                    json.field("template", tiles.template)
                    json.field("server", tiles.server.origin)
                    json.field("credit", tiles.credit)
                }
            }
            return Response.json(json.bytes, for: request)
        },
        outlines("land", "mapLand", .land, "Rings around the land of the world."), outlines("borders", "mapBorders", .borders, "The lines between its countries."),
    ]

    private static func outlines(_ path: String, _ name: String, _ kind: OutlineFiles.Kind, _ summary: String) -> Route {
        Route(
            "/api/map/\(path)", name, summary,
            description: """
                In little endian: how many there are and how many points each has, in 32 bits; then the longitude and latitude of all points in degrees, as 32-bit \
                floating point. From Natural Earth, as a package ships it.
                """, needs: .viewing,
            parameters: [.query("scale", "1 to so many millions.", .string.among("110m", "50m", "10m").standard("110m"))],
            answers: [.of(MIMEType.data, "All of them."), .notModified, .problem(.notFound)]
        ) { request, _, context in
            guard let scale = OutlineFiles.Scale(rawValue: try QueryParameters(request.uri.query)["scale"] ?? "110m") else {
                throw Problem(parameter: "scale", "Write 110m, 50m or 10m.")
            }
            guard let files = context.outlines else { throw Problem.noOutlines("\(kind.lack), since PHOTOS_OUTLINES names no folder.") }
            let known = request.headers[.ifNoneMatch], tag: String, bytes: [UInt8]?
            do {
                (tag, bytes) = try await context.work.run(.answer) { () throws -> (String, [UInt8]?) in
                    // It is of the files as they are before they are read: what is written meanwhile gets a tag that is too old, and is asked for again.
                    let tag = "\"\(try files.stamp(kind, scale))\""
                    return (tag, try EntityTag.matches(known, tag) ? nil : files.outlines(kind, scale).bytes)
                }
            } catch let error as PackageFileError {
                throw Problem.noOutlines(error.description)
            }
            let headers: HTTPFields = [.contentType: MIMEType.data, .cacheControl: "no-cache", .eTag: tag]
            guard let bytes else { return Response(status: .notModified, headers: headers) }
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }

    private static func part(_ parameters: QueryParameters) throws(Problem) -> (MapBox, Int) {
        let west = try parameters.number("west", in: -180...180), east = try parameters.number("east", in: -180...180)
        let south = try parameters.number("south", in: -90...90), north = try parameters.number("north", in: -90...90)
        guard let box = MapBox(west: west, south: south, east: east, north: north) else { throw Problem(parameter: "south", "It lies north of north. Exchange the two.") }
        guard parameters["zoom"] != nil else { throw Problem(parameter: "zoom", "Say at which zoom the map is drawn, from 0 to \(Mercator.deepest).") }
        return (box, try parameters.number("zoom", in: 0...Mercator.deepest, standard: 0))
    }

    private static func json(
        _ points: MapPoints, _ clusters: [MapCluster], _ search: Search, _ snapshot: ViewSnapshot, _ reader: LibraryReader, _ context: GalleryContext
    ) throws -> [UInt8] {
        let ids = clusters.map { snapshot.ids[Int($0.first)] }
        let tiles = Dictionary(uniqueKeysWithValues: try context.tiles(ids, reader).map { ($0.record.id, $0) })
        var json = JSONWriter()
        json.object { json in
            json.field("position", snapshot.position.rawValue)
            json.field("count", snapshot.count)
            json.field("placed", points.count)
            json.field("predicate", search.predicate.map(\.description) ?? "")
            if let bounds = points.bounds { json.field("bounds", bounds) } else { json.null("bounds") }
            json.array("clusters") { json in
                for (cluster, id) in zip(clusters, ids) {
                    json.object { json in
                        json.field("latitude", cluster.latitude)
                        json.field("longitude", cluster.longitude)
                        json.field("count", cluster.count)
                        json.field("bounds", cluster.bounds)
                        json.field("tile", tiles[id])
                    }
                }
            }
        }
        return json.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func field(_ key: String, _ box: MapBox) {
        object(key) { json in
            json.field("west", box.west)
            json.field("south", box.south)
            json.field("east", box.east)
            json.field("north", box.north)
        }
    }
}

extension Schema {
    fileprivate static func degrees(_ most: Int) -> Schema { number(from: -most, to: most) }
}

extension Problem {
    fileprivate static func noOutlines(_ detail: String) -> Problem { Problem(.notFound, "outlines", title: "The map lacks outlines", detail: detail) }
}
