import CLinux
import Codecs
import Decoding
import Glibc
import Metadata

/// Misbehaves as the name of the request says.
struct FaultyWork: DecodingWork {
    let limits: WorkerLimits

    func examine(_ bytes: UnsafeRawBufferPointer, name: String, _ options: ExamineOptions) throws(CodecError) -> Examination {
        var facts = MediaFacts(kind: .image, uniformType: "public.jpeg")
        (facts.pixelWidth, facts.pixelHeight) = (64, 48)
        var thumbnail: EncodedImage?
        switch name {
        case "hang": while true { poll(nil, 0, -1) }
        case "spin": while clock() >= 0 {}
        case "crash": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "abort":
            say("something terrible happened")
            abort()
        case "exit": exit(3)
        case "allocate": allocateWithoutEnd()
        case "chatter":
            for line in 0..<100_000 { say("line \(line)") }
            abort()
        case "watch-last-byte": while let last = bytes.last, last != 1 {}
        case "refuse": throw CodecError(.damaged, "“\(name)” is broken", cause: "on purpose")
        case "once": if bytes.count > 0 { abort() }
        case "count": facts.title = "\(bytes.count)"
        case "process": facts.title = "\(getpid())"
        case "thumbnail-size": thumbnail = EncodedImage(bytes: Self.jpeg(width: 64, height: 48), width: 65, height: 48)
        case "thumbnail-large": thumbnail = EncodedImage(bytes: Self.jpeg(width: 300, height: 48), width: 300, height: 48)
        case "thumbnail-garbage": thumbnail = EncodedImage(bytes: [UInt8](repeating: 65, count: 64), width: 64, height: 48)
        case "thumbnail": thumbnail = EncodedImage(bytes: Self.jpeg(width: 64, height: 48), width: 64, height: 48)
        case "negative-size": facts.pixelWidth = -1
        default:
            if let probe = Probe(rawValue: name) { facts.title = probe.run() } else { RawFault(rawValue: name)?.commit() }
        }
        return Examination(facts: facts, preview: nil, thumbnail: thumbnail)
    }

    func render(
        _ bytes: UnsafeRawBufferPointer, name: String, _ request: RenderRequest,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        let target = request.target ?? PixelSize(width: 16, height: 16)
        var layout = PixelLayout(width: target.width, height: target.height, hasAlpha: false)
        switch name {
        case "too-wide": layout.width += 1
        case "too-much-room": _ = try allocate(1 << 50)
        case "profile": layout.iccProfile = [1, 2, 3]
        case "deep": layout.format = .rgba16
        case "damage": layout.damage = "the lower half is missing"
        default: RawFault(rawValue: name)?.commit()
        }
        let memory = try allocate(layout.byteCount)
        if name.hasPrefix("fill "), let value = Int32(name.dropFirst(5)) {
            if let base = memory.baseAddress { memset(base, value, layout.byteCount) }
            return layout
        }
        for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index &* 7) }
        return layout
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        EncodedImage(bytes: Self.jpeg(width: image.width, height: image.height), width: image.width, height: image.pixels.first == 13 ? 1 : image.height)
    }

    /// As much of a JPEG as the parent looks at.
    static func jpeg(width: Int, height: Int) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, UInt8(height >> 8 & 255), UInt8(height & 255), UInt8(width >> 8 & 255), UInt8(width & 255), 3, 0xFF, 0xD9]
    }

    private func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    private func allocateWithoutEnd() {
        while true {
            let piece = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 16)
            memset(piece, 1, 64 << 20)
        }
    }
}
