import Browser
import PhotosTesting

extension GalleryTests {
    /// Runs a function over modules of the timeline, by name, in a document that holds nothing else. It fills `faults`.
    static func withTimelineModules(_ names: [String], on screen: Screen = .desktop, _ function: String) async throws -> [String] {
        try await Gallery.serve(TemporaryLibrary()) { gallery in
            try await Chromium.shared().withPage(on: screen) { page in
                page.log.forgive("favicon.ico")  // which a script that stands alone doesn’t name
                try await page.prove(Gallery.token)
                try await page.open(gallery.address + "js/timeline/timeline.js")
                return try await page.call(
                    """
                    async names => {
                      const faults = []
                      const modules = Object.assign({}, ...await Promise.all(names.map(name => import(`/js/timeline/${name}.js`))))
                      let seed = 1
                      const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
                      const any = (count) => Math.floor(random() * count)
                      const expect = (isRight, what) => { if (!isRight && faults.length < 5) faults.push(String(what())) }
                      try { await (\(function))(modules, { any, random, expect }) } catch (error) { faults.push(error.stack) }
                      return faults
                    }
                    """, names)
            }
        }
    }
}
