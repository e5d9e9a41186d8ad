/// A small file among several that lie one after the other at the start of the shared memory, and where its pixels are wanted.
package struct PackedFile: Sendable, Equatable {
    /// A place for one picture in another of the memories that parent and worker share.
    package struct Place: Sendable, Equatable {
        /// The memory's number.
        package var memory: Int
        package var offset: Int

        package init(memory: Int, offset: Int) { (self.memory, self.offset) = (memory, offset) }
    }

    /// In bytes.
    package var length: Int
    /// `nil`: in the memory that the file is in, after all files and what was drawn there before it. So are pixels that the place is too small for.
    package var place: Place?

    package init(length: Int, place: Place? = nil) { (self.length, self.place) = (length, place) }

    func write(to writer: inout ByteWriter) {
        writer.put(length)
        writer.put(place) {
            $0.put($1.memory)
            $0.put($1.offset)
        }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        length = try reader.count()
        place = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in Place(memory: try reader.count(), offset: try reader.count()) }
    }
}
