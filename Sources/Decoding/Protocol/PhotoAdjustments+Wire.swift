import Adjustments

extension PhotoAdjustments {
    func write(to writer: inout ByteWriter) {
        writer.put(isFlipped)
        writer.put(rotation)
        for number in [crop.x, crop.y, crop.width, crop.height] { writer.put(number) }
        for parameter in AdjustmentParameter.allCases { writer.put(self[parameter]) }
        writer.put(filter) { $0.put($1.rawValue, limit: Wire.textLimit) }
        writer.put(keyFrame) { $0.put($1) }
        writer.put(isMuted)
    }

    /// What arrives is valid: the worker need not check it again.
    init(from reader: inout ByteReader) throws(ProtocolError) {
        self.init()
        (isFlipped, rotation) = (try reader.flag(), try reader.int())
        crop = Crop(x: try reader.double(), y: try reader.double(), width: try reader.double(), height: try reader.double())
        for parameter in AdjustmentParameter.allCases { self[parameter] = try reader.double() }
        let name = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.text(limit: Wire.textLimit) }
        if let name {
            guard let filter = PhotoFilter(rawValue: name) else { throw .invalid("filter") }
            self.filter = filter
        }
        keyFrame = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.double() }
        isMuted = try reader.flag()
        do throws(AdjustmentError) { try validate() } catch { throw .invalid("adjustments") }
    }
}
