import Decoding
import DecodingWorker
import Glibc
import Metadata
import Pixels

/// Misbehaves as the name of the request says.
struct FaultyWork: DecodingWork {
    let limits: WorkerLimits

    func examine(_ bytes: UnsafeRawBufferPointer, name: String, _ options: ExamineOptions) throws(CodecError) -> Examination {
        var facts = MediaFacts(kind: .image, uniformType: "public.jpeg")
        (facts.pixelWidth, facts.pixelHeight) = (64, 48)
        var thumbnail: EncodedImage?
        let command = Command(name)
        switch command.word {
        case "watch-last-byte": while let last = bytes.last, last != 1 {}
        case "refuse": throw CodecError(.damaged, "“\(name)” is broken", cause: "on purpose")
        case "decline": throw CodecError(.unsupported, "“\(name)” is no picture")
        case "broken": facts.damage = "the lower half is missing"
        case "once": if bytes.count > 0 { abort() }
        case "count": facts.title = "\(bytes.count)"
        case "process": facts.title = "\(getpid())"
        case "thumbnail-size": thumbnail = EncodedImage(bytes: Self.jpeg(width: 64, height: 48), width: 65, height: 48)
        case "thumbnail-large": thumbnail = EncodedImage(bytes: Self.jpeg(width: 300, height: 48), width: 300, height: 48)
        case "thumbnail-garbage": thumbnail = EncodedImage(bytes: [UInt8](repeating: 65, count: 64), width: 64, height: 48)
        case "thumbnail": thumbnail = EncodedImage(bytes: Self.jpeg(width: 64, height: 48), width: 64, height: 48)
        case "negative-size": facts.pixelWidth = -1
        case let word where word.hasPrefix("probe-"): facts.title = try Probing.run(word, bytes, limits)
        default: misbehave(command)
        }
        return Examination(facts: facts, preview: nil, thumbnail: thumbnail)
    }

    func render(
        _ bytes: UnsafeRawBufferPointer, name: String, _ request: RenderRequest,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        // Stored pictures have no names: they say themselves what happens.
        let name = name == "a stored picture" ? String(decoding: bytes.prefix { $0 > 31 }, as: UTF8.self) : name
        let target = request.target ?? PixelSize(width: 16, height: 16)
        var layout = PixelLayout(width: target.width, height: target.height, hasAlpha: false)
        if let range = request.frames { give(min(range.count, 3), to: &layout) }
        let command = Command(name)
        switch command.word {
        case "too-wide": layout.width += 1
        case "too-much-memory": _ = try allocate(1 << 50)
        case "profile": layout.iccProfile = [1, 2, 3]
        case "deep": layout.format = .rgba16
        case "frames-unasked": give(1, to: &layout)
        case "frames-none": layout.frames = nil
        case "frames-many": give((request.frames?.count ?? 0) + 1, to: &layout)
        case "frames-uneven": layout.height += 1
        case "frames-fast": layout.frames?.delays[0] = 5
        case "frames-slow": layout.frames?.delays[0] = 65_535
        case "frames-large": (layout.width, layout.height) = (target.width, target.height * 1000)
        case "damage": layout.damage = "the lower half is missing"
        case "refuse": throw CodecError(.damaged, "“\(name)” is broken", cause: "on purpose")
        // Those wait until there is memory for the pixels.
        case let word where word.hasPrefix("late-"): break
        default: misbehave(command)
        }
        let memory = try allocate(layout.byteCount)
        if command.word.hasPrefix("late-") { misbehave(Command(String(name.dropFirst(5)))) }
        if name.hasPrefix("fill "), let value = Int32(name.dropFirst(5)) {
            if let base = memory.baseAddress { memset(base, value, layout.byteCount) }
            return layout
        }
        for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index &* 7) }
        return layout
    }

    private func give(_ frames: Int, to layout: inout PixelLayout) {
        layout.height *= frames
        layout.frames = FrameTiming(delays: (1...frames).map { $0 * 50 }, loopCount: 2, endsFile: true)
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        var result = EncodedImage(bytes: Self.jpeg(width: image.width, height: image.height), width: image.width, height: image.height)
        guard let command = Command(image) else {
            if image.pixels.first == 13 { result.height = 1 }
            return result
        }
        switch command.word {
        case "other-size": result.width += 1
        case "no-picture": result.bytes = [UInt8](repeating: 65, count: 64)
        case "too-many-bytes": result.bytes = [UInt8](repeating: 1, count: 100 << 20)
        case "refuse": throw CodecError(.damaged, "the image is broken", cause: "on purpose")
        default: misbehave(command)
        }
        return result
    }

    func transcode(_ bytes: UnsafeRawBufferPointer, name: String, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError) {
        let command = Command(name)
        guard sink.write(bytes, at: 0), sink.goesOn(done: 0.5) else { throw CodecError(.cancelled, "given up") }
        switch command.word {
        case "refuse": throw CodecError(.damaged, "“\(name)” is broken", cause: "on purpose")
        case "far": _ = sink.write(bytes, at: 1 << 41)
        case "endless": while sink.write(bytes, at: 0) {}
        case "silent": while true { sleep(1) }
        case "need": _ = sink.need(0..<bytes.count)
        case "far-need": _ = sink.need(1..<bytes.count + 1)
        case "frame": _ = try? sink.frame(Self.frame, at: 0)
        case "late-frame": _ = try? sink.frame(Self.frame, at: -1)
        case "gappy-frame":
            // Its rows have gaps.
            var frame = Self.frame
            (frame.width, frame.bytesPerRow) = (2, 16)
            _ = try? sink.frame(frame, at: 0)
        default: misbehave(command)
        }
    }

    private static let frame = PixelImage(width: 4, height: 2, bytesPerRow: 16, pixels: [UInt8](repeating: 7, count: 32), hasAlpha: false)

    func write(_ metadata: WrittenMetadata, into bytes: UnsafeRawBufferPointer, name: String) throws(CodecError) -> [UInt8] {
        let command = Command(name)
        switch command.word {
        case "other-picture": return bytes.dropLast() + [0]
        case "no-picture": return [UInt8](repeating: 65, count: 64)
        // A byte for each letter.
        case "caption": return (metadata.caption ?? "").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        case "too-many-bytes": return [UInt8](repeating: 1, count: bytes.count + (64 << 20))
        default: misbehave(command)
        }
        return Array(bytes)
    }

    func placeMask(of bytes: UnsafeRawBufferPointer, name: String) throws(CodecError) -> PlaceMask {
        let command = Command(name)
        switch command.word {
        case "far-mask": return PlaceMask([.init(range: 0..<bytes.count + 1, fill: .zeros)], count: bytes.count + 1) ?? PlaceMask()
        default: misbehave(command)
        }
        return PlaceMask([.init(range: 1..<2, fill: .spaces), .init(range: 3..<5, fill: .bytes([7, 8]))], count: bytes.count) ?? PlaceMask()
    }

    private func misbehave(_ command: Command) {
        if let fault = Fault(rawValue: command.word) { fault.commit() } else { RawFault(rawValue: command.word)?.commit(command.id) }
    }

    /// As much of a JPEG as the parent looks at.
    static func jpeg(width: Int, height: Int) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, UInt8(height >> 8 & 255), UInt8(height & 255), UInt8(width >> 8 & 255), UInt8(width & 255), 3, 0xFF, 0xD9]
    }
}
