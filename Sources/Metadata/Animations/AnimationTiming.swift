import PhotoModel

/// How long each frame of an animated picture shows and how often all of them do, read from its container without unpacking a pixel.
package struct AnimationTiming: Sendable, Equatable {
    /// Milliseconds as the file says them, one for each frame.
    package var delays: [Int] = []
    /// How often the frames are to be shown; 0 is forever.
    package var loopCount = 1
    /// Whether every frame is there: the file neither ends within one nor before one that it announces.
    package var isWhole = true

    package init(delays: [Int] = [], loopCount: Int = 1) { (self.delays, self.loopCount) = (delays, loopCount) }

    /// GIF, WebP and PNG; `nil` for other types, and for what is cut off before its first frame.
    ///
    /// - Parameter frameLimit: how many frames are read at most.
    package static func read(_ bytes: UnsafeRawBufferPointer, uniformType: String, frameLimit: Int = 10_000) -> AnimationTiming? {
        let timing: AnimationTiming? =
            switch uniformType {
            case UniformTypes.gif: gif(bytes, frameLimit)
            case UniformTypes.webP: webP(bytes, frameLimit)
            case UniformTypes.png: png(bytes, frameLimit)
            default: nil
            }
        guard let timing, !timing.delays.isEmpty else { return nil }
        return timing
    }

    /// The delay of a graphic control extension belongs to the frame that follows it; the number of loops lies in an extension of Netscape's.
    private static func gif(_ bytes: UnsafeRawBufferPointer, _ frameLimit: Int) -> AnimationTiming? {
        let reader = ByteReader(bytes, isLittleEndian: true)
        guard let flags = reader.uint8(10) else { return nil }
        var timing = AnimationTiming(), delay = 0
        var offset = 13 + ImageHeader.colorTableSize(flags)
        while timing.delays.count < frameLimit, let introducer = reader.uint8(offset) {
            switch introducer {
            case 0x2C:
                guard let flags = reader.uint8(offset + 9) else { return timing }
                timing.delays.append(delay)
                delay = 0
                guard let end = ImageHeader.endOfBlocks(reader, offset + 10 + ImageHeader.colorTableSize(flags) + 1) else {
                    timing.isWhole = false
                    return timing
                }
                offset = end
            case 0x21:
                let label = reader.uint8(offset + 1)
                if label == 0xF9, reader.uint8(offset + 2) == 4 { delay = 10 * (reader.uint16(offset + 4) ?? 0) }
                let isLoop = label == 0xFF && (reader.matches("NETSCAPE2.0", at: offset + 3) || reader.matches("ANIMEXTS1.0", at: offset + 3))
                if isLoop, reader.uint8(offset + 14) == 3, reader.uint8(offset + 15) == 1, let again = reader.uint16(offset + 16) {
                    // How often it is shown again after the first time.
                    timing.loopCount = again == 0 ? 0 : again + 1
                }
                guard let end = ImageHeader.endOfBlocks(reader, offset + 2) else { return timing }
                offset = end
            default: return timing
            }
        }
        return timing
    }

    private static func webP(_ bytes: UnsafeRawBufferPointer, _ frameLimit: Int) -> AnimationTiming? {
        let reader = ByteReader(bytes, isLittleEndian: true)
        var timing = AnimationTiming(), offset = 12
        while timing.delays.count < frameLimit, let kind = reader.fourCharacters(offset), let size = reader.uint32(offset + 4) {
            let body = offset + 8
            switch kind {
            case "ANIM": timing.loopCount = reader.uint16(body + 4) ?? 0
            case "ANMF":
                guard let low = reader.uint16(body + 12), let high = reader.uint8(body + 14) else { return timing }
                timing.delays.append(low | high << 16)
            default: break
            }
            if !reader.has(size, at: body) { timing.isWhole = false }
            offset = body + size + size & 1
        }
        return timing
    }

    /// APNG: a picture before the first frame control is no frame, and neither is anything without the chunk that announces an animation.
    private static func png(_ bytes: UnsafeRawBufferPointer, _ frameLimit: Int) -> AnimationTiming? {
        let reader = ByteReader(bytes)
        var timing = AnimationTiming(), isAnimated = false, promised = 0, offset = 8
        while timing.delays.count < frameLimit, let length = reader.uint32(offset), let kind = reader.fourCharacters(offset + 4) {
            let body = offset + 8
            switch kind {
            case "acTL":
                (isAnimated, promised) = (true, min(reader.uint32(body) ?? 0, frameLimit))
                timing.loopCount = reader.uint32(body + 4) ?? 0
            case "IDAT" where !isAnimated: return nil
            case "fcTL":
                guard isAnimated, let numerator = reader.uint16(body + 20), let denominator = reader.uint16(body + 22) else { return timing }
                timing.delays.append(numerator * 1000 / (denominator == 0 ? 100 : denominator))
            case "IEND":
                timing.isWhole = timing.delays.count >= promised
                return timing
            default: break
            }
            timing.isWhole = reader.has(length, at: body) && timing.delays.count >= promised
            offset += 12 + length
        }
        return timing
    }
}
