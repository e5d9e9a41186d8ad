import Glibc

extension GainMapParameters {
    /// What an APP2 segment of a JPEG begins with that holds the numbers.
    package static let isoName = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    /// What stands there in the picture that the map belongs to: the versions alone.
    package static let isoVersion: [UInt8] = [0, 0, 0, 0]

    private struct Flags: OptionSet {
        let rawValue: Int
        static let threeChannels = Flags(rawValue: 1 << 7)
        static let baseColors = Flags(rawValue: 1 << 6)
    }

    /// The numbers as ISO 21496-1 lays them out; `nil` where they are of a later version, cut off or impossible.
    package init?(iso bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        guard reader.uint16(0) == 0, let flags = reader.uint8(4).map(Flags.init) else { return nil }
        var offset = 5
        func fraction(signed: Bool) -> Double {
            defer { offset += 8 }
            guard let numerator = signed ? reader.int32(offset) : reader.uint32(offset), let denominator = reader.uint32(offset + 4), denominator > 0 else { return .nan }
            return Double(numerator) / Double(denominator)
        }
        let base = fraction(signed: false), alternate = fraction(signed: false)
        let channels = (0..<(flags.contains(.threeChannels) ? 3 : 1)).map { _ in
            Channel(
                minimum: fraction(signed: true), maximum: fraction(signed: true), gamma: fraction(signed: false), baseOffset: fraction(signed: true),
                alternateOffset: fraction(signed: true))
        }
        self.init(channels: channels, baseHeadroom: base, alternateHeadroom: alternate)
    }

    /// The same, to be read by others.
    package var isoBytes: [UInt8] {
        var flags = Flags.baseColors
        if channels.count == 3 { flags.insert(.threeChannels) }
        var bytes = Self.isoVersion + [UInt8(flags.rawValue)]
        func put(_ number: Double) {
            // 16 is the greatest of them, and fits.
            let denominator = 1 << 24
            let numerator = Int32(truncatingIfNeeded: Int((min(max(number, -127), 127) * Double(denominator)).rounded()))
            for part in [UInt32(bitPattern: numerator), UInt32(denominator)] { withUnsafeBytes(of: part.bigEndian) { bytes += $0 } }
        }
        put(baseHeadroom)
        put(alternateHeadroom)
        for channel in channels {
            for number in [channel.minimum, channel.maximum, channel.gamma, channel.baseOffset, channel.alternateOffset] { put(number) }
        }
        return bytes
    }
}
