import Pixels

extension FrameTiming {
    /// Two bytes for each delay, so that those of the most frames fit into a packet.
    func write(to writer: inout ByteWriter) {
        writer.put(loopCount)
        writer.put(endsFile)
        writer.put(UInt16(delays.count))
        for delay in delays { writer.put(UInt16(clamping: delay)) }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        let (loopCount, endsFile) = (try reader.count(), try reader.flag())
        let count = Int(try reader.integer(UInt16.self))
        guard count <= FrameRange.most else { throw .invalid("number of frames") }
        var delays: [Int] = []
        for _ in 0..<count { delays.append(Int(try reader.integer(UInt16.self))) }
        self.init(delays: delays, loopCount: loopCount, endsFile: endsFile)
    }
}

extension FrameRange {
    func write(to writer: inout ByteWriter) {
        writer.put(first)
        writer.put(count)
        writer.put(bytes)
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        self.init(first: try reader.count(), count: try reader.count(), bytes: try reader.count())
    }
}
