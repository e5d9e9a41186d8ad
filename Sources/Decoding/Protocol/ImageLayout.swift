import Pixels

/// How pixels and what belongs to them lie in shared memory: rows, then the profile, then the description of a damage, then an EXIF block, then a gain
/// map.
package struct ImageLayout: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var bytesPerRow: Int
    package var format: PixelFormat
    package var hasAlpha: Bool
    /// Bytes of the ICC profile, `nil` for none.
    package var profileLength: Int?
    /// Bytes of UTF-8 that say what is damaged, `nil` for none.
    package var damageLength: Int?
    /// Of frames that lie one below the other, `nil` for one picture.
    package var frames: FrameTiming?
    /// Bytes of an EXIF block, `nil` for none.
    package var exifLength: Int?
    /// Bytes of a gain map's JPEG, `nil` for none.
    package var gainMapLength: Int?

    package init(
        width: Int, height: Int, bytesPerRow: Int, format: PixelFormat = .rgba8, hasAlpha: Bool, profileLength: Int? = nil, damageLength: Int? = nil,
        frames: FrameTiming? = nil
    ) {
        (self.width, self.height, self.bytesPerRow, self.format, self.hasAlpha) = (width, height, bytesPerRow, format, hasAlpha)
        (self.profileLength, self.damageLength, self.frames) = (profileLength, damageLength, frames)
    }

    /// Bytes of all parts together; `nil` where a number is negative, a row is too short for its pixels or splits a component, or the sum is beyond
    /// all memory.
    package var length: Int? {
        let pixel = format.bytesPerPixel
        guard width > 0, height > 0, width <= Int(Int32.max) / pixel, bytesPerRow >= width * pixel, bytesPerRow % (pixel / 4) == 0 else { return nil }
        let (rows, overflow) = bytesPerRow.multipliedReportingOverflow(by: height)
        let parts = [profileLength ?? 0, damageLength ?? 0, exifLength ?? 0, gainMapLength ?? 0]
        let reasonable = 0...(1 << 30)
        guard !overflow, rows < 1 << 48, parts.allSatisfy(reasonable.contains) else { return nil }
        return parts.reduce(rows, +)
    }

    /// Bytes of the rows alone, where `length` is none of the impossible ones.
    package var rowsLength: Int { bytesPerRow * height }

    func write(to writer: inout ByteWriter) {
        writer.put(width)
        writer.put(height)
        writer.put(bytesPerRow)
        writer.put(format.rawValue)
        writer.put(hasAlpha)
        writer.put(profileLength) { $0.put($1) }
        writer.put(damageLength) { $0.put($1) }
        writer.put(frames) { $1.write(to: &$0) }
        writer.put(exifLength) { $0.put($1) }
        writer.put(gainMapLength) { $0.put($1) }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        (width, height, bytesPerRow) = (try reader.count(), try reader.count(), try reader.count())
        guard let format = PixelFormat(rawValue: try reader.integer()) else { throw .invalid("pixel format") }
        self.format = format
        hasAlpha = try reader.flag()
        profileLength = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.count() }
        damageLength = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.count() }
        frames = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try FrameTiming(from: &reader) }
        exifLength = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.count() }
        gainMapLength = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.count() }
    }
}
