import Browser
import Foundation
import Testing

extension GalleryTests {
    /// The photos of one list on the map: the way there from an album and from a search, and back.
    @Suite struct ListOnMap {
        private struct Collections: Decodable {
            struct One: Decodable { let id: String, title: String? }
            let collections: [One]
        }

        private static let toMap = "#toolbar .on-map", toList = "#map .map-line button"

        /// An album of two photos of Lisbon and one of Berlin.
        private static func makeAlbum(of atlas: Atlas, in gallery: GalleryPage) async throws -> (id: String, photos: [String]) {
            let photos = [atlas.lisbon[0], atlas.lisbon[1], atlas.berlin[0]]
            try await Viewer.act(["act": "createAlbum", "title": "Trip", "assets": .array(photos.map { .string($0) })], in: gallery.page)
            let album = try #require(try await gallery.api("/api/collections", as: Collections.self).collections.first { $0.title == "Trip" })
            return (album.id, photos)
        }

        private static let trip = ["2 photos, near Lisbon", "Photo, 8 June 2019, IMG_3.JPG, near Berlin"]
        private static let all = ["3 photos, near Lisbon", "2 photos, near Berlin", "Photo, 8 June 2019, IMG_5.JPG"]

        private static func waitForTitle(_ title: String, in gallery: GalleryPage) async throws {
            try await gallery.page.waitFor("document.querySelector('#toolbar h1').textContent === \(JSON.literal(title))", title)
        }

        @Test(arguments: Hands.allCases) func `an album is shown on the map alone, its groups lead into it, and Back to it`(_ hands: Hands) async throws {
            let atlas = try Atlas()
            try await atlas.open(at: "#/library") { gallery in
                let page = gallery.page, album = try await Self.makeAlbum(of: atlas, in: gallery)
                #expect(try await page.evaluate("document.querySelector('\(Self.toMap)').hidden", as: Bool.self), "the map of all stands in the sidebar")
                try await hands.show("Trip", in: gallery)
                try await hands.press(Self.toMap, in: gallery)
                try await gallery.waitForGroups(Self.trip)
                try await Self.waitForTitle("Map: Trip", in: gallery)
                #expect(try await page.evaluate("document.title", as: String.self) == "Map: Trip – Photos")
                #expect(try await page.evaluate("document.activeElement.id", as: String.self) == "map", "the button that was pressed is gone")
                #expect(try await page.evaluate("document.querySelector('.map-status').textContent", as: String.self) == "3 photos in this view")
                try await hands.press(Self.toList, in: gallery)
                try await gallery.waitForCount(3)
                try await gallery.waitForPhotos()
                #expect(try await gallery.cells().map(\.id) == album.photos, "the others of these places are in no album")
                try await page.run("history.back()")
                try await Self.waitForTitle("Map: Trip", in: gallery)
                try await gallery.waitForGroups(Self.trip)
                let address = try await page.evaluate("location.hash", as: String.self)
                #expect(address.hasPrefix("#/map?in=album%3A\(album.id)&at="), "\(address)")
                // All photos again are elsewhere.
                try await hands.show("Map", in: gallery)
                try await gallery.waitForGroups(Self.all)
                try await page.run("history.back()")
                try await gallery.waitForGroups(Self.trip)
                try await page.run("history.back()")
                try await Self.waitForTitle("Trip", in: gallery)
                try await gallery.waitForCount(3)
                // The same by the album's own menu, and with the address alone.
                try await page.element("#sidebar [aria-label^=Trip]").click(button: "right")
                try await page.element(role: "menuitem", name: "Show on map").click()
                try await gallery.waitForGroups(Self.trip)
                try await gallery.go(to: "#/library")
                try await gallery.go(to: address)
                try await gallery.waitForGroups(Self.trip)
                try await Viewer.act(["act": "deleteCollection", "collection": .string(album.id)], in: page)
                try await gallery.waitForToast("This album was deleted.")
                try await Self.waitForTitle("Library", in: gallery)
            }
        }

        /// Of photos that lie close to each other only one is found.
        @Test(arguments: [Screen.desktop, .phone]) func `a search is shown on the map alone, and its groups lead to what was searched for`(_ screen: Screen) async throws {
            let atlas = try Atlas()
            try await atlas.open(on: screen, at: "#/search?q=IMG_0") { gallery in
                let page = gallery.page
                func press(_ selector: String) async throws {
                    let element = try await page.element(selector)
                    if screen.isPhone { try await element.tap() } else { try await element.click() }
                }
                try await gallery.waitForCount(1)
                if screen.isPhone {
                    try await page.element(role: "button", name: "More").tap()
                    try await page.element(role: "menuitem", name: "Show on map").tap()
                } else {
                    try await press(Self.toMap)
                }
                let group = ["Photo, 8 June 2019, IMG_0.JPG, near Alfama"]
                try await gallery.waitForGroups(group)
                try await Self.waitForTitle("Map: “IMG_0”", in: gallery)
                try await gallery.waitForPhotos()
                try await press(Self.toList)
                try await Self.waitForTitle("An area on the map", in: gallery)
                try await gallery.waitForCount(1)
                try await gallery.waitForPhotos()
                #expect(try await gallery.cells().map(\.id) == [atlas.lisbon[0]])
                try await page.run("history.back()")
                try await gallery.waitForGroups(group)
                #expect(try await page.evaluate("location.hash.startsWith('#/map?q=IMG_0&at=')", as: Bool.self))
                try await press(".map-cluster[data-id=\"\(atlas.lisbon[0])\"]")
                try await gallery.waitForViewed(atlas.lisbon[0])
            }
        }
    }
}
