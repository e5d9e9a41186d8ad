import Browser
import Foundation
import Testing

extension GalleryTests {
    /// What is told of a photo to whoever doesn't see it.
    @Suite struct Labels {
        /// Labels in the page that don't say the day which the API tells of their photo.
        private static let wrong = """
            (async (list) => {
              const answer = await (await fetch(`/api/assets?in=${encodeURIComponent(list)}&limit=1000`)).json()
              const known = new Map(answer.assets.map(asset => [asset.id, asset]))
              const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
              const day = asset => format.format(new Date((asset.date + asset.offset) * 1000))
              const cells = [...document.querySelectorAll('#timeline [role=gridcell][data-id]')]
              return cells.map(cell => ({ label: cell.ariaLabel, asset: known.get(cell.dataset.id) }))
                .filter(({ label, asset }) => !asset || !label.includes(`, ${day(asset)}`) || !label.endsWith(asset.title || asset.filename))
                .map(({ label, asset }) => `${label} (${asset ? `${asset.filename}, ${day(asset)}` : "not in this list"})`)
            })
            """

        /// Whether all that the page shows is of a list, and known.
        private static let isShown = """
            async list => {
              const answer = await (await fetch(`/api/assets?in=${encodeURIComponent(list)}&limit=1000`)).json()
              const ids = new Set(answer.assets.map(asset => asset.id))
              const cells = [...document.querySelectorAll('#timeline [role=gridcell][data-id]')]
              return cells.every(cell => ids.has(cell.dataset.id)) && !document.querySelector('#timeline .is-unknown')
            }
            """

        @Test func `every photo is called by its own day in every list, whichever was shown before`() async throws {
            let world = try World.ofTwelveYears()
            let old = try await world.oldest(3)
            try await PhotosTool.run("album", "create", "Old", library: world.url)
            for id in old { try await PhotosTool.run("album", "add", "Old", id, library: world.url) }
            try await PhotosTool.run("hide", old[0], library: world.url)
            try await PhotosTool.run("delete", old[1], library: world.url)
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                let album = try await page.evaluate(
                    """
                    fetch('/api/collections').then(answer => answer.json())
                      .then(({ collections }) => 'album:' + collections.find(({ title }) => title === 'Old').id)
                    """, as: String.self)
                let lists = ["library", "smart:smartAlbumVideos", album, "hidden", "trash", "smart:smartAlbumLivePhotos"]
                for from in lists {
                    for to in lists where from != to {
                        try await gallery.go(to: "#/" + from.replacing(":", with: "/"))
                        try await gallery.go(to: "#/" + to.replacing(":", with: "/"))
                        // The list before stays on the page until the next one is there.
                        try await page.waitFor("(\(Self.isShown))(\(JSON.literal(to)))", "every photo of \(to)")
                        let wrong = try await page.evaluate("\(Self.wrong)(\(JSON.literal(to)))", as: [String].self)
                        #expect(wrong.isEmpty, "from \(from) to \(to)")
                    }
                }
            }
        }
    }
}

extension World {
    /// The identifiers of the oldest assets.
    fileprivate func oldest(_ count: Int) async throws -> [String] {
        struct Listed: Decodable { let localIdentifier: String }
        let lines = try await PhotosTool.run("assets", "--json", "--limit", String(count), library: url).split(separator: "\n")
        return try lines.map { String(try JSONDecoder().decode(Listed.self, from: Data($0.utf8)).localIdentifier.prefix(36)) }
    }
}
