@testable import Codecs
@testable import Decoding
import Metadata

enum MarkersEntry {
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        let profile = JPEGMarkers.iccProfile(in: bytes)
        claims.claim(profile.count <= bytes.count, "a profile of \(profile.count) bytes in a file of \(bytes.count)")
        let array = Array(bytes)
        if bytes.dropFirst(36).starts(with: Array("acsp".utf8)) { colours(array, &claims) }
        let colors = PNGColors(bytes)
        claims.claim(colors.profile.map { $0.isEmpty || $0.count > 128 } ?? true, "a profile of \(colors.profile?.count ?? 0) bytes")
        gainMaps(bytes, array, &claims)
        if let size = JPEGHeader.size(of: array) {
            claims.claim((1...65_535).contains(size.width) && (1...65_535).contains(size.height), "a JPEG of \(size)")
        }
        if let size = PNGHeader.size(of: array) {
            claims.claim((1...Int(UInt32.max)).contains(size.width) && (1...Int(UInt32.max)).contains(size.height), "a PNG of \(size)")
        }
    }

    /// What is taken for another picture lies in the file, numbers are possible, and a picture with a map behind it names where that is.
    private static func gainMaps(_ bytes: UnsafeRawBufferPointer, _ array: [UInt8], _ claims: inout Claims) {
        for range in MultiPictureList(in: bytes)?.others(in: bytes.count) ?? [] {
            claims.claim(range.lowerBound > 0 && range.upperBound <= bytes.count && !range.isEmpty, "a picture at \(range) of \(bytes.count)")
        }
        if let parameters = GainMapParameters(iso: bytes) {
            claims.claim(parameters.headroom > 1 && parameters.headroom <= GainMapFacts.mostHeadroom, "\(parameters)")
            let isUsual = parameters.channels.allSatisfy { (0.01...100).contains($0.gamma) }
            claims.claim(!isUsual || parameters.isoBytes.withUnsafeBytes { GainMapParameters(iso: $0) } != nil, "numbers that are written and not read: \(parameters)")
        }
        let map: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9, 0]
        guard let joined = UltraHDRFile.joined(array, map: map) else { return }
        claims.claim(joined.suffix(map.count).elementsEqual(map), "the map is not the end")
        let found = joined.withUnsafeBytes { MultiPictureList(in: $0)?.others(in: $0.count) ?? [] }
        let had = MultiPictureList(in: bytes) != nil
        claims.claim(had || found == [joined.count - map.count..<joined.count], "the map is looked for at \(found) of \(joined.count)")
    }

    /// A profile that is there is used. Opacity has no colour.
    private static func colours(_ profile: [UInt8], _ claims: inout Claims) {
        guard let profile = ColorProfile(profile, grey: true) else { return }
        var pixels = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let before = pixels
        pixels.withUnsafeMutableBytes { if let base = $0.baseAddress { profile.convertToSRGB(base, width: 8, height: 8, bytesPerRow: 32) } }
        claims.claim(stride(from: 3, to: 256, by: 4).allSatisfy { pixels[$0] == before[$0] }, "another opacity")
    }
}
