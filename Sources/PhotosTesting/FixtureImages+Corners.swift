import Foundation
import Photos

extension FixtureImages {
    /// The colours in the middles of a picture's quarters, from the top left by rows: `RGBW` for `quarters` as it is, `?` for any other colour.
    package static func corners(of image: CGImage) -> String {
        let bytes = image.pixels
        let places: [(x: Int, y: Int)] = [(1, 1), (3, 1), (1, 3), (3, 3)]
        let colours: [Character] = places.map { place in
            let row = place.y * image.height / 4 * image.bytesPerRow, column = place.x * image.width / 4 * 4
            let at = bytes.startIndex + row + column
            switch (bytes[at] > 127, bytes[at + 1] > 127, bytes[at + 2] > 127) {
            case (true, false, false): return "R"
            case (false, true, false): return "G"
            case (false, false, true): return "B"
            case (true, true, true): return "W"
            default: return "?"
            }
        }
        return String(colours)
    }

    /// What `corners` are once a picture of `quarters` with this orientation, 1 to 8, was turned upright: from EXIF's definition, row 0 and column 0 of the file
    /// lie at these sides.
    package static let uprightCorners = [1: "RGBW", 2: "GRWB", 3: "WBGR", 4: "BWRG", 5: "RBGW", 6: "BRWG", 7: "WGBR", 8: "GWRB"]
}
