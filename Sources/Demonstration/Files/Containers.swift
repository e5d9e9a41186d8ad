import Support

/// Puts facts into files that an encoder wrote.
enum Containers {
    static func jpeg(_ bytes: [UInt8], exif: [UInt8], xmp: String?) -> [UInt8] {
        func segment(_ payload: [UInt8]) -> [UInt8] { [0xFF, 0xE1] + TIFFBlock.big(payload.count + 2, 2) + payload }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + exif.count + 2048)
        result += bytes.prefix(2)
        result += segment(Array("Exif\0\0".utf8) + exif)
        if let xmp { result += segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)) }
        return result + bytes.dropFirst(2)
    }

    /// Behind the header chunk, where every reader looks.
    static func png(_ bytes: [UInt8], xmp: String?) -> [UInt8] {
        guard let xmp, bytes.count > 33 else { return bytes }
        let text = Array("iTXtXML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(xmp.utf8)
        let chunk = TIFFBlock.big(text.count - 4, 4) + text + TIFFBlock.big(Int(crc(text)), 4)
        return bytes.prefix(33) + chunk + bytes.dropFirst(33)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum = CRC32()
        bytes.withUnsafeBytes { sum.update($0) }
        return sum.value
    }
}
