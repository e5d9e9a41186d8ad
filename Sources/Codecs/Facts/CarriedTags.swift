import CExif
import CHeif
import Pixels

/// What a file says of the moment it was taken in, as a picture that is made of it carries it on.
enum CarriedTags {
    /// An EXIF block, upright and of the new picture's size; `nil` where the file has none that can be read.
    static func block(_ bytes: UnsafeRawBufferPointer, isHEIF: Bool, size: PixelSize) -> [UInt8]? {
        guard isHEIF else { return carried(bytes, isBlock: false, size) }
        // exiv2 does not read every HEIF that libheif does.
        guard let block = heifBlock(bytes) else { return nil }
        return block.withUnsafeBytes { carried($0, isBlock: true, size) }
    }

    private final class Found {
        var bytes: [UInt8]?
    }

    private static func carried(_ bytes: UnsafeRawBufferPointer, isBlock: Bool, _ size: PixelSize) -> [UInt8]? {
        guard !isBlock || bytes.count <= UInt32.max else { return nil }
        let found = Found()
        let size = cexif_size(width: UInt32(clamping: size.width), height: UInt32(clamping: size.height))
        let handler: cexif_handler = { context, tag in
            guard let context, let tag = tag?.pointee else { return }
            Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().bytes = [UInt8](UnsafeRawBufferPointer(start: tag.bytes, count: tag.byte_count))
        }
        return withExtendedLifetime(found) {
            let result = cexif_carry(bytes.baseAddress, bytes.count, isBlock ? 1 : 0, size, handler, Unmanaged.passUnretained(found).toOpaque(), nil, 0)
            return result == 0 ? found.bytes : nil
        }
    }

    private static func heifBlock(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let found = Found()
        var facts = cheif_facts(), message = [CChar](repeating: 0, count: 256)
        let handler: cheif_handler = { context, block, bytes, count in
            guard let context, block == cheif_exif else { return }
            Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().bytes = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
        }
        return withExtendedLifetime(found) {
            let result = cheif_read_facts(
                bytes.baseAddress, bytes.count, UInt64(Int32.max), handler, Unmanaged.passUnretained(found).toOpaque(), &facts, &message, message.count)
            return result == 0 ? found.bytes : nil
        }
    }
}
