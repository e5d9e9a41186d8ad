import Metadata
import Pixels

/// Turns a worker's answer into values, believing nothing.
///
/// Everything but pixels is copied out of the shared memory before it is looked at, since the worker could still be writing. Throws `WorkerFault.lied`.
enum AnswerCheck {
    static func examination(_ answer: WorkAnswer, of options: ExamineOptions, in memory: SharedMemory) throws(WorkerFault) -> Examination {
        if case .postponed(let factsLength, let quarters) = answer {
            let facts = try facts(factsLength, memory)
            guard options.postpones(facts) else { throw .lied("a picture for another time, which nobody allowed") }
            return Examination(postponed: facts.bounded(), quarters: quarters)
        }
        guard case .examination(let factsLength, let preview, let thumbnail) = answer else { throw .lied("another kind of answer") }
        let facts = try facts(factsLength, memory)
        var offset = factsLength
        // Colours may be any: they are only shown. But nobody asked for those of a preview.
        guard preview?.quarters == nil else { throw .lied("colours of a preview") }
        let previewImage = try jpeg(preview, side: options.previewSide, at: &offset, in: memory, "preview")
        let thumbnailImage = try jpeg(thumbnail, side: options.thumbnailSide, at: &offset, in: memory, "thumbnail")
        return Examination(facts: facts.bounded(), preview: previewImage, thumbnail: thumbnailImage)
    }

    private static func facts(_ length: Int, _ memory: SharedMemory) throws(WorkerFault) -> MediaFacts {
        guard length <= FactsCoding.limit, let json = memory.copy(from: 0, count: length) else { throw .lied("facts of \(length) bytes") }
        let facts: MediaFacts
        do { facts = try FactsCoding.decode(json) } catch { throw .lied("unreadable facts") }
        let sizes = 0...Int(UInt32.max)
        guard sizes.contains(facts.pixelWidth), sizes.contains(facts.pixelHeight), facts.frameCount >= 1 else { throw .lied("impossible facts") }
        return facts
    }

    /// The layout of pixels that lie wholly inside shared memory of `shared` bytes.
    static func pixels(_ answer: WorkAnswer, of request: RenderRequest, limits: WorkerLimits, shared: Int) throws(WorkerFault) -> ImageLayout {
        guard case .pixels(let layout) = answer else { throw .lied("another kind of answer") }
        try check(layout, of: request, limits: limits, shared: shared)
        return layout
    }

    /// Where the pictures of a packed answer lie: each in its slot, or else wholly inside shared memory of `shared` bytes and none over another; and the
    /// end of the last of those.
    ///
    /// - Parameter slots: how many of the files, from the first on, have a slot of their own.
    static func packed(
        _ answer: WorkAnswer, of request: RenderRequest, files: Int, slots: Int, from start: Int, limits: WorkerLimits, shared: Int
    ) throws(WorkerFault) -> (pictures: [PackedPicture?], end: Int) {
        guard case .packed(let layouts) = answer, layouts.count == files else { throw .lied("another kind of answer") }
        var pictures: [PackedPicture?] = []
        var end = start
        for (index, layout) in layouts.enumerated() {
            guard let layout else {
                pictures.append(nil)
                continue
            }
            guard layout.profileLength == nil, layout.damageLength == nil, layout.exifLength == nil, layout.gainMapLength == nil else { throw .lied("more than pixels") }
            if index < slots, let length = layout.length, length <= Wire.slotBytes {
                try check(layout, of: request, limits: limits, shared: Wire.slotBytes)
                pictures.append(PackedPicture(layout: layout, start: nil))
                continue
            }
            let start = Wire.aligned(end)
            try check(layout, of: request, limits: limits, shared: shared - start)
            pictures.append(PackedPicture(layout: layout, start: start))
            end = start + layout.rowsLength
        }
        return (pictures, end)
    }

    private static func check(_ layout: ImageLayout, of request: RenderRequest, limits: WorkerLimits, shared: Int) throws(WorkerFault) {
        guard let length = layout.length, layout.width <= limits.pixels / layout.height else { throw .lied("\(layout.width) × \(layout.height) pixels") }
        guard layout.format == .rgba8 || request.format == .rgba16 else { throw .lied("16 bits a component where 8 were asked for") }
        let height = try heightOfOne(layout, request.frames)
        if request.exact || request.frames != nil, let target = request.target {
            let (fitsWidth, fitsHeight) = (layout.width <= target.width, height <= target.height)
            guard request.mode == .fit ? fitsWidth && fitsHeight : fitsWidth || fitsHeight else {
                throw .lied("\(layout.width) × \(height) pixels where \(target.width) × \(target.height) were asked for")
            }
        }
        guard layout.profileLength ?? 0 <= 4 << 20, layout.damageLength ?? 0 <= 64 << 10 else { throw .lied("an impossible profile or description") }
        guard layout.exifLength == nil || request.carriesTags && layout.exifLength ?? 0 <= 64 << 10 else { throw .lied("an impossible EXIF block") }
        guard layout.gainMapLength == nil || request.carriesGainMap && layout.gainMapLength ?? 0 <= Wire.gainMapLimit else { throw .lied("an impossible gain map") }
        guard length <= shared else { throw .lied("pixels outside the shared memory") }
    }

    /// What was copied out of the shared memory with the pixels: a gain map is a JPEG.
    static func trailers(of image: PixelImage) throws(WorkerFault) {
        if let map = image.gainMap, JPEGHeader.size(of: map) == nil { throw .lied("a gain map that is no JPEG") }
    }

    /// The height of a picture, or of each of the frames that were asked for.
    private static func heightOfOne(_ layout: ImageLayout, _ range: FrameRange?) throws(WorkerFault) -> Int {
        guard let range else {
            guard layout.frames == nil else { throw .lied("frames that nobody asked for") }
            return layout.height
        }
        guard let frames = layout.frames, (1...range.count).contains(frames.delays.count) else { throw .lied("another number of frames than was asked for") }
        let (count, rows) = (frames.delays.count, layout.rowsLength)
        guard layout.height % count == 0, rows <= max(range.bytes, rows / count) else { throw .lied("frames of \(rows) bytes") }
        guard layout.format == .rgba8 else { throw .lied("frames of 16 bits a component") }
        let delays = count == 1 ? 0...FrameTiming.longest : FrameTiming.shortest...FrameTiming.longest
        guard frames.delays.allSatisfy(delays.contains), frames.loopCount <= Int(UInt32.max) else { throw .lied("frames that are shown for no time") }
        return layout.height / count
    }

    static func encoded(
        _ answer: WorkAnswer, of layout: ImageLayout, as format: EncodedFormat, at offset: Int, in memory: SharedMemory
    ) throws(WorkerFault) -> EncodedImage {
        guard case .encoded(let stated) = answer else { throw .lied("another kind of answer") }
        guard stated.width == layout.width, stated.height == layout.height, stated.quarters == nil else { throw .lied("an image of another size") }
        guard let bytes = memory.copy(from: offset, count: stated.length) else { throw .lied("an image outside the shared memory") }
        switch format {
        case .jpeg:
            guard let size = JPEGHeader.size(of: bytes), size == (stated.width, stated.height) else { throw .lied("no JPEG of that size") }
        case .png:
            guard PNGHeader.size(of: bytes).map({ $0 == (stated.width, stated.height) }) == true else { throw .lied("no PNG of that size") }
        }
        return EncodedImage(bytes: bytes, width: stated.width, height: stated.height)
    }

    /// A file with other metadata, in which the picture is the same as before.
    static func written(_ answer: WorkAnswer, of former: [UInt8], limit: Int, at offset: Int, in memory: SharedMemory) throws(WorkerFault) -> [UInt8] {
        guard case .written(let length) = answer else { throw .lied("another kind of answer") }
        guard length <= limit, let bytes = memory.copy(from: offset, count: length) else { throw .lied("a file outside the shared memory") }
        guard PictureParts.areEqual(former, bytes) else { throw .lied("a file with another picture") }
        return bytes
    }

    /// What to overwrite in a file of so many bytes.
    static func placeMask(_ answer: WorkAnswer, count: Int, in memory: SharedMemory) throws(WorkerFault) -> PlaceMask {
        guard case .written(let length) = answer else { throw .lied("another kind of answer") }
        guard length <= PlaceMaskCoding.limit, let bytes = memory.copy(from: 0, count: length) else { throw .lied("a mask of \(length) bytes") }
        guard let mask = PlaceMaskCoding.decode(bytes, count: count) else { throw .lied("a mask of another file") }
        return mask
    }

    /// A copy of a film's frame, which its receiver may keep.
    static func frame(
        _ layout: ImageLayout, at seconds: Double, mayBeDeep: Bool, in memory: SharedMemory, limits: WorkerLimits
    ) throws(WorkerFault) -> PixelImage {
        guard layout.format == .rgba8 || mayBeDeep && layout.format == .rgba16, layout.frames == nil, layout.damageLength == nil, layout.exifLength == nil,
            layout.gainMapLength == nil, layout.profileLength ?? 0 <= 4 << 20, seconds >= 0,
            let length = layout.length, layout.bytesPerRow == layout.width * layout.format.bytesPerPixel, layout.width <= limits.pixels / layout.height,
            length <= memory.count, let image = memory.image(layout, { PixelBuffer($0) })
        else { throw .lied("an impossible frame") }
        return image
    }

    private static func jpeg(
        _ layout: EncodedLayout?, side: Int, at offset: inout Int, in memory: SharedMemory, _ what: String
    ) throws(WorkerFault) -> EncodedImage? {
        guard let layout else { return nil }
        let sides = 1...max(1, side)
        guard side > 0, sides.contains(layout.width), sides.contains(layout.height) else {
            throw .lied("a \(what) of \(layout.width) × \(layout.height) pixels where \(side) were asked for")
        }
        guard layout.length <= DecoderOptions.jpegLimit(side), let bytes = memory.copy(from: offset, count: layout.length) else {
            throw .lied("a \(what) of \(layout.length) bytes")
        }
        guard let size = JPEGHeader.size(of: bytes), size == (layout.width, layout.height) else { throw .lied("a \(what) that is no JPEG of that size") }
        offset += layout.length
        return EncodedImage(bytes: bytes, width: layout.width, height: layout.height, quarters: layout.quarters)
    }
}

/// One picture of several in an answer.
struct PackedPicture {
    let layout: ImageLayout
    /// Where it begins in the shared memory; `nil` where it lies in the slot it was given.
    let start: Int?
}
