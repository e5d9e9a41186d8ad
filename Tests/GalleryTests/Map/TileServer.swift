import Foundation
import PhotosServer
import Synchronization

/// A server of map tiles, of another origin: each is of one colour, which tells its zoom.
final class TileServer: Sendable {
    private let server: OtherOrigin
    private let requests: Requests

    /// The heads of all that was asked here.
    var asked: [String] { requests.heads.withLock { $0 } }

    /// What of tiles was asked for, as zoom, column and row.
    var tiles: [[Int]] { asked.map { $0.split(whereSeparator: { "/. ".contains($0) }).dropFirst().prefix(3).compactMap { Int($0) } } }

    /// - Parameter finest: the finest zoom of which it has any; below 0 it has none at all.
    init(finest: Int = 20) throws {
        let requests = Requests()
        self.requests = requests
        server = try OtherOrigin { head in
            requests.heads.withLock { $0.append(head) }
            guard let zoom = head.split(separator: "/").dropFirst().first.flatMap({ Int($0) }), zoom <= finest else { return nil }
            let colour = Self.colours[zoom % 2]
            return ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' width='256' height='256'><rect width='256' height='256' fill='\(colour)'/></svg>")
        }
    }

    /// Of even zooms, and of odd ones.
    private static let colours = ["rgb(200,40,40)", "rgb(40,160,60)"]

    var origin: String { server.origin }

    func named(credit: String) throws -> MapTiles { try MapTiles(server.origin + "/{z}/{x}/{y}.svg", credit: credit) }
}

private final class Requests: Sendable {
    let heads = Mutex<[String]>([])
}
