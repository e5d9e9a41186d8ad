/// The small facts of one asset in one word.
package struct AssetFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The row holds an asset.
    package static let alive = AssetFlags(rawValue: 1 << 0)
    /// What fetches show by default in the user's own library; the catalogue's column of this name.
    package static let listed = AssetFlags(rawValue: 1 << 1)
    package static let visible = AssetFlags(rawValue: 1 << 2)
    package static let trashed = AssetFlags(rawValue: 1 << 3)
    package static let hidden = AssetFlags(rawValue: 1 << 4)
    package static let favorite = AssetFlags(rawValue: 1 << 5)
    package static let burstVisible = AssetFlags(rawValue: 1 << 6)
    package static let inBurst = AssetFlags(rawValue: 1 << 7)
    package static let representsBurst = AssetFlags(rawValue: 1 << 8)
    package static let frontFacing = AssetFlags(rawValue: 1 << 9)
    package static let raw = AssetFlags(rawValue: 1 << 10)
    package static let hasAdjustments = AssetFlags(rawValue: 1 << 11)

    /// Fields of more than one bit: where they begin, and their mask once shifted down.
    package struct Field: Sendable, Hashable {
        package let shift: UInt32
        package let mask: UInt32

        package func value(in flags: UInt32) -> UInt32 { (flags >> shift) & mask }
        package func bits(_ value: UInt32) -> UInt32 { (value & mask) << shift }
    }

    /// A `MediaType`.
    package static let mediaType = Field(shift: 12, mask: 3)
    /// A `PlaybackStyle`.
    package static let playbackStyle = Field(shift: 14, mask: 7)
    /// `SourceTypes`.
    package static let sourceType = Field(shift: 17, mask: 7)
    /// 0 is unset.
    package static let rating = Field(shift: 20, mask: 7)
    /// A `PlaybackVariation`.
    package static let playbackVariation = Field(shift: 23, mask: 3)
    /// Where it was taken: quarters of an hour from GMT, 64 more, so that 0 says that nobody knows.
    package static let zone = Field(shift: 25, mask: 127)

    /// - Parameter offset: seconds from GMT; what is no quarter of an hour is rounded to one.
    package static func zoneCode(_ offset: Int?) -> UInt32 {
        guard let offset else { return 0 }
        return UInt32(min(max((Double(offset) / 900).rounded() + 64, 1), 127))
    }

    /// Seconds from GMT.
    package static func offset(zoneCode: UInt32) -> Int? { zoneCode == 0 ? nil : (Int(zoneCode) - 64) * 900 }
}
