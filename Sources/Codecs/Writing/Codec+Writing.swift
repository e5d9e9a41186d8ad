import CExif
import Metadata
import Pixels

extension Codec {
    /// The types that exiv2 can write without touching the picture.
    private static let writable: Set<String> = ["public.jpeg", "public.png", "org.webmproject.webp"]

    /// A file with the same picture, and with this metadata instead of what it said of these things; all else that it says stays.
    ///
    /// - Throws: `.unsupported` for a type into which nothing is written; `.damaged` for a file that can't be written anew.
    package func write(_ metadata: WrittenMetadata, into bytes: UnsafeRawBufferPointer, name: String) throws(CodecError) -> [UInt8] {
        guard let type = FileSniffer.sniff(bytes, name: name)?.uniformType, Self.writable.contains(type) else {
            throw CodecError(.unsupported, "Nothing can be written into a file of the type of “\(name)”; a sidecar can say it beside the file.")
        }
        let collector = FileCollector()
        let lines = metadata.changes.lines
        let failure = withMessage { message, capacity in
            opk_exif_write(bytes.baseAddress, bytes.count, lines, lines.count, FileCollector.handler, Unmanaged.passUnretained(collector).toOpaque(), message, capacity)
        }
        if let failure { throw CodecError(.damaged, "The metadata of “\(name)” cannot be written; a sidecar can say it beside the file.", cause: failure) }
        var file = collector.bytes
        if type == "public.jpeg" { MultiPictureIndex.adjust(in: &file, to: bytes) }
        return file
    }
}

/// Takes the new file out of exiv2's memory.
private final class FileCollector {
    var bytes: [UInt8] = []

    static let handler: opk_exif_file_handler = { context, start, count in
        guard let context else { return }
        Unmanaged<FileCollector>.fromOpaque(context).takeUnretainedValue().bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
