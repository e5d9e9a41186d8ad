import Browser
import Foundation
import LibraryEngine
import PhotoModel
import PhotosServer
import PhotosTesting
import TestSupport
import Testing

/// A library of three places: three photos of Lisbon some thirty metres from each other, two of Berlin, one of Sydney, and land to stand on.
final class Atlas: Sendable {
    let world: World
    let outlines: MadeOutlines
    /// The newest of each place first.
    let lisbon: [String], berlin: [String], sydney: [String]

    init() throws {
        let world = try World(gazetteer: try MadeGazetteer())
        let places = [(38.7118, -9.1261), (38.7115, -9.1261), (38.7112, -9.1261), (52.52, 13.405), (52.52, 13.405), (-33.8568, 151.2153)]
        let ids = try world.addPictures(places.count)
        try world.place(Array(zip(ids, places)))
        (self.world, outlines) = (world, try MadeOutlines())
        (lisbon, berlin, sydney) = (Array(ids[0..<3]), Array(ids[3..<5]), [ids[5]])
    }

    /// Opens the page of the map, with the land of this atlas.
    func open(
        on screen: Screen = .desktop, at fragment: String = "#/map", _ name: String = #function, _ body: (GalleryPage) async throws -> Void
    ) async throws {
        let folder = outlines.folder.path
        try await Gallery.open(world, on: screen, at: fragment, name, configure: { $0.outlines = folder }, body)
    }
}

extension World {
    /// Pictures of a day of June 2019, a minute before each other, the newest first.
    func addPictures(_ count: Int) throws -> [String] {
        let start = Date(timeIntervalSince1970: 1_560_000_000)
        return try add(
            (0..<count).map { number in
                NewAsset(
                    filename: "IMG_\(number).JPG", date: start - Double(60 * number), photo: try FixtureImages.jpeg(width: 640, height: 480, seed: number))
            })
    }

    /// Says where photos were taken, each with its latitude and longitude.
    func place(_ places: [(String, (Double, Double))]) throws {
        _ = try library.performChanges(author: "test") { transaction in
            for (id, position) in places {
                let uuid = try #require(UUID(uuidString: id)), row = try #require(try transaction.reader.assetID(uuid: uuid))
                try transaction.update(assetID: row) { $0.location = LocationRecord(latitude: position.0, longitude: position.1) }
            }
        }
    }
}

extension GalleryPage {
    /// Latitude, longitude and zoom in the address of a map; none in that of a map that nobody has moved.
    static let mapPlace = "(location.hash.match(/^#\\/map\\?at=([^,]+),([^,]+),(.+)$/) ?? []).slice(1).map(Number)"

    func mapPlace() async throws -> [Double] { try await page.evaluate(Self.mapPlace) }

    /// Waits until the address says that the map stands where a condition over `[latitude, longitude, zoom]` is true, and until what is there is shown.
    func waitForMap(_ condition: String, _ what: String) async throws {
        try await page.waitFor("((at) => at.length === 3 && (([latitude, longitude, zoom]) => \(condition))(at))(\(Self.mapPlace))", what)
        try await waitForPhotos()
    }

    /// What the groups in sight are called, the biggest first.
    static let mapNames = "[...document.querySelectorAll('.map-cluster:not(.is-away)')].map(one => one.getAttribute('aria-label'))"

    func waitForGroups(_ names: [String]) async throws {
        do {
            try await page.waitFor("JSON.stringify(\(Self.mapNames)) === JSON.stringify(\(JSON.literal(names)))", "the groups \(names)")
        } catch {
            throw BrowserError("\(error), but there are \(try await page.evaluate(Self.mapNames, as: [String].self))")
        }
    }
}
