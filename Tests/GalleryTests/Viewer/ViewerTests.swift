import Browser
import Foundation
import PhotosTesting
import TestSupport
import Testing

extension GalleryTests {
    /// What can go wrong while one photo is looked at.
    @Suite struct Viewer {
        static func library(_ count: Int, gazetteer: MadeGazetteer? = nil) throws -> (world: World, ids: [String]) {
            let world = try World(gazetteer: gazetteer)
            let start = Date(timeIntervalSince1970: 1_560_000_000)
            let ids = try world.add(
                (0..<count).map { number in
                    .init(
                        filename: "IMG_\(number).JPG", date: start.addingTimeInterval(Double(-60 * number)),
                        photo: try FixtureImages.jpeg(width: 640, height: 480, seed: number))
                })
            return (world, ids)
        }

        /// An act of somebody else, by the API.
        static func act(_ body: JSON, in page: Page) async throws {
            let answer: String = try await page.call(
                """
                async body => {
                  const headers = { 'Content-Type': 'application/json' }
                  const answer = await fetch('/api/acts', { method: 'POST', headers, body: JSON.stringify(body) })
                  return answer.ok ? '' : answer.text()
                }
                """, body)
            #expect(answer == "")
        }

        private static func delete(_ id: String, in page: Page) async throws { try await act(["act": "delete", "assets": [.string(id)]], in: page) }

        static let heading = "document.querySelector('#viewer .viewer-name').textContent"

        @Test func aPhotoThatIsDeletedWhileShownMakesWayForTheNext() async throws {
            let (world, ids) = try Self.library(4)
            try await Gallery.open(world, at: "#/library/asset/\(ids[1])") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                try await page.waitFor("\(Self.heading) === 'IMG_1.JPG'", "the photo's name")
                try await Self.delete(ids[0], in: page)
                try await page.waitFor("document.querySelector('#viewer .viewer-previous').disabled", "the photo to be the first")
                #expect(try await page.evaluate(Self.heading) == "IMG_1.JPG")
                try await Self.delete(ids[1], in: page)
                try await page.waitFor("\(Self.heading) === 'IMG_2.JPG'", "the next photo")
                try await page.waitFor("!document.querySelector('.viewer-notice').hidden", "a word about it")
                try await gallery.waitForViewed(ids[2])
                try await Self.delete(ids[3], in: page)
                try await Self.delete(ids[2], in: page)
                try await gallery.waitForViewer(isOpen: false)
                #expect(try await gallery.viewedID() == nil)
            }
        }

        /// The page gets the answer that says where the photo stands only once it has followed a later commit, in which all indexes changed.
        @Test func anAddressedPhotoOpensAndNotItsNeighbourWhereACommitFallsBetweenItsIndexAndItsOpening() async throws {
            let (world, ids) = try Self.library(6)
            try await Gallery.open(world, at: "#/library") { gallery in
                let page = gallery.page
                let _: Bool = try await page.call(
                    """
                    async first => {
                      const real = window.fetch
                      window.fetch = async (path, options) => {
                        const answer = await real(path, options)
                        if (!String(path).startsWith('/api/place')) return answer
                        window.fetch = real
                        const headers = { 'Content-Type': 'application/json' }
                        await real('/api/acts', { method: 'POST', headers, body: JSON.stringify({ act: 'delete', assets: [first] }) })
                        const cell = `#timeline [role=gridcell][data-id="${first}"]`
                        while (document.querySelector(cell)) await new Promise(resolve => requestAnimationFrame(resolve))
                        return answer
                      }
                      return true
                    }
                    """, ids[0])
                try await page.run("location.hash = '#/library/asset/\(ids[3])'")
                try await gallery.waitForViewer()
                try await page.waitFor("\(Self.heading) !== ''", "a photo's name")
                #expect(try await page.evaluate(Self.heading) == "IMG_3.JPG")
                #expect(try await gallery.viewedID() == ids[3])
            }
        }

        @Test func neighboursAreFetchedAheadAndNothingElse() async throws {
            let (world, ids) = try Self.library(9)
            try await Gallery.open(world, at: "#/library/asset/\(ids[4])") { gallery in
                let page = gallery.page
                func waitForPreviews(of indices: ClosedRange<Int>) async throws {
                    let wanted = Set(indices.map { ids[$0] })
                    try await page.waitFor(
                        """
                        (wanted => [...document.querySelectorAll('#viewer .slide')].filter(slide => slide.querySelector('.picture-preview'))
                          .map(slide => slide.dataset.id).sort().join() === wanted)(\(JSON.literal(wanted.sorted().joined(separator: ","))))
                        """, "the previews of \(indices)")
                }
                func asked() -> Set<Int> {
                    Set(
                        page.log.requests.compactMap { request in
                            guard request.path.hasSuffix("/preview") else { return nil }
                            return ids.firstIndex { request.path.contains($0) }
                        })
                }
                try await waitForPreviews(of: 3...5)
                #expect(asked() == [3, 4, 5])
                try await page.press("ArrowRight")
                try await waitForPreviews(of: 4...6)
                #expect(asked() == [3, 4, 5, 6])
                #expect(!page.log.requests.contains { $0.path.hasSuffix("/full") })
                #expect(try await page.evaluate("document.querySelectorAll('#viewer .slide').length") == 3)
            }
        }

        @Test func theWheelZoomsAroundThePointer() async throws {
            let (world, ids) = try Self.library(2)
            try await Gallery.open(world, at: "#/library/asset/\(ids[0])") { gallery in
                let page = gallery.page
                let picture = "document.querySelector('#viewer .slide:not([aria-hidden]) .picture')"
                /// How large the picture is, and what part of it lies under the pointer.
                func look() async throws -> [Double] {
                    try await page.evaluate(
                        """
                        (({ x, y, width, height }) => [width, (500 - x) / width, (300 - y) / height])(\(picture).getBoundingClientRect())
                        """)
                }
                try await page.waitFor("\(picture)?.querySelector('.picture-preview')", "the preview")
                let before = try await look()
                try await page.moveMouse(to: 500, 300)
                try await page.wheel(-800)
                try await page.waitFor("\(picture).style.transform !== ''", "the picture to be larger")
                let after = try await look()
                #expect(after[0] > before[0] * 2)
                #expect(abs(after[1] - before[1]) < 0.01 && abs(after[2] - before[2]) < 0.01, "\(before) \(after)")
                try await page.press("0")
                // A browser that was late begins to ease only after the class is gone, and then goes on.
                try await page.waitFor("\(picture).style.transform === '' && \(picture).getAnimations().length === 0", "the picture to fit again")
                #expect(abs(try await look()[0] - before[0]) < 0.5)
            }
        }

        @Test func theFocusStaysInTheViewerAndGoesBackToThePhoto() async throws {
            let (world, ids) = try Self.library(5)
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await gallery.cell(2).click()
                try await gallery.waitForViewed(ids[2])
                try await gallery.waitForViewer()
                for key in ["Tab", "Shift+Tab"] {
                    for _ in 0..<20 {
                        try await page.press(key)
                        let isInside: Bool = try await page.evaluate("document.getElementById('viewer').contains(document.activeElement)")
                        let focused = try await page.focused()
                        #expect(isInside, "\(key) leads to \(focused)")
                    }
                }
                try await page.press("ArrowRight")
                try await gallery.waitForViewed(ids[3])
                try await page.press("Escape")
                try await gallery.waitForFocus(on: 3)
            }
        }
    }
}
