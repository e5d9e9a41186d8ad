import CExif
import CHeif
import CMedia
import Metadata

/// Gathers tags from the callbacks of the C libraries.
final class TagCollector {
    private(set) var tags = TagList()
    private(set) var colorProfile: String?
    private(set) var tracks: [TrackFacts] = []

    /// Tags of a whole image file, and its size as the metadata library sees it.
    ///
    /// - Returns: `nil` for the reason where all was read, else why it was not; the tags met before stay.
    func readFile(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int, failure: String?) {
        var size = cexif_size()
        let failure = withMessage { message, capacity in
            cexif_read_file(bytes.baseAddress, bytes.count, Self.exifHandler, context, &size, message, capacity)
        }
        return (Int(size.width), Int(size.height), failure)
    }

    /// Tags of a bare EXIF block.
    @discardableResult
    func readExifBlock(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= UInt32.max else { return "the EXIF block is too large" }
        return withMessage { message, capacity in
            cexif_read_block(bytes.baseAddress, bytes.count, Self.exifHandler, context, message, capacity)
        }
    }

    /// Tags of a bare XMP packet.
    @discardableResult
    func readXMPPacket(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= 64 << 20 else { return "the XMP packet is too large" }
        return withMessage { message, capacity in
            cexif_read_packet(bytes.baseAddress, bytes.count, Self.exifHandler, context, message, capacity)
        }
    }

    func readHEIF(_ bytes: UnsafeRawBufferPointer, pixelLimit: Int) -> (facts: cheif_facts, failure: String?) {
        var facts = cheif_facts()
        let failure = withMessage { message, capacity in
            cheif_read_facts(bytes.baseAddress, bytes.count, UInt64(clamping: pixelLimit), Self.heifHandler, context, &facts, message, capacity)
        }
        return (facts, failure)
    }

    func readMovie(_ bytes: UnsafeRawBufferPointer) -> (facts: cmedia_facts, failure: String?) {
        var facts = cmedia_facts()
        let failure = withMessage { message, capacity in
            cmedia_read_facts(bytes.baseAddress, bytes.count, Self.mediaHandler, Self.trackHandler, context, &facts, message, capacity)
        }
        return (facts, failure)
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func collector(_ context: UnsafeMutableRawPointer?) -> TagCollector? {
        context.map { Unmanaged<TagCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let exifHandler: cexif_handler = { context, tag in
        guard let collector = TagCollector.collector(context), let tag = tag?.pointee, let key = tag.key else { return }
        collector.add(
            key: String(cString: key), text: UnsafeRawBufferPointer(start: tag.text, count: tag.text_length),
            bytes: UnsafeRawBufferPointer(start: tag.bytes, count: tag.byte_count))
    }

    private static let heifHandler: cheif_handler = { context, block, bytes, count in
        guard let collector = TagCollector.collector(context) else { return }
        let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
        if block == cheif_exif {
            collector.readExifBlock(bytes)
        } else if block == cheif_xmp {
            collector.readXMPPacket(bytes)
        } else {
            collector.colorProfile = ICCProfile.description(bytes)
        }
    }

    private static let mediaHandler: cmedia_handler = { context, stream, key, value in
        guard let collector = TagCollector.collector(context), let key, let value else { return }
        // The tracks' own entries are technical, save for what `QuickTimeTracks` reads.
        if stream < 0 { collector.tags.append(MetadataTag("QuickTime." + String(cString: key), String(cString: value))) }
    }

    private static let trackHandler: cmedia_track_handler = { context, track in
        guard let collector = TagCollector.collector(context), let track = track.flatMap({ TrackFacts($0.pointee) }) else { return }
        collector.tracks.append(track)
    }

    private func add(key: String, text: UnsafeRawBufferPointer, bytes: UnsafeRawBufferPointer) {
        if key == "File.ICCProfile" {
            colorProfile = ICCProfile.description(bytes)
        } else if key.hasPrefix("Exif.Image.XP") {
            tags.append(MetadataTag(key, TextDecoding.utf16LittleEndian(Array(bytes))))
        } else {
            tags.append(MetadataTag(key, TextDecoding.text(text), bytes: Array(bytes)))
        }
    }
}

/// Calls a C function that returns 0 or leaves a message.
func withMessage(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        buffer.initialize(repeating: 0)
        guard call(buffer.baseAddress, buffer.count) != 0 else { return nil }
        return TextDecoding.cleaned(TextDecoding.text(buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })) ?? "unknown error"
    }
}
