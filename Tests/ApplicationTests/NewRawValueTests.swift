import Photos
import Testing

extension ApplicationTests {
    /// Enumerations that the SDK of iOS 27 made public.
    @Suite struct RawValuesOf27 {
        @Test func playbackVariation() {
            let values: [(PHAsset.PlaybackVariation, Int)] = [
                (.none, 0), (.autoloop, 1), (.mirror, 2), (.longExposure, 3),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAsset.PlaybackVariation(rawValue: number) == value)
            }
        }

        @Test func originalResourceChoice() {
            let values: [(PHAsset.OriginalResourceChoice, Int)] = [
                (.compressed, 0), (.raw, 1),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAsset.OriginalResourceChoice(rawValue: number) == value)
            }
        }
    }
}
