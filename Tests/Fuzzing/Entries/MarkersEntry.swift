@testable import Codecs
@testable import Decoding

enum MarkersEntry {
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        let profile = JPEGMarkers.iccProfile(in: bytes)
        claims.claim(profile.count <= bytes.count, "a profile of \(profile.count) bytes in a file of \(bytes.count)")
        let array = Array(bytes)
        if let size = JPEGHeader.size(of: array) {
            claims.claim((1...65_535).contains(size.width) && (1...65_535).contains(size.height), "a JPEG of \(size)")
        }
        if let size = PNGHeader.size(of: array) {
            claims.claim((1...Int(UInt32.max)).contains(size.width) && (1...Int(UInt32.max)).contains(size.height), "a PNG of \(size)")
        }
    }
}
