/// A small file among several that lie one after the other at the start of the shared memory, and where its pixels are wanted.
package struct PackedFile: Sendable, Equatable {
    /// A slot for one picture in another of the memories that parent and worker share.
    package struct Slot: Sendable, Equatable {
        /// The memory's number.
        package var memory: Int
        package var offset: Int

        package init(memory: Int, offset: Int) { (self.memory, self.offset) = (memory, offset) }
    }

    /// In bytes.
    package var length: Int
    /// `nil`: in the memory that the file is in, after all files and what was drawn there before it. So are pixels that the slot is too small for.
    package var slot: Slot?

    package init(length: Int, slot: Slot? = nil) { (self.length, self.slot) = (length, slot) }

    func write(to writer: inout ByteWriter) {
        writer.put(length)
        writer.put(slot) {
            $0.put($1.memory)
            $0.put($1.offset)
        }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        length = try reader.count()
        slot = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in Slot(memory: try reader.count(), offset: try reader.count()) }
    }
}
