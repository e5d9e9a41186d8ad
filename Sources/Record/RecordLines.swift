import CDeflate

/// Objects as lines outside of a library's record, compressed, in memory: what one machine tells others of.
package enum RecordLines {
    private static let longest = 1 << 28

    /// The lines of these objects, each with the checksum of all before it, compressed as a record's snapshot is.
    package static func encode(_ objects: [RecordObject]) throws -> [UInt8] {
        var text: [UInt8] = [], sum: UInt32 = 0
        for object in objects {
            var line: [UInt8] = []
            LineText.body(object.key, object.isRemoved ? [RecordField("removed", .bool(true))] : object.fields, into: &line)
            sum = line.withUnsafeBytes { LineText.sum($0, after: sum) }
            LineText.end(sum, into: &line)
            text += line
        }
        guard text.count <= longest else { throw RecordError(.cannotWrite, "What is to be told at once is too much: \(text.count) bytes. Please report this.") }
        guard let compressor = BlockGzip.Compressor() else { throw RecordError(.cannotWrite, "There is no memory to compress what is to be told. Free some, and try again.") }
        var bytes: [UInt8] = []
        try text.withUnsafeBytes { text in
            for start in stride(from: 0, to: text.count, by: BlockGzip.maximumContent) {
                try compressor.compress(UnsafeRawBufferPointer(rebasing: text[start..<min(text.count, start + BlockGzip.maximumContent)]), into: &bytes)
            }
        }
        return bytes + BlockGzip.endMark
    }

    /// - Parameter name: what messages call it.
    /// - Throws: `.damaged` where it is cut off, or a line is not what was written.
    package static func decode(_ bytes: [UInt8], _ name: String) throws -> [RecordObject] {
        func damaged(_ what: String) -> RecordError { RecordError(.damaged, "\(name) is damaged (\(what)). Nothing of it was believed; put it back from a copy.") }
        guard let decompressor = BlockGzip.Decompressor() else { throw RecordError(.cannotWrite, "There is no memory to read \(name). Free some, and try again.") }
        guard bytes.suffix(BlockGzip.endMark.count).elementsEqual(BlockGzip.endMark) else { throw damaged("it is cut off") }
        var text: [UInt8] = [], rest = bytes.dropLast(BlockGzip.endMark.count)
        while !rest.isEmpty {
            guard let count = BlockGzip.blockCount(rest), count <= rest.count, decompressor.decompress(rest.prefix(count), into: &text), text.count <= longest else {
                throw damaged("a block can't be read")
            }
            rest = rest.dropFirst(count)
        }
        var objects: [RecordObject] = [], sum: UInt32 = 0
        try text.withUnsafeBytes { text in
            var start = 0
            while start < text.count {
                guard let end = text[start...].firstIndex(of: 0x0A) else { throw damaged("its last line has no end") }
                let line = UnsafeRawBufferPointer(rebasing: text[start..<end])
                guard let stated = LineText.statedSum(line) else { throw damaged("line \(objects.count + 1) has no checksum") }
                sum = LineText.sum(LineText.body(of: line), after: sum)
                guard sum == stated, let object = LineText.object(of: line) else { throw damaged("line \(objects.count + 1) was changed") }
                objects.append(object)
                start = end + 1
            }
        }
        return objects
    }
}
