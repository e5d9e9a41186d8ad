import Columns
import Testing

@Suite struct AssetFlagsTests {
    @Test func fieldsAndFlagsShareNoBit() {
        let flags: [AssetFlags] = [
            .alive, .listed, .visible, .trashed, .hidden, .favorite, .burstVisible, .inBurst, .representsBurst, .frontFacing, .raw, .hasAdjustments,
        ]
        let fields = [
            AssetFlags.mediaType, AssetFlags.playbackStyle, AssetFlags.sourceType, AssetFlags.rating, AssetFlags.playbackVariation, AssetFlags.zone,
        ]
        var taken: UInt32 = 0
        for bits in flags.map(\.rawValue) + fields.map({ $0.bits(.max) }) {
            #expect(taken & bits == 0)
            taken |= bits
        }
        for field in fields { #expect(field.value(in: field.bits(2)) == 2) }
    }

    @Test func offsetsAreKeptInQuartersOfAnHour() {
        #expect(AssetFlags.zoneCode(nil) == 0 && AssetFlags.offset(zoneCode: 0) == nil)
        func kept(_ offset: Int) -> Int? { AssetFlags.offset(zoneCode: AssetFlags.zoneCode(offset)) }
        for quarter in -63...63 { #expect(kept(quarter * 900) == quarter * 900) }
        // Local mean time, nonsense.
        #expect([2_123, -17_762, 100_000, -100_000, .max, .min].map(kept) == [1_800, -18_000, 56_700, -56_700, 56_700, -56_700])
    }
}
