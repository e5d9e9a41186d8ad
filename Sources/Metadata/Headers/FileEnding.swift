import PhotoModel

/// Whether a file ends as its format says that it should. One that was cut off, or whose copy was never finished, does not.
package enum FileEnding {
    /// False also where the end of the format tells nothing. What the facts of films and RAW files say of missing bytes is said there.
    package static func isThere(_ bytes: UnsafeRawBufferPointer, _ facts: MediaFacts) -> Bool {
        switch facts.kind {
        case .video, .rawImage: facts.damage == nil
        case .image where UniformTypes.conforms(facts.uniformType, to: UniformTypes.heifStandard): QuickTimeTracks(bytes).missingBytes == 0
        case .image:
            switch facts.uniformType {
            case UniformTypes.jpeg: hasEndOfImage(bytes)
            case UniformTypes.png: bytes.count >= 12 && ByteReader(bytes).matches("IEND", at: bytes.count - 8)
            case UniformTypes.webP: hasWholeContainer(bytes)
            default: false
            }
        case .audio, .adjustment, .sidecar: false
        }
    }

    /// Behind it may lie other pictures, a movie, or whatever cameras leave there. Among coded pixels there is none: a byte of 255 is followed by a zero there.
    private static func hasEndOfImage(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var segments = JPEGSegments(bytes)
        while segments.next() != nil {}
        guard let start = segments.scanStart else { return false }
        var index = bytes.count - 2
        while index > start {
            if bytes[index + 1] == 0xD9, bytes[index] == 0xFF { return true }
            index -= 1
        }
        return false
    }

    private static func hasWholeContainer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 12 else { return false }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
        return length + 8 <= bytes.count
    }
}
