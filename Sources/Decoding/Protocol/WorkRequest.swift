import Adjustments
import Pixels

/// One piece of work for a worker.
package enum WorkRequest: Sendable, Equatable {
    case examine(name: String, ExamineOptions)
    case render(name: String, RenderRequest)
    /// The same of small files, which lie one after the other at the start of the shared memory; pictures without a slot begin on the next page.
    case renderPacked([PackedFile], RenderRequest)
    /// The pixels, then the profile, lie at the start of the shared memory; the answer goes to the next page after them.
    case encode(ImageLayout, EncodedFormat)
    /// A film to make of the file, which goes out in parts (`WorkerMessage.part`) before the answer.
    case transcode(name: String, TranscodeRequest)
    /// The metadata lie as JSON of so many bytes at the start of the shared memory; the new file, of so many bytes at most, goes to the next page after them.
    case write(name: String, metadata: Int, limit: Int)
    /// What to overwrite in the file so that it says no place; it goes to the start of the shared memory, of `PlaceMaskCoding.limit` bytes at most.
    case maskPlaces(name: String)

    func write(to writer: inout ByteWriter) {
        switch self {
        case .examine(let name, let options):
            writer.put(UInt8(1))
            writer.put(name, limit: Wire.textLimit)
            writer.put(options.thumbnailSide)
            writer.put(options.previewSide)
            writer.put(options.postponesFrom)
        case .render(let name, let request):
            writer.put(UInt8(2))
            writer.put(name, limit: Wire.textLimit)
            request.write(to: &writer)
        case .renderPacked(let files, let request):
            writer.put(UInt8(4))
            writer.put(files.count)
            for file in files { file.write(to: &writer) }
            request.write(to: &writer)
        case .write(let name, let metadata, let limit):
            writer.put(UInt8(6))
            writer.put(name, limit: Wire.textLimit)
            writer.put(metadata)
            writer.put(limit)
        case .maskPlaces(let name):
            writer.put(UInt8(7))
            writer.put(name, limit: Wire.textLimit)
        case .encode(let layout, let format):
            writer.put(UInt8(3))
            layout.write(to: &writer)
            switch format {
            case .jpeg(let quality):
                writer.put(UInt8(1))
                writer.put(quality)
            case .png:
                writer.put(UInt8(2))
                writer.put(0)
            }
        case .transcode(let name, let request):
            writer.put(UInt8(5))
            writer.put(name, limit: Wire.textLimit)
            request.write(to: &writer)
        }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        switch try reader.integer(UInt8.self) {
        case 1:
            let name = try reader.text(limit: Wire.textLimit)
            var options = ExamineOptions()
            (options.thumbnailSide, options.previewSide, options.postponesFrom) = (try reader.count(), try reader.count(), try reader.count())
            self = .examine(name: name, options)
        case 2:
            self = .render(name: try reader.text(limit: Wire.textLimit), try RenderRequest(from: &reader))
        case 3:
            let layout = try ImageLayout(from: &reader)
            let (format, quality) = (try reader.integer(UInt8.self), try reader.int())
            switch format {
            case 1: self = .encode(layout, .jpeg(quality: quality))
            case 2: self = .encode(layout, .png)
            default: throw .invalid("format")
            }
        case 4:
            let count = try reader.count()
            guard count <= Wire.packedLimit else { throw .invalid("number of files") }
            var files: [PackedFile] = []
            for _ in 0..<count { files.append(try PackedFile(from: &reader)) }
            self = .renderPacked(files, try RenderRequest(from: &reader))
        case 5: self = .transcode(name: try reader.text(limit: Wire.textLimit), try TranscodeRequest(from: &reader))
        case 6: self = .write(name: try reader.text(limit: Wire.textLimit), metadata: try reader.count(), limit: try reader.count())
        case 7: self = .maskPlaces(name: try reader.text(limit: Wire.textLimit))
        default: throw .invalid("request")
        }
    }
}

extension RenderRequest {
    func write(to writer: inout ByteWriter) {
        writer.put(target) {
            $0.put($1.width); $0.put($1.height)
        }
        writer.put(mode == .fill)
        writer.put(exact)
        writer.put(crop) {
            $0.put($1.x); $0.put($1.y); $0.put($1.width); $0.put($1.height)
        }
        writer.put(orientation) { $0.put($1) }
        writer.put(keepsWideGamut)
        writer.put(format.rawValue)
        writer.put(headroom)
        writer.put(time)
        writer.put(allowsEmbeddedPreview)
        writer.put(frames) { $1.write(to: &$0) }
        writer.put(adjustments) { $1.write(to: &$0) }
        writer.put(carriesTags)
        writer.put(carriesGainMap)
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        self.init()
        target = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in PixelSize(width: try reader.count(), height: try reader.count()) }
        mode = try reader.flag() ? .fill : .fit
        exact = try reader.flag()
        crop = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in
            UnitRect(x: try reader.double(), y: try reader.double(), width: try reader.double(), height: try reader.double())
        }
        orientation = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.int() }
        keepsWideGamut = try reader.flag()
        guard let format = PixelFormat(rawValue: try reader.integer()) else { throw .invalid("pixel format") }
        self.format = format
        headroom = try reader.double()
        time = try reader.double()
        allowsEmbeddedPreview = try reader.flag()
        frames = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try FrameRange(from: &reader) }
        adjustments = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try PhotoAdjustments(from: &reader) }
        carriesTags = try reader.flag()
        carriesGainMap = try reader.flag()
    }
}
