import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// Photos that are there twice: seen, merged, kept apart, and all of it taken back.
    @Suite struct Duplicates {
        /// Two pictures of one camera, each in two files whose pixels are the same; the larger one of each says how it was exposed.
        static func world() async throws -> World {
            let world = try World()
            for (number, time) in ["2019:06:12 10:00:00", "2019:06:12 11:00:00"].enumerated() {
                var metadata = FixtureImages.Metadata()
                (metadata.dateTimeOriginal, metadata.make, metadata.model) = (time, "Fujifilm", "X100")
                let plain = try FixtureImages.jpeg(width: 640, height: 480, seed: 3 * number, metadata: metadata)
                metadata.exposure = FixtureImages.Exposure(divisor: 250, fNumber: 2.8, iso: 100, focalLength: 5, focalLengthIn35mm: 26, flashFired: false)
                let exposed = try FixtureImages.jpeg(width: 640, height: 480, seed: 3 * number, metadata: metadata)
                for (name, data) in [("plain", plain), ("exposed", exposed)] { _ = try world.file("pictures/\(name)\(number).jpg", data) }
            }
            try await PhotosTool.run("import", "--quiet", world.folder.appending(path: "pictures").path, library: world.url)
            return world
        }

        private struct Group: Decodable {
            let title: String, told: String, names: [String], fates: [String], kept: String?
        }

        private static func groups(_ page: Page) async throws -> [Group] {
            try await page.evaluate(
                """
                [...document.querySelectorAll('.duplicate-group')].map(group => ({
                  title: group.querySelector('h2').textContent, told: group.querySelector('.duplicate-told').textContent,
                  names: [...group.querySelectorAll('.duplicate-name')].map(name => name.textContent),
                  fates: [...group.querySelectorAll('.duplicate-fate')].map(fate => fate.textContent),
                  kept: group.querySelector('.is-kept .duplicate-name')?.textContent ?? null }))
                """)
        }

        private static func waitForGroups(_ count: Int, _ page: Page) async throws {
            try await page.waitFor(
                "document.querySelectorAll('.duplicate-group h2').length === \(count) && document.querySelectorAll('.duplicate-group').length === \(count)", "\(count) groups")
        }

        private struct Library: Decodable {
            struct Counts: Decodable { var assets: Int, trashed: Int }
            var counts: Counts
        }

        private static func counts(_ gallery: GalleryPage) async throws -> [Int] {
            let counts = try await gallery.api("/api/library", as: Library.self).counts
            return [counts.assets, counts.trashed]
        }

        @Test(arguments: Hands.allCases) func `a group is merged, and had back`(_ hands: Hands) async throws {
            try await Gallery.open(try await Self.world()) { gallery in
                let page = gallery.page
                try await hands.show("Duplicates", in: gallery)
                try await Self.waitForGroups(2, page)
                let groups = try await Self.groups(page)
                #expect(groups.map(\.title) == ["The same pixels", "The same pixels"])
                for group in groups {
                    #expect(group.fates == ["Stays", "Goes"] && group.told == "1 photo goes to Recently Deleted", "\(group)")
                    #expect(group.kept?.hasPrefix("exposed") == true && group.names.count == 2, "\(group)")
                }
                #expect(try await page.evaluate("document.querySelector('.duplicates-count').textContent", as: String.self) == "2 groups")
                switch hands {
                case .mouse: try await page.click(".duplicate-group .push-button.default")
                case .keyboard:
                    try await hands.reach(".duplicate-box", in: gallery)
                    try await page.press("m")
                }
                try await gallery.waitForToast("Made one photo of 2 photos")
                try await Self.waitForGroups(1, page)
                #expect(try await Self.counts(gallery) == [3, 1])
                if hands == .keyboard {
                    try await page.waitFor("document.activeElement?.matches('.duplicate-box')", "the next group to have the focus")
                    #expect(try await Self.groups(page)[0].names == groups[1].names)
                }
                try await hands.undo(in: gallery)
                try await Self.waitForGroups(2, page)
                #expect(try await Self.counts(gallery) == [4, 0])
                #expect(try await Self.groups(page).map(\.names) == groups.map(\.names))
            }
        }

        @Test func `by keys another photo is kept, groups are gone through, and one is no duplicate`() async throws {
            try await Gallery.open(try await Self.world(), at: "#/duplicates") { gallery in
                let page = gallery.page
                try await Self.waitForGroups(2, page)
                try await Hands.keyboard.reach(".duplicate-box", in: gallery)
                try await page.press("ArrowDown")
                try await page.waitFor("document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset') === '2'", "the second group")
                try await Hands.keyboard.reach(".duplicate-photo input", in: gallery)
                try await page.press("ArrowRight")
                try await page.waitFor(
                    "document.activeElement.checked && document.querySelectorAll('.duplicate-group')[1].querySelector('.duplicate-fate').textContent === 'Goes'",
                    "the other one to stay")
                let second = try await Self.groups(page)[1]
                #expect(second.fates == ["Goes", "Stays"] && second.kept?.hasPrefix("plain") == true, "\(second)")
                try await page.press("ArrowUp")
                try await page.waitFor("document.activeElement?.matches('[aria-posinset=\"1\"] .duplicate-box')", "the first group")
                try await page.press("n")
                try await gallery.waitForToast("Kept 2 photos apart")
                try await Self.waitForGroups(1, page)
                // What was chosen of the other one is still chosen, and merged so.
                try await page.waitFor("document.activeElement?.matches('.duplicate-box')", "the group that is left to have the focus")
                #expect(try await Self.groups(page)[0].kept == second.kept)
                try await page.press("m")
                try await gallery.waitForToast("Made one photo of 2 photos")
                try await page.waitFor("document.querySelector('.duplicates-count').textContent === 'No photo is here twice'", "nothing to be left")
                struct Trash: Decodable {
                    struct Asset: Decodable { var filename: String }
                    var assets: [Asset]
                }
                let trash = try await gallery.api("/api/assets?in=trash", as: Trash.self).assets.map(\.filename)
                #expect(trash == [second.names[0]])
                for count in [1, 2] {
                    try await Hands.keyboard.undo(in: gallery)
                    try await Self.waitForGroups(count, page)
                }
                #expect(try await Self.counts(gallery) == [4, 0])
            }
        }

        @Test func `by fingers another photo is kept, a group is merged and had back, and one is no duplicate`() async throws {
            try await Gallery.open(try await Self.world(), on: .phone, at: "#/duplicates") { gallery in
                let page = gallery.page
                try await Self.waitForGroups(2, page)
                try await page.element(".duplicate-group .duplicate-photo:not(.is-kept) label").tap()
                try await page.waitFor("document.querySelector('.duplicate-group .duplicate-fate').textContent === 'Goes'", "the other one to stay")
                let first = try await Self.groups(page)[0]
                #expect(first.fates == ["Goes", "Stays"] && first.kept?.hasPrefix("plain") == true, "\(first)")
                try await page.element(".duplicate-group .push-button.default").tap()
                try await gallery.waitForToast("Made one photo of 2 photos")
                try await Self.waitForGroups(1, page)
                #expect(try await Self.counts(gallery) == [3, 1])
                try await page.element(role: "button", name: "Undo").tap()
                try await Self.waitForGroups(2, page)
                #expect(try await Self.counts(gallery) == [4, 0])
                try await page.element(".duplicate-group .duplicate-buttons button:not(.default)").tap()
                try await gallery.waitForToast("Kept 2 photos apart")
                try await Self.waitForGroups(1, page)
            }
        }

        @Test(arguments: Look.all) func `groups can be seen and read`(_ look: Look) async throws {
            try await Gallery.open(try await Self.world(), on: look.screen, at: "#/duplicates") { gallery in
                try await Self.waitForGroups(2, gallery.page)
                try await gallery.waitForPhotos()
                try await gallery.inspect("\(look.testDescription)-duplicates")
            }
        }

        /// Has the page asked for groups that are made as it asks; `size` photos each, whose names end with `mark`.
        private static let tenThousandGroups = """
            const fetched = window.fetch
            window.asked = []
            window.mark = ''
            window.size = 2
            const photo = (group, number) => ({ bytes: 1000, type: 'public.jpeg', tile: {
              id: `00000000-0000-4000-8000-${String(9 * group + number).padStart(12, '0')}`, revision: 1, date: null, offset: null, width: 4, height: 3, kind: 'image',
              subtypes: [], duration: 0, isDamaged: true, placeholder: null, filename: `${group}-${number}${mark}.jpg`, title: null } })
            window.fetch = async (path, options) => {
              if (!path.startsWith('/api/duplicates?')) return fetched(path, options)
              const query = new URLSearchParams(path.split('?')[1]), offset = Number(query.get('offset')), limit = Number(query.get('limit'))
              asked.push(offset)
              const groups = Array.from({ length: Math.min(limit, 10000 - offset) }, (_, at) => {
                const photos = Array.from({ length: size }, (_, number) => photo(offset + at, number)), assets = photos.map(({ tile }) => tile.id)
                return { likeness: 'picture', assets, photos, plan: { kept: assets[0], removed: size - 1, stayingCount: 0, staying: [] } }
              })
              return new Response(JSON.stringify({ position: 1, report: 'R', count: 10000, compared: 20000, leftOut: 0, unread: 0, offset, groups }))
            }
            location.hash = '#/duplicates'
            """

        @Test func `ten thousand groups are a few in the page`() async throws {
            try await Gallery.open(try World(), at: "#/library") { gallery in
                let page = gallery.page
                try await page.run(Self.tenThousandGroups)
                try await page.waitFor("document.querySelector('.duplicate-name')?.textContent === '0-0.jpg'", "the first group")
                #expect(try await page.evaluate("document.querySelector('.duplicates-count').textContent", as: String.self) == "10,000 groups")
                try await page.run("document.querySelector('.duplicate-box').focus()")
                try await page.press("End")
                try await page.waitFor("document.activeElement.querySelector('.duplicate-name')?.textContent === '9999-0.jpg'", "the last group")
                #expect(try await page.evaluate("document.querySelectorAll('.duplicate-group').length < 12", as: Bool.self))
                #expect(try await page.evaluate("new Set(asked).size < 5", as: Bool.self), "what was passed is not asked for")
                #expect(try await page.evaluate("document.activeElement.closest('[aria-setsize]').getAttribute('aria-setsize')", as: String.self) == "10000")
            }
        }

        @Test func `what became of groups out of sight is asked for when they come into it`() async throws {
            try await Gallery.open(try World(), at: "#/library") { gallery in
                let page = gallery.page
                func waitForPhoto(_ name: String) async throws {
                    try await page.waitFor("[...document.querySelectorAll('.duplicate-name')].some(name => name.textContent === '\(name)')", name)
                }
                func scroll(to row: Int) async throws {
                    try await page.run(
                        """
                        const groups = document.querySelector('.duplicate-groups')
                        groups.scrollTop = \(row) * parseFloat(groups.querySelector('.duplicate-group').style.height)
                        """)
                }
                try await page.run(Self.tenThousandGroups)
                try await waitForPhoto("0-0.jpg")
                try await scroll(to: 45)
                try await waitForPhoto("45-0.jpg")
                try await scroll(to: 2_000)
                try await waitForPhoto("2000-0.jpg")
                // The report stays the same one, in which others changed something.
                try await page.run("mark = 'new'; location.hash = '#/library'")
                try await page.waitFor("document.getElementById('duplicates').hidden", "the library")
                try await page.run("location.hash = '#/duplicates'")
                try await waitForPhoto("0-0new.jpg")
                try await scroll(to: 45)
                try await waitForPhoto("45-0new.jpg")
            }
        }

        @Test func `a choice that fails after one that was not waited for leaves the best photo to be kept`() async throws {
            try await Gallery.open(try World(), at: "#/library") { gallery in
                let page = gallery.page
                try await page.run(Self.tenThousandGroups.replacing("window.size = 2", with: "window.size = 3"))
                try await page.waitFor("document.querySelector('.duplicate-name')?.textContent === '0-0.jpg'", "the first group")
                try await page.run(
                    """
                    const answered = window.fetch
                    window.previews = 0
                    window.fetch = (path, options) => {
                      if (path !== '/api/duplicates/preview') return answered(path, options)
                      window.previews += 1
                      if (window.previews === 1) return new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason)))
                      return Promise.resolve(new Response(JSON.stringify({ type: '/problems/missing', title: 'It is not there', detail: 'Nothing was changed.' }), { status: 404 }))
                    }
                    """)
                try await page.run("document.querySelectorAll('.duplicate-photo input')[1].click()")
                try await page.waitFor("window.previews === 1", "the first preview")
                try await page.run("document.querySelectorAll('.duplicate-photo input')[2].click()")
                try await gallery.waitForToast("It is not there")
                let group = try await Self.groups(page)[0]
                #expect(group.fates == ["Stays", "Goes", "Goes"] && group.kept == "0-0.jpg", "\(group)")
            }
        }

        @Test func `a merge waits until it is known what goes, and says what was told to stay`() async throws {
            try await Gallery.open(try World(), at: "#/library") { gallery in
                let page = gallery.page
                try await page.run(Self.tenThousandGroups.replacing("window.size = 2", with: "window.size = 3"))
                try await page.waitFor("document.querySelector('.duplicate-name')?.textContent === '0-0.jpg'", "the first group")
                try await page.run(
                    """
                    const answered = window.fetch
                    const reply = (body, status = 200) => new Response(JSON.stringify(body), { status })
                    window.acted = []
                    window.previews = 0
                    window.fetch = (path, options) => {
                      if (path === '/api/acts') {
                        acted.push(JSON.parse(options.body))
                        return Promise.resolve(reply({ type: '/problems/refused', title: 'Refused', detail: 'Look at the list again.' }, 409))
                      }
                      if (path !== '/api/duplicates/preview') return answered(path, options)
                      previews += 1
                      const { assets, keeping } = JSON.parse(options.body)
                      return new Promise(resolve => {
                        window.answer = () => resolve(reply({ kept: keeping, removed: 1, stayingCount: 1, staying: [{ id: assets[2], reason: 'edit' }] }))
                      })
                    }
                    document.querySelectorAll('.duplicate-photo input')[1].click()
                    document.querySelector('.duplicate-box').focus()
                    """)
                try await page.waitFor("previews === 1", "the preview to be asked for")
                try await page.press("m")
                try await page.waitForFrames(2)
                #expect(try await page.evaluate("acted.length", as: Int.self) == 0)
                try await page.run("answer()")
                try await page.waitFor("document.querySelectorAll('.duplicate-fate')[0].textContent === 'Goes'", "what goes")
                try await page.press("m")
                try await gallery.waitForToast("Look at the list again.")
                struct Merge: Decodable, Equatable { var assets: [String], keeping: String, staying: [String] }
                let ids = (0..<3).map { "00000000-0000-4000-8000-00000000000\($0)" }
                #expect(try await page.evaluate("acted", as: [Merge].self) == [Merge(assets: ids, keeping: ids[1], staying: [ids[2]])])
                try await page.waitFor("previews === 2", "what goes to be asked again")
            }
        }

        @Test func `the focus stays where it was when a group is drawn anew, and goes to the switch when “Try again” goes`() async throws {
            try await Gallery.open(try World(), at: "#/library") { gallery in
                let page = gallery.page
                try await page.run(
                    """
                    const real = window.fetch
                    window.isBroken = true
                    window.fetch = (path, options) => {
                      if (path === '/api/acts') return Promise.resolve(new Response(JSON.stringify({ title: 'Refused' }), { status: 409 }))
                      if (path.startsWith('/api/duplicates?') && isBroken) return Promise.resolve(new Response('{}', { status: 500 }))
                      return real(path, options)
                    }
                    """)
                try await page.run("location.hash = '#/duplicates'")
                try await page.waitFor("document.querySelector('.duplicates-told button')?.hidden === false", "“Try again”")
                try await page.run("document.querySelector('.duplicates-told button').focus()")
                try await page.press("Enter")
                try await page.waitFor("document.activeElement.matches('.duplicates-switch input')", "the switch to have the focus")
                try await page.waitFor("document.querySelector('.duplicates-told button').hidden === false", "“Try again” once more")
                // The wrapper above is asked for what these groups do not answer.
                try await page.run(Self.tenThousandGroups + "\nisBroken = false; document.querySelector('.duplicates-told button').click()")
                for (part, mark) in [("input", "new"), ("a", "newer")] {
                    let photo = "document.querySelectorAll('.duplicate-photo')[1]"
                    try await page.waitFor("\(photo) !== undefined", "the first group")
                    try await page.run("window.mark = '\(mark)'; \(photo).querySelector('\(part)').focus()")
                    try await page.press("m")
                    try await page.waitFor("\(photo).querySelector('.duplicate-name').textContent === '0-1\(mark).jpg'", "the group to be drawn anew")
                    #expect(try await page.evaluate("document.activeElement === \(photo).querySelector('\(part)')", as: Bool.self), "\(part)")
                }
            }
        }
    }
}
