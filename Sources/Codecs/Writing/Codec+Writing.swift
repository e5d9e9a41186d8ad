import CExif
import Metadata
import PhotoModel
import Pixels

extension Codec {
    /// The types that exiv2 can write without touching the picture.
    private static let writable: Set<String> = ["public.jpeg", "public.png", "org.webmproject.webp", "public.tiff"]

    /// A file with the same picture, and with this metadata instead of what it said of these things; all else that it says stays.
    ///
    /// - Throws: `.unsupported` for a type into which nothing is written; `.damaged` for a file that can't be written anew.
    package func write(_ metadata: WrittenMetadata, into bytes: UnsafeRawBufferPointer, name: String) throws(CodecError) -> [UInt8] {
        let type = FileSniffer.sniff(bytes, name: name)?.uniformType
        if metadata.isIdentifierOnly, let type, UniformTypes.conforms(type, to: "public.movie") { return try writeMovie(metadata, into: bytes, name) }
        guard let type, Self.writable.contains(type) else {
            throw CodecError(.unsupported, "Nothing can be written into a file of the type of “\(name)”; a sidecar can say it beside the file.")
        }
        guard type != "public.tiff" || TIFFPicture(bytes) != nil else {
            throw CodecError(.unsupported, "“\(name)” is a TIFF of several pages or parts, into which nothing is written; a sidecar can say it beside the file.")
        }
        let collector = FileCollector()
        let lines = (metadata.changes + (try identifier(metadata, in: bytes, name))).lines
        if lines.isEmpty { return Array(bytes) }
        let failure = withMessage { message, capacity in
            opk_exif_write(bytes.baseAddress, bytes.count, lines, lines.count, FileCollector.handler, Unmanaged.passUnretained(collector).toOpaque(), message, capacity)
        }
        if let failure { throw CodecError(.damaged, "The metadata of “\(name)” cannot be written; a sidecar can say it beside the file.", cause: failure) }
        var file = collector.bytes
        if type == "public.jpeg" { MultiPictureIndex.adjust(in: &file, to: bytes) }
        if type == "public.tiff", !file.withUnsafeBytes({ TIFFPicture.areEqual(bytes, $0) }) {
            throw CodecError(.unsupported, "“\(name)” can't be written anew without a change of its picture; a sidecar can say it beside the file.")
        }
        return file
    }

    /// In the maker note of EXIF, of which a file has one: another maker's stays.
    private func identifier(_ metadata: WrittenMetadata, in bytes: UnsafeRawBufferPointer, _ name: String) throws(CodecError) -> [TagChange] {
        guard let identifier = metadata.contentIdentifier else { return [] }
        let collector = TagCollector()
        _ = collector.readFile(bytes)
        let former = collector.tags.first("Exif.Photo.MakerNote")?.bytes
        if let former, former.withUnsafeBytes({ AppleMakerNote($0)?.contentIdentifier }) == identifier { return [] }
        let note = if let former { former.withUnsafeBytes { AppleMakerNote.bytes(saying: identifier, in: $0) } } else { AppleMakerNote.bytes(saying: identifier, in: nil) }
        guard let note else {
            throw CodecError(.unsupported, "“\(name)” has a note of its camera's, in which the identifier of a Live Photo finds no place.")
        }
        // The first is for versions of exiv2 that read Apple's note themselves.
        return [TagChange("Exif.Apple.0x0011", identifier), TagChange("Exif.Photo.MakerNote", note.map(String.init).joined(separator: " "))]
    }

    /// The still is taken to be of the movie's middle where nobody knows better.
    private func writeMovie(_ metadata: WrittenMetadata, into bytes: UnsafeRawBufferPointer, _ name: String) throws(CodecError) -> [UInt8] {
        guard metadata.contentIdentifier != nil || metadata.stillTime != nil else { return Array(bytes) }
        guard let file = LivePhotoMovie(bytes)?.file(saying: metadata.contentIdentifier, stillTime: 0.5, seconds: metadata.stillTime) else {
            throw CodecError(.unsupported, "The identifier of a Live Photo can't be put into “\(name)”: it is no whole movie of QuickTime's or MPEG-4's kind.")
        }
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
