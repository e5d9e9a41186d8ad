import Pixels

/// Where in the shared memory a result lies. Parts follow each other without gaps, in the order of the fields.
package enum WorkAnswer: Sendable, Equatable {
    /// Facts as JSON from offset 0, then the preview, then the thumbnail.
    case examination(factsLength: Int, preview: EncodedLayout?, thumbnail: EncodedLayout?)
    /// Facts as JSON from offset 0, of a picture that is left for another time, and the colours of the small one that the file carries.
    case postponed(factsLength: Int, QuarterColors?)
    /// From offset 0.
    case pixels(ImageLayout)
    /// One for each file, `nil` where it can't be decoded whole. Rows without profile or damage: in the file's slot where they fit into it, else from
    /// the first page after the bytes of the request, each picture from the first page after the one before.
    case packed([ImageLayout?])
    /// From the first page after the pixels of the request.
    case encoded(EncodedLayout)
    /// All parts have gone out.
    case transcoded
    /// A file of so many bytes, from the first page after the metadata of the request; or a mask of so many, from the start.
    case written(length: Int)

    func write(to writer: inout ByteWriter) {
        switch self {
        case .examination(let factsLength, let preview, let thumbnail):
            writer.put(UInt8(1))
            writer.put(factsLength)
            writer.put(preview) { $1.write(to: &$0) }
            writer.put(thumbnail) { $1.write(to: &$0) }
        case .postponed(let factsLength, let quarters):
            writer.put(UInt8(7))
            writer.put(factsLength)
            writer.put(quarters) { $1.write(to: &$0) }
        case .pixels(let layout):
            writer.put(UInt8(2))
            layout.write(to: &writer)
        case .encoded(let layout):
            writer.put(UInt8(3))
            layout.write(to: &writer)
        case .written(let length):
            writer.put(UInt8(6))
            writer.put(length)
        case .packed(let layouts):
            writer.put(UInt8(4))
            writer.put(layouts.count)
            for layout in layouts { writer.put(layout) { $1.write(to: &$0) } }
        case .transcoded: writer.put(UInt8(5))
        }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        switch try reader.integer(UInt8.self) {
        case 1:
            self = .examination(
                factsLength: try reader.count(),
                preview: try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try EncodedLayout(from: &reader) },
                thumbnail: try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try EncodedLayout(from: &reader) })
        case 2: self = .pixels(try ImageLayout(from: &reader))
        case 3: self = .encoded(try EncodedLayout(from: &reader))
        case 4:
            let count = try reader.count()
            guard count <= Wire.packedLimit else { throw .invalid("number of pictures") }
            var layouts: [ImageLayout?] = []
            for _ in 0..<count {
                layouts.append(try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try ImageLayout(from: &reader) })
            }
            self = .packed(layouts)
        case 5: self = .transcoded
        case 6: self = .written(length: try reader.count())
        case 7:
            self = .postponed(
                factsLength: try reader.count(),
                try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try QuarterColors(from: &reader) })
        default: throw .invalid("answer")
        }
    }
}

/// A compressed image in shared memory, and what is known of it beside.
package struct EncodedLayout: Sendable, Equatable {
    package var length: Int
    package var width: Int
    package var height: Int
    package var quarters: QuarterColors?

    package init(length: Int, width: Int, height: Int, quarters: QuarterColors? = nil) {
        (self.length, self.width, self.height, self.quarters) = (length, width, height, quarters)
    }

    func write(to writer: inout ByteWriter) {
        writer.put(length)
        writer.put(width)
        writer.put(height)
        writer.put(quarters) { $1.write(to: &$0) }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        (length, width, height) = (try reader.count(), try reader.count(), try reader.count())
        quarters = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try QuarterColors(from: &reader) }
    }
}

extension QuarterColors {
    fileprivate func write(to writer: inout ByteWriter) {
        for byte in bytes { writer.put(byte) }
    }

    fileprivate init(from reader: inout ByteReader) throws(ProtocolError) {
        var bytes: [UInt8] = []
        for _ in 0..<Self.byteCount { bytes.append(try reader.integer()) }
        guard let colors = QuarterColors(bytes: bytes) else { throw .invalid("colours") }
        self = colors
    }
}
