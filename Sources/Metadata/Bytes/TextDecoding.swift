/// Turns bytes of unstated encoding into text.
///
/// EXIF says ASCII and IPTC leaves it open, but cameras and programs write UTF-8 or, older ones, Latin 1. UTF-8 that is valid is
/// taken as such, for text in another encoding is very rarely valid UTF-8 by chance; everything else is read as Latin 1, which
/// never fails.
package enum TextDecoding {
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Windows' XP tags: UTF-16, little-endian, ended by a zero.
    package static func utf16LittleEndian(_ bytes: [UInt8]) -> String {
        var units: [UInt16] = []
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let unit = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
            if unit == 0 { break }
            units.append(unit)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Without zeros, control characters and white space at both ends; `nil` where nothing is left.
    package static func cleaned(_ text: String) -> String? {
        var scalars = Substring(text).unicodeScalars
        func isPadding(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.properties.isWhitespace || scalar == "\u{FEFF}" }
        if let end = scalars.firstIndex(of: "\0") { scalars = scalars[..<end] }
        while let first = scalars.first, isPadding(first) { scalars.removeFirst() }
        while let last = scalars.last, isPadding(last) { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(scalars)
    }
}
