@testable import Similarity

/// Pictures made from numbers, and what becomes of them on their way.
struct MadePicture {
    var luma: [UInt8]
    var width: Int
    var height: Int

    var hash: PictureHash? { PictureHash(luma: luma, width: width, height: height) }

    /// A landscape of a few hills, spots and grain, another one for each seed.
    init(seed: UInt64, width: Int = 192, height: Int = 144) {
        var chance = Chance(seed)
        let spots = (0..<10).map { _ in (x: chance.next(), y: chance.next(), radius: 0.04 + 0.25 * chance.next(), level: 160 * chance.next() - 80) }
        let tilt = (120 * chance.next() - 60, 120 * chance.next() - 60)
        self.init(width, height) { x, y in
            var level = 128 + tilt.0 * (x - 0.5) + tilt.1 * (y - 0.5)
            for spot in spots {
                let (dx, dy) = (x - spot.x, y - spot.y)
                if dx * dx + dy * dy < spot.radius * spot.radius { level += spot.level }
            }
            return level
        }
    }

    init(_ width: Int, _ height: Int, _ level: (Double, Double) -> Double) {
        (self.width, self.height) = (width, height)
        luma = (0..<width * height).map { place in
            UInt8(min(max(level((Double(place % width) + 0.5) / Double(width), (Double(place / width) + 0.5) / Double(height)), 0), 255))
        }
    }

    private func at(_ x: Double, _ y: Double) -> Double {
        Double(luma[min(height - 1, max(0, Int(y * Double(height)))) * width + min(width - 1, max(0, Int(x * Double(width))))])
    }

    func scaled(_ width: Int, _ height: Int) -> MadePicture { MadePicture(width, height) { at($0, $1) } }

    func noisy(_ strength: Double, seed: UInt64) -> MadePicture {
        var chance = Chance(seed)
        return MadePicture(width, height) { at($0, $1) + strength * (2 * chance.next() - 1) }
    }

    /// In steps, as a poor JPEG has them.
    func coarse(_ step: Double) -> MadePicture { MadePicture(width, height) { (at($0, $1) / step).rounded() * step } }

    func brighter(_ by: Double, contrast: Double = 1) -> MadePicture { MadePicture(width, height) { (at($0, $1) - 128) * contrast + 128 + by } }

    func cropped(_ part: Double) -> MadePicture { MadePicture(width, height) { at(part + $0 * (1 - 2 * part), part + $1 * (1 - 2 * part)) } }

    /// A camera that was moved by a part of the picture.
    func moved(_ by: Double) -> MadePicture { MadePicture(width, height) { at(($0 + by).truncatingRemainder(dividingBy: 1), $1) } }

    func mirrored() -> MadePicture { MadePicture(width, height) { at(1 - $0, $1) } }
}

/// The same numbers on every machine.
struct Chance {
    private var state: UInt64

    /// Numbers of neighbouring seeds have nothing to do with each other.
    init(_ seed: UInt64) {
        state = seed
        state = bits() ^ 0x5DEE_CE66_D1CE_4E5B
    }

    mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// From 0 to 1.
    mutating func next() -> Double { Double(bits() >> 11) / Double(1 << 53) }
}
