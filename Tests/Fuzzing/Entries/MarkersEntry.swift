@testable import Codecs
@testable import Decoding

enum MarkersEntry {
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        let profile = JPEGMarkers.iccProfile(in: bytes)
        claims.claim(profile.count <= bytes.count, "a profile of \(profile.count) bytes in a file of \(bytes.count)")
        let array = Array(bytes)
        if bytes.dropFirst(36).starts(with: Array("acsp".utf8)) { colours(array, &claims) }
        let colors = PNGColors(bytes)
        claims.claim(colors.profile.map { $0.isEmpty || $0.count > 128 } ?? true, "a profile of \(colors.profile?.count ?? 0) bytes")
        if let size = JPEGHeader.size(of: array) {
            claims.claim((1...65_535).contains(size.width) && (1...65_535).contains(size.height), "a JPEG of \(size)")
        }
        if let size = PNGHeader.size(of: array) {
            claims.claim((1...Int(UInt32.max)).contains(size.width) && (1...Int(UInt32.max)).contains(size.height), "a PNG of \(size)")
        }
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
