import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// Whether the pictures of the grid have as many pixels as the screen shows of them.
    @Suite struct Sharpness {
        /// Of each photo in view that shows a picture: pixels that the screen has for its shorter side, and pixels of the picture there.
        private static let pixels = """
            [...document.querySelectorAll('#timeline [role=gridcell] img[src]')].filter(image => {
              const box = image.getBoundingClientRect()
              return box.top >= 0 && box.bottom <= innerHeight && image.naturalWidth > 0
            }).map(image => [image.clientWidth * devicePixelRatio, Math.min(image.naturalWidth, image.naturalHeight), image.src.startsWith('data:') ? 1 : 0])
            """

        /// At least eleven pixels of a picture for twelve of the screen.
        private static let isSharp = "(\(pixels)).every(([wanted, had]) => had >= wanted * 11 / 12)"

        private func zoomIn(_ gallery: GalleryPage) async throws {
            try await gallery.page.run("document.querySelector('.zoom .larger').click()")
            try await gallery.waitForPhotos()
        }

        @Test func `pictures are sharp at two device pixels, and at the largest zoom`() async throws {
            let world = try World()
            try world.add(
                (0..<8).map { number in
                    let isTall = number % 3 == 0
                    return .init(
                        filename: "IMG_\(number).JPG", date: Date(timeIntervalSince1970: 1_560_000_000 - Double(number)),
                        photo: try FixtureImages.jpeg(width: isTall ? 750 : 1000, height: isTall ? 1000 : 750, seed: number))
                })
            for screen in [Screen(width: 1280, height: 800, scale: 2), .phone, .desktop] {
                try await Gallery.open(world, on: screen) { gallery in
                    if screen.scale == 1 {
                        // At one pixel a point thumbnails are enough until somebody zooms in.
                        let sides = try await gallery.page.evaluate(Self.pixels, as: [[Double]].self)
                        #expect(!sides.isEmpty && sides.allSatisfy { $0[1] <= 256 })
                    } else {
                        try await gallery.page.waitFor(Self.isSharp, "sharp pictures")
                    }
                    try await zoomIn(gallery)
                    try await gallery.page.waitFor(Self.isSharp, "sharp pictures at the largest zoom")
                    await gallery.page.keepScreenshot(named: "sharp-\(screen.width)-\(Int(screen.scale))")
                    #expect(try await gallery.page.evaluate("document.querySelectorAll('.has-no-picture').length", as: Int.self) == 0)
                }
            }
        }
    }
}
