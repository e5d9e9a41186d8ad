import Metadata

/// A PNG as its chunks. exiv2 compresses a colour profile anew and may put chunks into another order: of what it writes only the metadata are taken.
enum PNGChunks {
    private static let metadata: Set<String> = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME"]

    /// The former file with the metadata of the new one, behind its header; `nil` where one of them is in no order.
    static func file(_ former: UnsafeRawBufferPointer, sayingWhat new: [UInt8]) -> [UInt8]? {
        guard let chunks = chunks(of: former), let header = chunks.first, header.kind == "IHDR", let end = chunks.last?.range.upperBound,
            let said = new.withUnsafeBytes({ new in self.chunks(of: new)?.filter { metadata.contains($0.kind) }.map { Array(new[$0.range]) } })
        else { return nil }
        var file = Array(former[..<header.range.upperBound]) + said.joined()
        for chunk in chunks.dropFirst() where !metadata.contains(chunk.kind) { file += former[chunk.range] }
        return file + former[end...]
    }

    /// Up to the one that ends the picture.
    private static func chunks(of bytes: UnsafeRawBufferPointer) -> [(kind: String, range: Range<Int>)]? {
        let reader = ByteReader(bytes)
        var offset = 8, chunks: [(kind: String, range: Range<Int>)] = []
        while let length = reader.uint32(offset), let kind = reader.fourCharacters(offset + 4), reader.has(length + 12, at: offset) {
            chunks.append((kind, offset..<offset + length + 12))
            if kind == "IEND" { return chunks }
            offset += length + 12
        }
        return nil
    }
}
