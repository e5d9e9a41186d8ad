import Metadata

/// A mask on its way through the shared memory.
package enum PlaceMaskCoding {
    /// Bytes of one at most.
    package static let limit = 16 + PlaceMask.mostParts * 24 + PlaceMask.mostBytes

    package static func encode(_ mask: PlaceMask) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(mask.parts.count)
        for part in mask.parts {
            writer.put(part.range.lowerBound)
            writer.put(part.range.count)
            switch part.fill {
            case .zeros: writer.put(UInt8(0))
            case .spaces: writer.put(UInt8(1))
            case .bytes(let bytes):
                writer.put(UInt8(2))
                for byte in bytes { writer.put(byte) }
            }
        }
        return writer.bytes
    }

    /// - Returns: `nil` for what is no mask of a file of so many bytes.
    package static func decode(_ bytes: [UInt8], count: Int) -> PlaceMask? { try? read(bytes, count) }

    private static func read(_ bytes: [UInt8], _ count: Int) throws(ProtocolError) -> PlaceMask {
        var reader = ByteReader(bytes)
        let number = try reader.count()
        guard number <= PlaceMask.mostParts else { throw .invalid("parts") }
        var parts: [PlaceMask.Part] = []
        for _ in 0..<number {
            let (start, length) = (try reader.count(), try reader.count())
            guard start <= count, length <= count - start else { throw .invalid("part") }
            let fill: PlaceMask.Fill
            switch try reader.integer(UInt8.self) {
            case 0: fill = .zeros
            case 1: fill = .spaces
            case 2:
                guard length <= PlaceMask.mostBytes else { throw .invalid("part") }
                var given: [UInt8] = []
                for _ in 0..<length { given.append(try reader.integer()) }
                fill = .bytes(given)
            default: throw .invalid("fill")
            }
            parts.append(PlaceMask.Part(range: start..<start + length, fill: fill))
        }
        guard let mask = PlaceMask(parts, count: count) else { throw .invalid("mask") }
        return mask
    }
}
