import Columns
import Testing

@Suite struct AssetFlagsTests {
    @Test func fieldsAndFlagsShareNoBit() {
        let flags: [AssetFlags] = [
            .alive, .listed, .visible, .trashed, .hidden, .favorite, .burstVisible, .inBurst, .representsBurst, .frontFacing, .raw, .hasAdjustments,
        ]
        let fields = [AssetFlags.mediaType, AssetFlags.playbackStyle, AssetFlags.sourceType, AssetFlags.rating, AssetFlags.playbackVariation]
        var taken: UInt32 = 0
        for bits in flags.map(\.rawValue) + fields.map({ $0.bits(.max) }) {
            #expect(taken & bits == 0)
            taken |= bits
        }
        for field in fields { #expect(field.value(in: field.bits(2)) == 2) }
    }
}
