/// What part of a file a request asks for (RFC 9110, 14).
enum ByteRange: Equatable {
    case whole
    case part(Range<Int64>)
    /// A range that lies outside of the file.
    case outside

    /// - Parameters:
    ///   - header: `Range`. Several ranges, other units and what can't be read are answered with the whole file, as the standard allows.
    ///   - condition: `If-Range`.
    init(_ header: String?, condition: String?, entityTag: String, size: Int64) {
        self = .whole
        // Weak validators and dates say too little to put parts together by.
        if let condition, condition != entityTag { return }
        guard let header, header.utf8.count <= 64, header.lowercased().hasPrefix("bytes=") else { return }
        let parts = header.dropFirst("bytes=".count).trimmed.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else { return }
        switch (parts[0].isEmpty, parts[1].isEmpty) {
        case (true, true): return
        case (true, false):
            let length = Int64(parts[1]) ?? .max
            self = length > 0 && size > 0 ? .part(max(0, size - min(length, size))..<size) : .outside
        case (false, _):
            let first = Int64(parts[0]) ?? .max
            let last = parts[1].isEmpty ? size - 1 : min(Int64(parts[1]) ?? .max, size - 1)
            if !parts[1].isEmpty, (Int64(parts[1]) ?? .max) < first { return }
            self = first < size ? .part(first..<last + 1) : .outside
        }
    }
}
