import Browser
import Foundation
import PhotosTesting
import TestSupport
import Testing

extension GalleryTests {
    /// The photos on a map of the world: seen, found, and led to.
    @Suite struct PhotosOnMap {
        /// From near, parts of towns have their names.
        private static let alfama = "3 photos, near Alfama"
        private static let lisbon = "3 photos, near Lisbon", berlin = "2 photos, near Berlin", sydney = "Photo, 8 June 2019, IMG_5.JPG"

        private static func status(_ page: Page) async throws -> String { try await page.evaluate("document.querySelector('.map-status').textContent") }

        private static func credits(_ page: Page) async throws -> String { try await page.evaluate("document.querySelector('.map-credits').textContent") }

        private static func ids(_ gallery: GalleryPage) async throws -> [String] { try await gallery.cells().map(\.id) }

        private static func group(_ id: String) -> String { ".map-cluster[data-id=\"\(id)\"]" }

        private static func waitForMapAgain(_ gallery: GalleryPage) async throws {
            try await gallery.page.waitFor("!document.getElementById('map').hidden", "the map again")
            try await gallery.waitForPhotos()
        }

        @Test(arguments: Hands.allCases) func `groups of photos stand where they were taken, and lead to just these`(_ hands: Hands) async throws {
            let atlas = try Atlas()
            try await atlas.open(at: "#/library") { gallery in
                let page = gallery.page
                #expect(!page.log.requests.contains { $0.path.hasPrefix("/api/map") }, "nobody has turned to the map")
                try await hands.show("Map", in: gallery)
                try await gallery.waitForGroups([Self.lisbon, Self.berlin, Self.sydney])
                let numbers = "[...document.querySelectorAll('.map-count')].map(one => one.hidden ? '' : one.textContent)"
                #expect(try await page.evaluate(numbers, as: [String].self) == ["3", "2", ""])
                #expect(try await Self.status(page) == "6 photos in this view")
                #expect(try await Self.credits(page) == "Names of places: GeoNames, CC BY 4.0 · Outlines: Natural Earth")
                #expect(try await page.evaluate("document.title", as: String.self) == "Map – Photos")
                // West is left, north is up.
                let boxes = try await [atlas.lisbon, atlas.berlin, atlas.sydney].asyncMap { try await page.element(Self.group($0[0])).box() }
                #expect(boxes[0].x < boxes[1].x && boxes[1].x < boxes[2].x && boxes[1].y < boxes[0].y && boxes[0].y < boxes[2].y, "\(boxes)")
                try await hands.press(Self.group(atlas.lisbon[0]), in: gallery)
                let isNear = "zoom === 16 && Math.abs(latitude - 38.7115) < 0.01 && Math.abs(longitude + 9.1261) < 0.01"
                try await gallery.waitForMap(isNear, "the map to come near")
                try await gallery.waitForGroups([Self.alfama])
                #expect(try await Self.status(page) == "3 photos in this view")
                let address = try await page.evaluate("location.hash", as: String.self)
                // What stands on one spot is a list.
                try await hands.press(Self.group(atlas.lisbon[0]), in: gallery)
                try await gallery.waitForCount(3)
                try await gallery.waitForPhotos()
                #expect(try await Self.ids(gallery) == atlas.lisbon)
                #expect(try await page.evaluate("document.querySelector('#toolbar h1').textContent", as: String.self) == "An area on the map")
                try await page.run("history.back()")
                try await Self.waitForMapAgain(gallery)
                #expect(try await page.evaluate("location.hash", as: String.self) == address)
                try await gallery.waitForGroups([Self.alfama])
                for request in page.log.requests where !request.url.hasPrefix("data:") { #expect(request.url.hasPrefix(gallery.address), "\(request.url)") }
            }
        }

        @Test(arguments: Hands.allCases) func `a photo that stands alone opens, with the map behind it`(_ hands: Hands) async throws {
            let atlas = try Atlas()
            try await atlas.open { gallery in
                let page = gallery.page
                for leaves in [["Escape"], []] {
                    try await hands.press(Self.group(atlas.sydney[0]), in: gallery)
                    try await gallery.waitForViewer()
                    try await gallery.waitForViewed(atlas.sydney[0])
                    for key in leaves {
                        try await page.press(key)
                        try await gallery.waitForViewer(isOpen: false)
                        #expect(try await Self.ids(gallery) == atlas.sydney)
                    }
                    try await page.run("history.back()")
                    try await Self.waitForMapAgain(gallery)
                    try await gallery.waitForViewer(isOpen: false)
                    try await gallery.waitForGroups([Self.lisbon, Self.berlin, Self.sydney])
                }
            }
        }

        @Test func `keys move the map, make it larger, and go through the groups`() async throws {
            let atlas = try Atlas()
            try await atlas.open { gallery in
                let page = gallery.page
                try await Hands.keyboard.reach("#map", in: gallery)
                // Nobody has moved it yet: this is where it stands already.
                try await page.press("0")
                try await gallery.waitForMap("zoom > 1", "the whole library")
                let whole = try await gallery.mapPlace()
                try await page.press("+")
                try await gallery.waitForMap("zoom > \(whole[2] + 0.9)", "a larger world")
                try await page.press("ArrowRight")
                try await gallery.waitForMap("longitude > \(whole[1] + 20)", "what is in the east")
                try await page.press("ArrowUp")
                try await gallery.waitForMap("latitude > \(whole[0] + 5)", "what is in the north")
                try await page.press("-")
                try await gallery.waitForMap("Math.abs(zoom - \(whole[2])) < 0.02", "a smaller world")
                try await page.press("0")
                try await gallery.waitForMap("JSON.stringify([latitude, longitude, zoom]) === '\(JSON.literal(whole))'", "the whole library again")
                for name in [Self.lisbon, Self.berlin, Self.sydney] {
                    try await page.press("Tab")
                    #expect(try await page.evaluate("document.activeElement.getAttribute('aria-label')", as: String?.self) == name)
                }
                // The map moves under a group that has the focus, until that is out of sight.
                try await page.press("Shift+Tab", "Shift+Tab", "ArrowLeft")
                try await gallery.waitForMap("longitude < \(whole[1] - 20)", "what is in the west")
                try await page.press("+")
                try await gallery.waitForMap("zoom > \(whole[2] + 0.9)", "a larger world")
                #expect(try await page.evaluate("document.activeElement.dataset.id ?? null", as: String?.self) == atlas.lisbon[0])
                try await page.press("ArrowRight", "ArrowRight")
                try await page.waitFor("document.activeElement.id === 'map'", "the map to have the focus")
                try await page.press("-")
                try await gallery.waitForMap("Math.abs(zoom - \(whole[2])) < 0.02", "a smaller world")
            }
        }

        @Test func `a mouse drags the map, and its wheel makes it larger about the pointer`() async throws {
            let atlas = try Atlas()
            try await atlas.open(at: "#/map?at=40,-4,5") { gallery in
                let page = gallery.page, (x, y) = try await page.element("#map").box().middle
                // It is no click on the group that it begins at.
                let lisbon = try await page.element(Self.group(atlas.lisbon[0])).box().middle
                try await page.drag(from: lisbon, to: (lisbon.x + 150, lisbon.y))
                let isWest = "Math.abs(longitude + 4 + 150 / 8192 * 360) < 0.1 && Math.abs(latitude - 40) < 0.1 && zoom === 5"
                try await gallery.waitForMap(isWest, "the map to follow")
                #expect(try await gallery.isViewing == false)
                let before = try await page.element(Self.group(atlas.lisbon[0])).box()
                try await page.moveMouse(to: before.middle.x, before.middle.y)
                try await page.wheel(-200)
                try await gallery.waitForMap("Math.abs(zoom - 6) < 0.05", "a larger world")
                let after = try await page.element(Self.group(atlas.lisbon[0])).box()
                #expect(abs(after.x - before.x) < 2 && abs(after.y - before.y) < 2, "what is under the pointer stays there")
                try await page.click(at: x + 220, y - 150, count: 2)
                try await gallery.waitForMap("Math.abs(zoom - 7) < 0.05", "a larger world by a double click")
                try await page.element(role: "button", name: "Zoom out").click()
                try await gallery.waitForMap("Math.abs(zoom - 6) < 0.05", "a smaller world")
                try await page.element(role: "button", name: "All photos").click()
                try await gallery.waitForGroups([Self.lisbon, Self.berlin, Self.sydney])
                try await gallery.waitForPhotos()
                try await page.element(role: "button", name: "Show these photos").click()
                try await gallery.waitForCount(6)
            }
        }

        @Test func `fingers move the map, and make it larger`() async throws {
            let atlas = try Atlas()
            try await atlas.open(on: .phone, at: "#/map?at=40,-4,5") { gallery in
                let page = gallery.page, (x, y) = try await page.element("#map").box().middle
                try await page.swipe(from: (x + 60, y), to: (x - 60, y))
                try await gallery.waitForMap("longitude > -1 && longitude < 3 && zoom === 5", "what is in the east")
                try await page.pinch(at: (x, y), from: 100, to: 200)
                try await gallery.waitForMap("Math.abs(zoom - 6) < 0.1", "a larger world")
                let isAsItWas = try await page.evaluate("visualViewport.scale === 1 && document.scrollingElement.scrollTop === 0", as: Bool.self)
                #expect(isAsItWas, "the page itself stays as it was")
                try await gallery.go(to: "#/map?at=38.7115,-9.1261,16")
                try await gallery.waitForGroups([Self.alfama])
                try await page.element(Self.group(atlas.lisbon[0])).tap()
                try await gallery.waitForCount(3)
            }
        }

        @Test func `what others hide, delete or move is followed`() async throws {
            let atlas = try Atlas()
            try await atlas.open { gallery in
                let page = gallery.page
                func act(_ name: String, _ ids: [String], _ more: [String: JSON] = [:]) async throws {
                    try await Viewer.act(.object(more.merging(["act": .string(name), "assets": .array(ids.map { .string($0) })]) { $1 }), in: page)
                }
                try await gallery.waitForGroups([Self.lisbon, Self.berlin, Self.sydney])
                try await act("hide", atlas.sydney, ["value": true])
                try await gallery.waitForGroups([Self.lisbon, Self.berlin])
                #expect(try await Self.status(page) == "5 photos in this view")
                try await page.run("document.querySelector('\(Self.group(atlas.berlin[0]))').focus()")
                try await act("delete", [atlas.berlin[0]])
                try await gallery.waitForGroups([Self.lisbon, "Photo, 8 June 2019, IMG_4.JPG, near Berlin"])
                try await page.waitFor("document.activeElement.id === 'map'", "the map to have the focus of what is gone")
                try await act("delete", [atlas.berlin[1]])
                try await gallery.waitForGroups([Self.lisbon])
                try await act("edit", [atlas.lisbon[0]], ["edit": ["place": ["latitude": .number(52.52), "longitude": .number(13.405)]]])
                try await gallery.waitForGroups(["2 photos, near Lisbon", "Photo, 8 June 2019, IMG_0.JPG, near Berlin"])
            }
        }

        @Test func `without a place there is no photo on the map, and why is said`() async throws {
            let world = try World()
            let ids = try world.addPictures(2)
            try await Gallery.open(world, at: "#/map") { gallery in
                let page = gallery.page
                page.log.forgive("404")
                let empty = "document.querySelector('.map-empty')"
                try await page.waitFor("\(empty).checkVisibility()", "the page to say that there is none")
                let how = "Select photos in a list, and give them a place by “Change details…”."
                #expect(try await page.evaluate("\(empty).textContent", as: String.self) == "No photo says where it was taken" + how)
                #expect(try await Self.status(page) == "No photo here")
                let show = try await page.element(role: "button", name: "Show these photos")
                #expect(try await show.attribute("aria-disabled") == "true")
                try await page.run("document.querySelector('.map-line button').click()")
                #expect(try await page.evaluate("location.hash.startsWith('#/map')", as: Bool.self))
                let edit: JSON = ["place": ["latitude": .number(38.7115), "longitude": .number(-9.1261)]]
                try await Viewer.act(["act": "edit", "assets": .array(ids.map { .string($0) }), "edit": edit], in: page)
                try await gallery.waitForGroups(["2 photos"])
                #expect(try await page.evaluate("\(empty).checkVisibility()", as: Bool.self) == false)
                #expect(try await Self.status(page) == "2 photos in this view")
                #expect(try await show.attribute("aria-disabled") == "false")
            }
        }

        @Test func `without outlines there are lines and groups, and a word about it`() async throws {
            let atlas = try Atlas()
            try await Gallery.open(atlas.world, at: "#/map") { gallery in
                let page = gallery.page
                page.log.forgive("404")
                try await gallery.waitForGroups([Self.lisbon, Self.berlin, Self.sydney])
                let note = "The map lacks outlines. The map has no land, since PHOTOS_OUTLINES names no folder."
                try await page.waitFor("document.querySelector('.map-note').textContent === \(JSON.literal(note))", "why there is no land")
                #expect(try await Self.credits(page) == "Names of places: GeoNames, CC BY 4.0")
            }
        }

        @Test func `files that are damaged are told once, of borders as of land`() async throws {
            let atlas = try Atlas(), made = atlas.outlines
            func expectNote(_ lack: String, _ file: URL, isDrawn: Bool) async throws {
                try await atlas.open { gallery in
                    let page = gallery.page
                    page.log.forgive("404")
                    try await gallery.waitForGroups([Self.lisbon, Self.berlin, Self.sydney])
                    let why = "is damaged: it is no shapefile. Bring it back with 'apt-get install --reinstall libmagics++-data'."
                    let note = "The map lacks outlines. \(lack), since \(file.path) \(why)"
                    try await page.waitFor("document.querySelector('.map-note').textContent === \(JSON.literal(note))", "what is damaged")
                    try await gallery.waitForPhotos()
                    #expect(try await page.evaluate("document.querySelector('.map-note').checkVisibility()", as: Bool.self))
                    #expect(try await Self.credits(page).contains("Outlines") == isDrawn)
                }
            }
            for scale in MadeOutlines.scales { try Data().write(to: made.borders(scale)) }
            try await expectNote("The map has no borders", made.borders(), isDrawn: true)
            for scale in MadeOutlines.scales { try Data().write(to: made.land(scale)) }
            try await expectNote("The map has no land", made.land(), isDrawn: false)
        }

        @Test func `what is damaged in one scale is drawn of another, and nothing is said`() async throws {
            let atlas = try Atlas()
            try Data().write(to: atlas.outlines.borders("50m"))
            try await atlas.open { gallery in
                let page = gallery.page
                page.log.forgive("404")
                try await gallery.waitForGroups([Self.lisbon, Self.berlin, Self.sydney])
                try await gallery.go(to: "#/map?at=40,-4,4")
                try await gallery.waitForPhotos()
                // The page asks for a scale when it draws what it was moved to, which the photos do not wait for.
                func hasAsked() -> Bool { page.log.requests.contains { $0.url.hasSuffix("/api/map/borders?scale=50m") && $0.outcome != .loading } }
                let end = Date.now + 10
                while !hasAsked(), Date.now < end { try await page.waitForFrames(1) }
                #expect(hasAsked())
                try await page.waitForFrames(2)
                #expect(try await page.evaluate("document.querySelector('.map-note').hidden", as: Bool.self))
            }
        }

        @Test func `land is told from water, in the colours of the theme`() async throws {
            let atlas = try Atlas()
            try await atlas.open(at: "#/map?at=40,-4,5") { gallery in
                let page = gallery.page, (x, y) = try await page.element("#map").box().middle
                func colours() async throws -> (land: Colour, water: Colour) {
                    try await page.waitForFrames(3)
                    // Ten degrees to the west, and not on a line.
                    let found = try await page.colours(at: [(x + 6, y + 6), (x - 10 / 360 * 8192 - 6, y + 6)])
                    return (found[0], found[1])
                }
                let light = try await colours()
                #expect(light.land.distance(to: light.water) > 15, "\(light)")
                try await page.element(role: "button", name: "Theme: as the system").click()
                try await page.element(role: "button", name: "Theme: light").click()
                try await page.waitFor("document.documentElement.dataset.theme === 'dark'", "the dark theme")
                let dark = try await colours()
                #expect(dark.land.distance(to: dark.water) > 15 && dark.land.distance(to: light.land) > 150, "\(dark)")
                let canvas = "document.querySelector('.map-canvas')"
                #expect(try await page.evaluate("\(canvas).width === Math.round(\(canvas).clientWidth * devicePixelRatio)", as: Bool.self))
            }
        }

        @Test(arguments: Look.all) func `the map can be seen and read`(_ look: Look) async throws {
            let atlas = try Atlas()
            try await atlas.open(on: look.screen) { gallery in
                try await gallery.inspect("\(look.testDescription)-map")
                try await gallery.go(to: "#/map?at=38.7115,-9.1261,16")
                try await gallery.inspect("\(look.testDescription)-map-near")
            }
            let world = try World()
            _ = try world.addPictures(1)
            try await Gallery.open(world, on: look.screen, at: "#/map") { gallery in
                gallery.page.log.forgive("404")
                try await gallery.inspect("\(look.testDescription)-map-empty")
            }
        }
    }
}

extension Array where Element: Sendable {
    /// One after the other.
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
