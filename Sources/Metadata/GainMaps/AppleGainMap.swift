import Glibc

/// Apple's own gain maps, as its documentation has them ("Applying Apple HDR effect to your photos"): one channel in BT.709's curve; light is multiplied by
/// `1 + (headroom - 1) · value`.
package enum AppleGainMap {
    /// The type of the auxiliary picture.
    package static let type = "urn:com:apple:photo:2020:aux:hdrgainmap"

    /// Whether the tags are those of such a map.
    package static func isOne(_ tags: TagList) -> Bool {
        tags.text("Xmp.apdi.AuxiliaryImageType") == type || tags.text("Xmp.HDRGainMap.HDRGainMapVersion") != nil
    }

    /// How bright the brightest is, of white: the map's own word, else what follows from two numbers of the camera's note. `nil` where nobody says, or
    /// where nothing gets brighter.
    package static func headroom(map: TagList, note: AppleMakerNote?) -> Double? {
        let stated = map.number("Xmp.HDRGainMap.HDRGainMapHeadroom") ?? note.flatMap(headroom)
        return stated.flatMap { $0 > 1 && $0 <= GainMapFacts.mostHeadroom ? $0 : nil }
    }

    private static func headroom(_ note: AppleMakerNote) -> Double? {
        guard let headroom = note.hdrHeadroom, let gain = note.hdrGain else { return nil }
        let stops =
            switch (headroom < 1, gain <= 0.01) {
            case (true, true): -20 * gain + 1.8
            case (true, false): -0.101 * gain + 1.601
            case (false, true): -70 * gain + 3
            case (false, false): -0.303 * gain + 2.303
            }
        return exp2(max(stops, 0))
    }

    /// The same gain in ISO's terms, for values that `curve` has changed.
    package static func parameters(headroom: Double) -> GainMapParameters? {
        let most = log2(headroom)
        return GainMapParameters(channels: [.init(maximum: most, baseOffset: 0, alternateOffset: 0)], alternateHeadroom: most)
    }

    /// What becomes of each of the map's values, so that they stand for logarithms of the gain.
    package static func curve(headroom: Double) -> [UInt8] {
        (0...255).map { step in
            let value = Double(step) / 255, light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
            return UInt8((log2(1 + (headroom - 1) * light) / log2(headroom) * 255).rounded())
        }
    }
}
