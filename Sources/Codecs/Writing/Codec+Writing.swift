import CExif
import Metadata
import PhotoModel
import Pixels

extension Codec {
    /// The types that exiv2 can write without touching the picture.
    private static let writable: Set<String> = [UniformTypes.jpeg, UniformTypes.png, UniformTypes.webP, UniformTypes.tiff]

    /// A file with the same picture, and with this metadata instead of what it said of these things; all else that it says stays.
    ///
    /// - Throws: `.unsupported` for a type into which nothing is written; `.damaged` for a file that can't be written anew.
    package func write(_ metadata: WrittenMetadata, into bytes: UnsafeRawBufferPointer, name: String) throws(CodecError) -> [UInt8] {
        let type = FileSniffer.sniff(bytes, name: name)?.uniformType
        if metadata.isIdentifierOnly, let type, UniformTypes.conforms(type, to: UniformTypes.movie) { return try writeMovie(metadata, into: bytes, name) }
        if let type, Self.writableHEIF.contains(type), let tags = HEIFTags(bytes) { return try writeHEIF(metadata, tags, bytes, name) }
        guard let type, Self.writable.contains(type) else {
            throw CodecError(.unsupported, "Nothing can be written into a file of the type of “\(name)”; a sidecar can say it beside the file.")
        }
        guard type != UniformTypes.tiff || TIFFPicture(bytes) != nil else {
            throw CodecError(.unsupported, "“\(name)” is a TIFF of several pages or parts, into which nothing is written; a sidecar can say it beside the file.")
        }
        let changes = metadata.changes(from: place(in: bytes, name)) + (try identifier(metadata, in: bytes, name))
        if changes.isEmpty { return Array(bytes) }
        var file = try write(changes, into: bytes, name)
        if type == UniformTypes.png {
            guard let whole = PNGChunks.file(bytes, sayingWhat: file) else {
                throw CodecError(.damaged, "The metadata of “\(name)” cannot be written; a sidecar can say it beside the file.")
            }
            file = whole
        }
        if type == UniformTypes.jpeg { MultiPictureIndex.adjust(in: &file, to: bytes) }
        if type == UniformTypes.tiff, !file.withUnsafeBytes({ TIFFPicture.areEqual(bytes, $0) }) {
            throw CodecError(.unsupported, "“\(name)” can't be written anew without a change of its picture; a sidecar can say it beside the file.")
        }
        return file
    }

    /// `nil` also for a file that can't be read: its place is written then.
    private func place(in bytes: UnsafeRawBufferPointer, _ name: String) -> GeoLocation? { try? FactsReader.read(bytes, name: name, limits: limits).location }

    /// By exiv2.
    private func write(_ changes: [TagChange], into bytes: UnsafeRawBufferPointer, _ name: String) throws(CodecError) -> [UInt8] {
        let collector = FileCollector(), lines = changes.lines
        let failure = withMessage { message, capacity in
            cexif_write(bytes.baseAddress, bytes.count, lines, lines.count, FileCollector.handler, Unmanaged.passUnretained(collector).toOpaque(), message, capacity)
        }
        if let failure { throw CodecError(.damaged, "The metadata of “\(name)” cannot be written; a sidecar can say it beside the file.", cause: failure) }
        return collector.bytes
    }

    private static let writableHEIF: Set<String> = [UniformTypes.heic, UniformTypes.heif, UniformTypes.avif]

    /// Keys of XMP, and those of EXIF that say the same.
    private static let alsoInEXIF = [
        "Xmp.photoshop.DateCreated": "Exif.Photo.DateTimeOriginal", "Xmp.dc.description": "Exif.Image.ImageDescription", "Xmp.xmp.Rating": "Exif.Image.Rating",
    ]

    /// exiv2 writes no HEIF: its words go through a JPEG that has them. How the picture is turned is the container's affair, and IPTC has no place there.
    private func writeHEIF(_ metadata: WrittenMetadata, _ tags: HEIFTags, _ bytes: UnsafeRawBufferPointer, _ name: String) throws(CodecError) -> [UInt8] {
        let packet = tags.packet.map { Array(bytes[$0]) }
        guard let carrier = MetadataCarrier.file(picture: try encode(MetadataCarrier.picture, as: .jpeg(quality: 50)).bytes, tiff: Array(bytes[tags.tiff]), packet: packet) else {
            throw CodecError(.unsupported, "“\(name)” has more metadata than can be changed; a sidecar can say it beside the file.")
        }
        let note = try carrier.withUnsafeBytes { carrier in Result { () throws(CodecError) -> [TagChange] in try self.identifier(metadata, in: carrier, name) } }.get()
        var changes = (metadata.changes(from: place(in: bytes, name)) + note).filter { !$0.key.hasPrefix("Iptc.") && $0.key != "Exif.Image.Orientation" }
        if packet == nil {
            let said = Set(changes.filter { !$0.values.isEmpty }.map(\.key))
            for key in said where key.hasPrefix("Xmp.") {
                guard let other = Self.alsoInEXIF[key], said.contains(other) else {
                    throw CodecError(.unsupported, "“\(name)” has no XMP, which alone could say all this; a sidecar can say it beside the file.")
                }
            }
            changes.removeAll { $0.key.hasPrefix("Xmp.") }
        }
        if changes.isEmpty { return Array(bytes) }
        let words = changes
        let written = try carrier.withUnsafeBytes { carrier in Result { () throws(CodecError) -> [UInt8] in try self.write(words, into: carrier, name) } }.get()
        let (tiff, newPacket) = written.withUnsafeBytes { MetadataCarrier.parts($0) }
        guard let tiff, let file = tags.file(bytes, tiff: tiff, packet: packet == nil ? nil : newPacket ?? MetadataCarrier.emptyPacket) else {
            throw CodecError(.damaged, "The metadata of “\(name)” cannot be written; a sidecar can say it beside the file.")
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

/// A small JPEG that takes metadata to exiv2 and back.
private enum MetadataCarrier {
    private static let exif = Array("Exif\0\0".utf8), xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// An item of no length would reach to the file's end.
    static let emptyPacket = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>".utf8)

    static var picture: PixelImage { PixelImage(width: 8, height: 8, bytesPerRow: 32, pixels: [UInt8](repeating: 255, count: 256), hasAlpha: false) }

    /// `nil` for more than a segment holds.
    static func file(picture: [UInt8], tiff: [UInt8], packet: [UInt8]?) -> [UInt8]? {
        var file = Array(picture[..<2])
        for body in [exif + tiff] + (packet.map { [xmp + $0] } ?? []) {
            guard let length = UInt16(exactly: body.count + 2) else { return nil }
            file += [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body
        }
        return file + picture[2...]
    }

    static func parts(_ file: UnsafeRawBufferPointer) -> (tiff: [UInt8]?, packet: [UInt8]?) {
        var found: (tiff: [UInt8]?, packet: [UInt8]?)
        for segment in JPEGSegments(file) where segment.marker == 0xE1 {
            let body = Array(file[segment.body..<segment.end])
            if body.starts(with: exif) { found.tiff = found.tiff ?? Array(body[exif.count...]) }
            if body.starts(with: xmp) { found.packet = found.packet ?? Array(body[xmp.count...]) }
        }
        return found
    }
}

/// Takes the new file out of exiv2's memory.
private final class FileCollector {
    var bytes: [UInt8] = []

    static let handler: cexif_file_handler = { context, start, count in
        guard let context else { return }
        Unmanaged<FileCollector>.fromOpaque(context).takeUnretainedValue().bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
