import Codecs
import Metadata
import Pixels
import TestSupport
import Testing

/// Both halves of a Live Photo say its identifier in copies, and are otherwise what they were.
@Suite struct LivePhotoCopyTests {
    private static let identifier = "602FEBB7-6B59-4799-96E6-9C8484D873C7"

    private func written(_ file: [UInt8], _ name: String) throws(CodecError) -> [UInt8] {
        var metadata = WrittenMetadata()
        (metadata.contentIdentifier, metadata.isIdentifierOnly) = (Self.identifier, true)
        return try file.withUnsafeBytes { bytes in Result { () throws(CodecError) in try Codec().write(metadata, into: bytes, name: name) } }.get()
    }

    private func facts(_ file: [UInt8], _ name: String) throws -> MediaFacts { try file.withUnsafeBytes { try FactsReader.read($0, name: name, limits: DecodingLimits()) } }

    @Test func aPictureSaysItAndAllThatItSaidBefore() throws {
        var exif = EXIFBuilder()
        exif.image = [(0x010F, .ascii("Maker")), (0x0110, .ascii("Camera")), (0x010E, .ascii("words"))]
        exif.photo = [(0x9003, .ascii("2001:01:01 01:01:01"))]
        let file = MediaBuilder.jpeg(exif: exif.build(), xmp: nil, iptc: []), before = try facts(file, "a.jpg")
        var after = try facts(written(file, "a.jpg"), "a.jpg")
        #expect(after.contentIdentifier == Self.identifier && before.contentIdentifier == nil)
        after.contentIdentifier = nil
        #expect(after == before)
        let copy = try written(file, "a.jpg")
        #expect(try written(copy, "a.jpg") == copy, "it says so already")
        // A file that said nothing at all.
        let picture = PixelImage(width: 40, height: 30, bytesPerRow: 160, pixels: [UInt8](repeating: 200, count: 4800), hasAlpha: false)
        let bare = try Codec().encode(picture, as: .jpeg(quality: 90)).bytes
        #expect(try facts(written(bare, "b.jpg"), "b.jpg").contentIdentifier == Self.identifier)
    }

    @Test func anotherMakersNoteStays() throws {
        var exif = EXIFBuilder()
        exif.image = [(0x010F, .ascii("Somebody"))]
        exif.photo = [(0x927C, .bytes(type: 7, Array("Somebody's own note, of no known kind".utf8)))]
        let file = MediaBuilder.jpeg(exif: exif.build(), xmp: nil, iptc: [])
        let error = #expect(throws: CodecError.self) { try written(file, "a.jpg") }
        #expect(error?.code == .unsupported && error?.message.contains("note of its camera's") == true)
    }

    @Test(arguments: ["mov", "mp4"]) func aMovieSaysItAndShowsTheSame(_ container: String) throws {
        let film = MadeFilm { ($0.container, $0.seconds, $0.metadata) = (container, 1, container == "mov" ? [("com.apple.quicktime.title", "Wave")] : []) }
        let file = try film.bytes(), name = "a.\(container)", before = try facts(file, name), copy = try written(file, name)
        let after = try facts(copy, name)
        #expect(after.contentIdentifier == Self.identifier && before.contentIdentifier == nil)
        #expect((after.duration, after.pixelWidth, after.pixelHeight, after.title) == (before.duration, before.pixelWidth, before.pixelHeight, before.title))
        #expect(after.damage == nil && after.uniformType == before.uniformType)
        #expect(copy.withUnsafeBytes { QuickTimeTracks($0).timedKeys } == ["com.apple.quicktime.still-image-time"])
        func pixels(_ file: [UInt8]) throws -> [UInt8] {
            try file.withUnsafeBytes { bytes in try Codec().render(bytes, name: name, RenderRequest()).pixels.withUnsafeBytes { Array($0) } }
        }
        #expect(try pixels(copy) == pixels(file))
        #expect(try written(copy, name) == copy)
        let cut = #expect(throws: CodecError.self) { try written(Array(file.dropLast(20)), name) }
        #expect(cut?.code == .unsupported)
    }
}
