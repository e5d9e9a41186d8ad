/// The two things of a JPEG's marker segments that libjpeg-turbo's simple interface leaves to its caller: reading an ICC profile and
/// putting one in.
enum JPEGMarkers {
    private static let signature = Array("ICC_PROFILE\0".utf8)
    /// Payload of one APP2 segment beside length, signature and numbering.
    private static let chunk = 65535 - 2 - 14
    /// Profiles beyond this are no display profiles.
    private static let largest = 4 << 20

    /// The profile put together from its numbered APP2 segments; empty where there is none or one is missing.
    static func iccProfile(in bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var parts: [Int: Range<Int>] = [:], expected = 0
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if marker == 0xFF {
                at += 1
                continue
            }
            if marker == 0xDA || marker == 0xD9 { break }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                at += 2
                continue
            }
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            guard length >= 2, at + 2 + length <= bytes.count else { break }
            let payload = at + 4..<at + 2 + length
            if marker == 0xE2, payload.count > 14, bytes[payload].starts(with: signature) {
                let number = Int(bytes[payload.lowerBound + 12])
                expected = Int(bytes[payload.lowerBound + 13])
                parts[number] = payload.lowerBound + 14..<payload.upperBound
            }
            at += 2 + length
        }
        guard expected > 0, parts.count == expected else { return [] }
        var profile: [UInt8] = []
        for number in 1...expected {
            guard let part = parts[number], profile.count + part.count <= largest else { return [] }
            profile.append(contentsOf: bytes[part])
        }
        return profile
    }

    /// `jpeg` with the profile in APP2 segments after its JFIF segment.
    static func inserting(_ profile: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
        guard !profile.isEmpty, jpeg.count > 6 else { return jpeg }
        let count = (profile.count + chunk - 1) / chunk
        guard count <= 255 else { return jpeg }
        let at = jpeg[2] == 0xFF && jpeg[3] == 0xE0 ? 4 + (Int(jpeg[4]) << 8 | Int(jpeg[5])) : 2
        var result: [UInt8] = []
        result.reserveCapacity(jpeg.count + profile.count + count * 18)
        result.append(contentsOf: jpeg[..<at])
        for number in 0..<count {
            let part = profile[number * chunk..<min((number + 1) * chunk, profile.count)]
            let length = part.count + 16
            result.append(contentsOf: [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)])
            result.append(contentsOf: signature)
            result.append(contentsOf: [UInt8(number + 1), UInt8(count)])
            result.append(contentsOf: part)
        }
        result.append(contentsOf: jpeg[at...])
        return result
    }
}
