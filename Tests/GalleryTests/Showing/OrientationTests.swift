import Browser
import Foundation
import Photos
import PhotosTesting
import Testing

extension GalleryTests {
    /// Whatever a camera wrote about how it was held, the picture stands upright: in the grid and in the viewer.
    @Suite struct Orientation {
        private static let red = Colour(red: 255, green: 0, blue: 0), green = Colour(red: 0, green: 255, blue: 0)
        private static let blue = Colour(red: 0, green: 0, blue: 255), white = Colour(red: 255, green: 255, blue: 255)

        /// What of the stored quarters (top left, top right, bottom left, bottom right) is seen where, for orientations 1 to 8.
        private static let upright: [[Colour]] = [
            [red, green, blue, white], [green, red, white, blue], [white, blue, green, red], [blue, white, red, green],
            [red, blue, green, white], [blue, red, white, green], [white, green, blue, red], [green, white, red, blue],
        ]

        @Test func `all orientations of EXIF are shown upright`() async throws {
            let world = try World()
            let date = Date(timeIntervalSince1970: 1_600_000_000)
            let identifiers = try world.add(
                try (1...8).map { value in
                    var metadata = FixtureImages.Metadata()
                    metadata.orientation = CGImagePropertyOrientation(rawValue: UInt32(value))
                    let photo = try FixtureImages.jpeg(width: 640, height: 480, metadata: metadata)
                    return World.NewAsset(filename: "IMG_\(value).JPG", date: date - Double(value), photo: photo)
                })
            try await Gallery.open(world) { gallery in
                let cells = try await gallery.cells()
                #expect(cells.map(\.id) == identifiers)
                // Pictures fade in.
                try await gallery.page.waitForStillness("#timeline")
                let corners = try await gallery.page.colours(at: cells.flatMap { Self.quarters(of: $0.box) })
                for (index, expected) in Self.upright.enumerated() where corners.count == 32 {
                    expectEqual(Array(corners[index * 4..<index * 4 + 4]), expected, "orientation \(index + 1) in the grid")
                }
                for (index, identifier) in identifiers.enumerated() {
                    try await gallery.go(to: "#/library/asset/\(identifier)")
                    let box = try await gallery.pictureBox(of: identifier)
                    #expect((box.width > box.height) == (index < 4), "orientation \(index + 1)")
                    let colours = try await gallery.page.colours(at: Self.quarters(of: box))
                    expectEqual(colours, Self.upright[index], "orientation \(index + 1) in the viewer")
                }
            }
        }

        private static let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map {
            URL(fileURLWithPath: $0).appending(path: "orientation")
        }

        @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), arguments: ["Landscape", "Portrait"])
        func `the samples of every orientation look the same`(_ kind: String) async throws {
            let folder = try #require(Self.samples)
            let world = try World()
            let date = Date(timeIntervalSince1970: 1_600_000_000)
            let identifiers = try world.add(
                try (0...8).map { value in
                    let file = folder.appending(path: "\(kind)_\(value).jpg")
                    return World.NewAsset(filename: file.lastPathComponent, date: date - Double(value), photo: try Data(contentsOf: file))
                })
            try await Gallery.open(world) { gallery in
                var first: [Colour] = []
                for identifier in identifiers {
                    try await gallery.go(to: "#/library/asset/\(identifier)")
                    let box = try await gallery.pictureBox(of: identifier)
                    #expect((box.width > box.height) == (kind == "Landscape"))
                    let colours = try await gallery.page.colours(
                        at: (0..<25).map { number -> (x: Double, y: Double) in
                            let across = 0.1 + 0.2 * Double(number % 5), down = 0.1 + 0.2 * Double(number / 5)
                            return (box.x + box.width * across, box.y + box.height * down)
                        })
                    if first.isEmpty { first = colours }
                    let differences = zip(colours, first).map { $0.distance(to: $1) }.sorted()
                    // Their numbers are painted into them: most places agree, not all.
                    #expect(differences[differences.count * 3 / 4] < 40, "\(kind) \(identifier): \(differences.map { Int($0) })")
                }
            }
        }

        private static func quarters(of box: Element.Box) -> [(x: Double, y: Double)] {
            let places: [(Double, Double)] = [(0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7)]
            return places.map { place -> (x: Double, y: Double) in (box.x + box.width * place.0, box.y + box.height * place.1) }
        }

        private func expectEqual(_ colours: [Colour], _ expected: [Colour], _ what: String) {
            let fits = zip(colours, expected).allSatisfy { $0.distance(to: $1) < 60 }
            #expect(fits, "\(what): \(colours), not \(expected)")
        }
    }
}
