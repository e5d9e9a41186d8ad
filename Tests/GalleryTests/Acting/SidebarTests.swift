import Browser
import Foundation
import Testing

extension GalleryTests {
    @Suite struct SidebarWidth {
        private static let long = "An album with a name that is too long for the room that there is beside the photos"
        private static let width = "Math.round(document.getElementById('sidebar').getBoundingClientRect().width)"

        @Test(arguments: Hands.allCases) func `the sidebar is widened, keeps its width, and goes back to the usual one`(_ hands: Hands) async throws {
            let world = try World.ofTwelveYears()
            try world.add([], album: Self.long)
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.waitFor("document.querySelectorAll('#sidebar [role=treeitem]').length > 4", "the albums")
                let photos = "Math.round(document.getElementById('timeline').getBoundingClientRect().left)"
                #expect(try await page.evaluate(Self.width, as: Int.self) == 232)
                let edge = try await page.element("#sidebar [role=separator]")
                switch hands {
                case .mouse:
                    try await page.drag(from: (232, 300), to: (360, 320))
                case .keyboard:
                    try await edge.focus()
                    for _ in 0..<8 { try await page.press("ArrowRight") }
                }
                #expect(try await page.evaluate(Self.width, as: Int.self) == 360)
                #expect(try await page.evaluate(photos, as: Int.self) == 360)
                #expect(try await edge.attribute("aria-valuenow") == "360")
                _ = await page.keepScreenshot(named: "sidebar-wide")
                try await page.reload()
                try await gallery.waitForCount(242)
                #expect(try await page.evaluate(Self.width, as: Int.self) == 360)
                try await page.waitFor("document.querySelector('#sidebar [role=separator]')", "the edge")
                switch hands {
                case .mouse:
                    try await page.run("document.querySelector('#sidebar [role=separator]').dispatchEvent(new MouseEvent('dblclick'))")
                case .keyboard:
                    try await page.element("#sidebar [role=separator]").focus()
                    try await page.press("End")
                    #expect(try await page.evaluate(Self.width, as: Int.self) == 480)
                    try await page.press("Home")
                    #expect(try await page.evaluate(Self.width, as: Int.self) == 180)
                    try await page.press("Enter")
                }
                #expect(try await page.evaluate(Self.width, as: Int.self) == 232)
            }
        }

        @Test func `a name that is cut off is told whole beside the pointer, and one that fits is not`() async throws {
            let world = try World.ofTwelveYears()
            try world.add([], album: Self.long)
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.waitFor("[...document.querySelectorAll('#sidebar .name')].some(one => one.textContent === \(JSON.literal(Self.long)))", "the album")
                let title = { (name: String) in "[...document.querySelectorAll('#sidebar .name')].find(one => one.textContent === \(JSON.literal(name))).title" }
                for (name, expected) in [(Self.long, Self.long), ("Library", "")] {
                    let box = try await page.evaluate(
                        """
                        (box => [box.x + 20, box.y + 10])([...document.querySelectorAll('#sidebar .name')].find(one => one.textContent === \(JSON.literal(name))).getBoundingClientRect())
                        """, as: [Double].self)
                    try await page.moveMouse(to: box[0], box[1])
                    try await page.waitForFrames(2)
                    let told = try await page.evaluate(title(name), as: String.self)
                    #expect(told == expected)
                }
            }
        }
    }
}
