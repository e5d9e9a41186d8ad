import Decoding
import Glibc
import Metadata
import Pixels

/// The worker's loop behind its protections: one request, one answer.
struct WorkerSession<Work: DecodingWork> {
    let channel: Channel
    let limits: WorkerLimits
    let work: Work
    /// What is written into.
    private var shared: SharedMemory
    /// All that the parent shares, by number.
    private var segments: [Int: SharedMemory]

    init(channel: Channel, shared: SharedMemory, limits: WorkerLimits, work: Work) {
        (self.channel, self.limits, self.work, self.shared) = (channel, limits, work, shared)
        segments = [0: shared]
    }

    /// Memory for what follows the pixels: a profile, the description of a damage, an EXIF block, a gain map.
    private static var trailerLimit: Int { 8 << 20 }

    /// The parent refused the memory that an answer needs, or is gone.
    private struct BufferRefused: Error {}

    mutating func serve() throws -> DecoderWorker.End {
        while let packet = try channel.awaited(descriptors: 1) {
            var input = packet.descriptors.first
            defer { if let input { close(input) } }
            let (id, request): (UInt64, WorkRequest)
            switch try ParentMessage(decoding: packet.bytes) {
            case .request(let asked, let wanted): (id, request) = (asked, wanted)
            case .segment(_, let segment):
                // Between requests: the last picture keeps its memory, or there are pixels to encode, or it is back to less after a large answer.
                let descriptor = input
                input = nil
                guard try enter(segment, descriptor) else { return .protocolBroken }
                continue
            case .slots(let number, let bytes):
                guard let descriptor = input, segments[number] == nil else { return .protocolBroken }
                input = nil
                segments[number] = try SharedMemory(adopting: descriptor, count: bytes)
                continue
            case .start, .proceed, .frame: return .protocolBroken
            }
            let message: WorkerMessage
            do {
                message = .answer(id: id, try answer(id, request, input))
            } catch let error as CodecError {
                message = .failure(id: id, WorkFailure(error))
            } catch is BufferRefused {
                return .finished
            }
            try channel.send(message.encoded(), waits: true)
        }
        return .finished
    }

    private mutating func answer(_ id: UInt64, _ request: WorkRequest, _ input: Int32?) throws -> WorkAnswer {
        switch request {
        case .examine(let name, let options):
            let file = try InputBytes(descriptor: input ?? -1, name: name, unmappedLimit: limits.unmappedBytes)
            return try place(id, try work.examine(file.bytes, name: name, options), name)
        case .render(let name, let wanted):
            let file = try InputBytes(descriptor: input ?? -1, name: name, unmappedLimit: limits.unmappedBytes)
            return try render(id, file.bytes, name, wanted)
        case .renderPacked(let files, let wanted):
            return try renderPacked(id, files, wanted)
        case .encode(let layout, let format):
            return try encode(id, layout, format)
        case .transcode(let name, let wanted):
            let file = try InputBytes(descriptor: input ?? -1, name: name, unmappedLimit: limits.unmappedBytes)
            let parts = FilmParts(id, channel, shared)
            do { try work.transcode(file.bytes, name: name, wanted, to: parts) } catch {
                if parts.isRefused { throw BufferRefused() }
                throw error
            }
            // A film may end where the rest of it can't be had.
            guard !parts.isRefused else { throw BufferRefused() }
            return .transcoded
        case .write(let name, let metadata, let limit):
            let file = try InputBytes(descriptor: input ?? -1, name: name, unmappedLimit: limits.unmappedBytes)
            return try write(id, metadata, into: file.bytes, name, limit)
        case .maskPlaces(let name):
            let file = try InputBytes(descriptor: input ?? -1, name: name, unmappedLimit: limits.unmappedBytes)
            return try mask(id, file.bytes, name)
        }
    }

    private mutating func place(_ id: UInt64, _ result: Examination, _ name: String) throws -> WorkAnswer {
        let facts: [UInt8]
        do { facts = try FactsCoding.encode(result.facts.bounded()) } catch {
            throw CodecError(.damaged, "the facts of “\(name)” cannot be passed on", cause: "\(error)")
        }
        let parts = [facts, result.preview?.bytes ?? [], result.thumbnail?.bytes ?? []]
        try reserve(id, parts.reduce(0) { $0 + $1.count })
        var offset = 0
        for part in parts { write(part[...], at: &offset) }
        if result.isPostponed { return .postponed(factsLength: facts.count, result.quarters) }
        return .examination(factsLength: facts.count, preview: result.preview.map(EncodedLayout.init), thumbnail: result.thumbnail.map(EncodedLayout.init))
    }

    private mutating func render(_ id: UInt64, _ bytes: UnsafeRawBufferPointer, _ name: String, _ request: RenderRequest) throws -> WorkAnswer {
        let pixels = try draw(id, bytes, name, request, from: 0, trailer: Self.trailerLimit)
        let damage = pixels.damage.map { Array($0.utf8.prefix(Wire.textLimit)) }
        var layout = ImageLayout(
            width: pixels.width, height: pixels.height, bytesPerRow: pixels.bytesPerRow, format: pixels.format, hasAlpha: pixels.hasAlpha,
            profileLength: pixels.iccProfile?.count, damageLength: damage?.count, frames: pixels.frames)
        (layout.exifLength, layout.gainMapLength) = (pixels.exif?.count, pixels.gainMap?.count)
        guard let length = layout.length, length <= shared.count else {
            throw CodecError(.damaged, "“\(name)” was decoded to an impossible size or has an impossible colour profile", cause: "\(layout)")
        }
        var offset = pixels.byteCount
        write((pixels.iccProfile ?? [])[...], at: &offset)
        write((damage ?? [])[...], at: &offset)
        write((pixels.exif ?? [])[...], at: &offset)
        write((pixels.gainMap ?? [])[...], at: &offset)
        return .pixels(layout)
    }

    /// Many files cost one trip. What fails or has more than pixels is left to be asked for by itself.
    private mutating func renderPacked(_ id: UInt64, _ files: [PackedFile], _ request: RenderRequest) throws -> WorkAnswer {
        let memory = shared, total = files.reduce(0) { $0 + $1.length }
        defer { withExtendedLifetime(memory) {} }
        guard total <= memory.count else { throw CodecError(.invalidRequest, "the pictures lie outside the shared memory") }
        var offset = 0, start = Wire.aligned(total)
        var layouts: [ImageLayout?] = []
        for file in files {
            let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[offset..<offset + file.length])
            offset += file.length
            layouts.append(nil)
            let slot = try file.slot.map(target)
            // Pictures that are there already would stay behind in smaller memory.
            let pixels: PixelLayout
            do {
                pixels = try draw(id, bytes, "a stored picture", request, slot: slot, from: start, mayGrow: files.count == 1)
            } catch is CodecError { continue }
            let layout = ImageLayout(
                width: pixels.width, height: pixels.height, bytesPerRow: pixels.bytesPerRow, format: pixels.format, hasAlpha: pixels.hasAlpha)
            guard pixels.damage == nil, pixels.iccProfile == nil, let length = layout.length else { continue }
            if slot == nil || length > Wire.slotBytes {
                guard length <= shared.count - start else { continue }
                start = Wire.aligned(start + length)
            }
            layouts[layouts.count - 1] = layout
        }
        return .packed(layouts)
    }

    private func target(of slot: PackedFile.Slot) throws -> UnsafeMutableRawBufferPointer {
        guard let memory = segments[slot.memory], memory.count >= Wire.slotBytes, slot.offset <= memory.count - Wire.slotBytes else {
            throw CodecError(.invalidRequest, "a picture's slot lies outside the shared memory")
        }
        return UnsafeMutableRawBufferPointer(rebasing: memory.bytes[slot.offset..<slot.offset + Wire.slotBytes])
    }

    /// Pixels go straight into the shared memory, so that a large picture is in memory once; into their slot where that is large enough.
    private mutating func draw(
        _ id: UInt64, _ bytes: UnsafeRawBufferPointer, _ name: String, _ request: RenderRequest, slot: UnsafeMutableRawBufferPointer? = nil,
        from start: Int, trailer: Int = 0, mayGrow: Bool = true
    ) throws -> PixelLayout {
        let work = self.work
        var refusal: (any Error)?
        do throws(CodecError) {
            return try work.render(bytes, name: name, request) { count throws(CodecError) in
                if let slot, count <= slot.count { return slot }
                guard mayGrow || count <= shared.count - start else { throw CodecError(.tooLarge, "no memory for \(count) bytes of pixels") }
                do {
                    try reserve(id, start + count + trailer)
                    return UnsafeMutableRawBufferPointer(rebasing: shared.bytes[start..<start + count])
                } catch {
                    refusal = error
                    throw CodecError(.tooLarge, "no memory for \(count) bytes of pixels")
                }
            }
        } catch {
            throw refusal ?? error
        }
    }

    private mutating func encode(_ id: UInt64, _ layout: ImageLayout, _ format: EncodedFormat) throws -> WorkAnswer {
        let memory = shared
        let image = memory.image(layout) { pixels in PixelBuffer(pixels) { withExtendedLifetime(memory) {} } }
        guard let length = layout.length, let image else {
            throw CodecError(.invalidRequest, "the image to encode has an impossible layout")
        }
        let result = try work.encode(image, as: format)
        var offset = Wire.aligned(length)
        try reserve(id, offset + result.bytes.count)
        write(result.bytes[...], at: &offset)
        return .encoded(EncodedLayout(result))
    }

    private mutating func write(_ id: UInt64, _ length: Int, into file: UnsafeRawBufferPointer, _ name: String, _ limit: Int) throws -> WorkAnswer {
        guard length <= shared.count, let metadata = try? WrittenMetadataCoding.decode(UnsafeRawBufferPointer(rebasing: shared.bytes[..<length])) else {
            throw CodecError(.invalidRequest, "The metadata to write cannot be read.")
        }
        let result = try work.write(metadata, into: file, name: name)
        guard result.count <= limit else { throw CodecError(.tooLarge, "“\(name)” would grow too much by its metadata; a sidecar can say them beside the file.") }
        var offset = Wire.aligned(length)
        try reserve(id, offset + result.count)
        write(result[...], at: &offset)
        return .written(length: result.count)
    }

    private mutating func mask(_ id: UInt64, _ file: UnsafeRawBufferPointer, _ name: String) throws -> WorkAnswer {
        let bytes = PlaceMaskCoding.encode(try work.placeMask(of: file, name: name))
        try reserve(id, bytes.count)
        var offset = 0
        write(bytes[...], at: &offset)
        return .written(length: bytes.count)
    }

    /// Asks the parent for larger shared memory where `count` bytes do not fit.
    private mutating func reserve(_ id: UInt64, _ count: Int) throws {
        guard count > shared.count else { return }
        try channel.send(WorkerMessage.needsMemory(id: id, bytes: count).encoded(), waits: true)
        guard let packet = try channel.receive(descriptors: 1) else { throw BufferRefused() }
        guard case .segment(id, let segment) = try ParentMessage(decoding: packet.bytes), segment.bytes >= count, try enter(segment, packet.descriptors.first) else {
            throw BufferRefused()
        }
    }

    /// Goes over to another shared memory, and lets go of those that the parent does not keep. False where the parent names one that was never there.
    private mutating func enter(_ segment: ParentMessage.Segment, _ descriptor: Int32?) throws -> Bool {
        segments = segments.filter { segment.kept & 1 << UInt64($0.key) != 0 }
        if let descriptor { segments[segment.number] = try SharedMemory(adopting: descriptor, count: segment.bytes) }
        guard let memory = segments[segment.number], memory.count == segment.bytes else { return false }
        shared = memory
        return true
    }

    private func write(_ part: ArraySlice<UInt8>, at offset: inout Int) {
        UnsafeMutableRawBufferPointer(rebasing: shared.bytes[offset..<offset + part.count]).copyBytes(from: part)
        offset += part.count
    }
}

extension EncodedLayout {
    init(_ image: EncodedImage) {
        self.init(length: image.bytes.count, width: image.width, height: image.height, quarters: image.quarters)
    }
}
