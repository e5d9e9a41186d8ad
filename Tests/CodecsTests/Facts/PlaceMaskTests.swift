import Codecs
import Foundation
import Metadata
import Pixels
import TestSupport
import Testing

/// A file that is handed on without its place says it nowhere, and shows the same picture.
@Suite struct PlaceMaskTests {
    private typealias B = ByteBuilder

    private func facts(_ file: [UInt8], _ name: String = "a") throws -> MediaFacts {
        try file.withUnsafeBytes { try FactsReader.read($0, name: name, limits: DecodingLimits()) }
    }

    private func masked(_ file: [UInt8], _ name: String = "a") throws(CodecError) -> [UInt8] {
        let result = file.withUnsafeBytes { bytes in Result { () throws(CodecError) in try Codec().placeMask(of: bytes, name: name) } }
        let mask = try result.get()
        var copy = file
        copy.withUnsafeMutableBytes { mask.apply(to: $0, at: 0) }
        return copy
    }

    private static let secret = "Elm Street"

    private static var exif: [UInt8] {
        var exif = EXIFBuilder()
        exif.image = [
            (0x010F, .ascii("Maker")), (0x0110, .ascii("Camera")), (0x0112, .short(6)), (0x83BB, .bytes(type: 7, Array(secret.utf8))),
            (0x9C9C, .bytes(type: 1, Array(secret.utf8))),
        ]
        exif.photo = [
            (0x9003, .ascii("2001:01:01 01:01:01")), (0x927C, .bytes(type: 7, Array("OTHER\0 \(secret)".utf8))), (0x9286, .bytes(type: 7, Array("ASCII\0\0\0\(secret)".utf8))),
        ]
        exif.gps = [
            (1, .ascii("N")), (2, .rational([(34, 1), (7, 1), (13, 1)])), (3, .ascii("W")), (4, .rational([(86, 1), (7, 1), (13, 1)])), (27, .bytes(type: 7, Array(secret.utf8))),
        ]
        return exif.build()
    }

    private static let xmp = MediaBuilder.xmp(
        """
        <xmp:Rating>2</xmp:Rating><exif:GPSLatitude>34,7.2N</exif:GPSLatitude><exif:GPSLongitude>86,7.2W</exif:GPSLongitude><photoshop:City>\(secret)</photoshop:City>
        <dc:description><rdf:Alt><rdf:li xml:lang='x-default'>\(secret)</rdf:li></rdf:Alt></dc:description>
        """)

    private func says(_ file: [UInt8], _ text: String) -> Bool { Data(file).range(of: Data(text.utf8)) != nil }

    private static var picture: PixelImage {
        PixelImage(width: 40, height: 30, bytesPerRow: 160, pixels: (0..<4800).map { UInt8(truncatingIfNeeded: $0 % 4 == 3 ? 255 : $0 * 7) }, hasAlpha: false)
    }

    private func pixels(_ file: [UInt8]) throws -> [UInt8] {
        try file.withUnsafeBytes { bytes in try Codec().render(bytes, name: "a", RenderRequest()).pixels.withUnsafeBytes { Array($0) } }
    }

    // MARK: Pictures

    @Test func aJPEGSaysItNowhere() throws {
        let comment = [0xFF, 0xFE, 0, UInt8(Self.secret.utf8.count + 2)] + Array(Self.secret.utf8)
        let unknown = [0xFF, 0xEB, 0, UInt8(Self.secret.utf8.count + 2)] + Array(Self.secret.utf8)
        let plain = try Codec().encode(Self.picture, as: .jpeg(quality: 90)).bytes
        let words = MediaBuilder.jpeg(exif: Self.exif, xmp: Self.xmp, iptc: [(90, Array(Self.secret.utf8))])
        // Its segments before the frame's header, then a whole picture without its first two bytes.
        let segments = try #require(words.indices.first { words[$0...].starts(with: [0xFF, 0xC0]) })
        let file = Array(words[..<segments]) + comment + unknown + Array(plain[2...])
        #expect(try facts(file).location != nil && says(file, Self.secret))
        let copy = try masked(file), found = try facts(copy)
        #expect(copy.count == file.count && found.location == nil && !says(copy, Self.secret) && !says(copy, "34,7.2"))
        #expect(found.camera.model == "Camera" && found.captureDate != nil && found.orientation == 6 && found.rating == 2)
        #expect(try pixels(copy) == pixels(file))
        #expect(try masked(copy) == copy, "there is nothing left to take")
    }

    @Test func picturesAndMoviesBehindAJPEGSayItNeither() throws {
        let first = try Codec().encode(Self.picture, as: .jpeg(quality: 90)).bytes
        let second = MediaBuilder.jpeg(exif: Self.exif, xmp: Self.xmp)
        let movie = MediaBuilder.movie(turned: false, metadata: [("com.apple.quicktime.location.ISO6709", "+34.12-086.12/")])
        let file = first + Array("padding \(Self.secret)".utf8) + second + movie + Array("trailer \(Self.secret)".utf8)
        let copy = try masked(file)
        #expect(!says(copy, Self.secret) && !says(copy, "+34.12") && copy.count == file.count)
        #expect(copy.starts(with: first))
        let start = try #require(copy.indices.last { copy[$0...].starts(with: [0xFF, 0xD8, 0xFF]) })
        #expect(try facts(Array(copy[start..<start + second.count])).location == nil)
    }

    @Test func aThumbnailOfEXIFSaysItNeither() throws {
        let small = MediaBuilder.jpeg(exif: Self.exif)
        // A second directory with a thumbnail, behind one that has nothing.
        var block: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0] + B.number(14, bytes: 4)
        block += B.number(2, bytes: 2) + B.number(0x0201, bytes: 2) + B.number(4, bytes: 2) + B.number(1, bytes: 4) + B.number(14 + 30, bytes: 4)
        block += B.number(0x0202, bytes: 2) + B.number(4, bytes: 2) + B.number(1, bytes: 4) + B.number(small.count, bytes: 4) + B.number(0, bytes: 4) + small
        let copy = try masked(MediaBuilder.jpeg(exif: block))
        #expect(!says(copy, Self.secret))
    }

    @Test func whatAPictureIsShownByStays() throws {
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
             xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:Iptc4xmpExt="e" hdrgm:Version="1.0" exif:GPSLatitude="34,7.2N">
            <hdrgm:GainMapMax><rdf:Seq><rdf:li>2.25</rdf:li></rdf:Seq></hdrgm:GainMapMax>
            <Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li Iptc4xmpExt:City="\(Self.secret)" rdf:resource="\(Self.secret)">\(Self.secret)</rdf:li></rdf:Bag></Iptc4xmpExt:LocationShown>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let copy = try masked(MediaBuilder.jpeg(xmp: xmp))
        #expect(says(copy, "hdrgm:Version=\"1.0\"") && says(copy, "<rdf:li>2.25</rdf:li>"))
        #expect(!says(copy, "34,7") && !says(copy, Self.secret) && says(copy, "exif:GPSLatitude=\"       \""))
        for broken in [xmp.replacing("</x:xmpmeta>", with: ""), xmp.replacing("<hdrgm", with: "<![CDATA[<hdrgm"), xmp.replacing("\"1.0\"", with: "1.0"), xmp + "\0\0 "] {
            let copy = try masked(MediaBuilder.jpeg(xmp: broken))
            #expect(!says(copy, "34,7") && !says(copy, Self.secret))
        }
    }

    @Test func aPNGSaysItNowhereAndItsChecksumsHold() throws {
        func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
            let content = Array(kind.utf8) + body
            return B.number(body.count, bytes: 4) + content + B.number(Int(Self.checksum(content)), bytes: 4)
        }
        let plain = try Codec().encode(Self.picture, as: .png).bytes
        // Behind the header, which has 13 bytes.
        let file =
            Array(plain[..<33]) + chunk("eXIf", Self.exif) + chunk("tEXt", Array("Comment\0\(Self.secret)".utf8))
            + chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0\(Self.xmp)".utf8))
            + Array(plain[33...]) + Array(Self.secret.utf8)
        let copy = try masked(file), found = try facts(copy)
        #expect(copy.count == file.count && found.location == nil && !says(copy, Self.secret) && !says(copy, "34,7.2"))
        #expect(found.camera.model == "Camera")
        #expect(try pixels(copy) == pixels(file))
        var at = 8
        while at + 12 <= copy.count - Self.secret.utf8.count {
            let length = copy[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }, end = at + 8 + length
            #expect(copy[end..<end + 4].reduce(0) { $0 << 8 | UInt32($1) } == Self.checksum(Array(copy[at + 4..<end])))
            at = end + 4
        }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 } }
    }

    @Test func aWebPAndAGIFSayItNowhere() throws {
        func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
            Array(kind.utf8) + B.number(body.count, bytes: 4).reversed() + body + (body.count % 2 == 1 ? [0] : [])
        }
        let lossless: [UInt8] = [0x2F, 0, 0, 0, 0, 0x88, 0x88, 0x08]
        let content = Array("WEBP".utf8) + chunk("VP8L", lossless) + chunk("EXIF", Self.exif) + chunk("XMP ", Array(Self.xmp.utf8)) + chunk("WHAT", Array(Self.secret.utf8))
        let webp = Array("RIFF".utf8) + B.number(content.count, bytes: 4).reversed() + content
        let mask = try #require(webp.withUnsafeBytes { PlaceMask(of: $0, type: "org.webmproject.webp") })
        var copy = webp
        copy.withUnsafeMutableBytes { mask.apply(to: $0, at: 0) }
        #expect(!says(copy, Self.secret) && !says(copy, "34,7.2") && says(copy, "Camera") && Data(copy).range(of: Data(lossless)) != nil)
        let words = [UInt8(Self.secret.utf8.count)] + Array(Self.secret.utf8) + [0]
        let gif =
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255] + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
            + [0x21, 0xFE] + words + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + words + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B] + Array(Self.secret.utf8)
        copy = try masked(gif)
        #expect(!says(copy, Self.secret) && says(copy, "NETSCAPE2.0") && copy.count == gif.count)
        #expect(try pixels(copy) == pixels(gif))
    }

    @Test func aHEICSaysItNowhere() throws {
        let file = MediaBuilder.heif(width: 64, height: 48, quarterTurns: 1, exif: Self.exif)
        let before = try facts(file)
        #expect(before.location != nil)
        let copy = try masked(file), found = try facts(copy)
        #expect(found.location == nil && !says(copy, Self.secret) && copy.count == file.count)
        #expect(found.camera.model == "Camera" && (found.pixelWidth, found.pixelHeight) == (before.pixelWidth, before.pixelHeight))
    }

    // MARK: Movies

    @Test func aMovieSaysItNowhere() throws {
        let file = MediaBuilder.movie(
            turned: true,
            metadata: [
                ("com.apple.quicktime.location.ISO6709", "+34.1234-086.1234+180.000/"), ("com.apple.quicktime.creationdate", "2019-06-01T12:00:00+0200"),
                ("org.example.words", Self.secret),
            ])
        #expect(try facts(file, "a.mov").location != nil)
        let copy = try masked(file, "a.mov"), found = try facts(copy, "a.mov")
        #expect(found.location == nil && found.captureDate?.utcOffset == 7200 && copy.count == file.count)
        for text in ["+34.1234", "ISO6709", "org.example.words", Self.secret] { #expect(!says(copy, text)) }
        #expect(found.duration == 2 && found.tracks.count == 1)
    }

    @Test func wordsOfAMovieAndUnknownBoxesGo() throws {
        let movie = MediaBuilder.movie(turned: false, metadata: []), words = B.box("©xyz".replacing("©", with: "?"), Array(Self.secret.utf8))
        let start = try #require(movie.indices.last { movie[$0...].starts(with: Array("moov".utf8)) })
        let inner = B.box("udta", words)
        let size = movie[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        let file =
            Array(movie[..<(start - 4)]) + B.number(size + inner.count, bytes: 4) + Array(movie[start...]) + inner + B.box("uuid", Array(Self.secret.utf8))
            + B.box("free", Array(Self.secret.utf8))
        let copy = try masked(file, "a.mov")
        #expect(!says(copy, Self.secret) && copy.count == file.count)
        #expect(try facts(copy, "a.mov").tracks.count == 1)
    }

    @Test func samplesOfADataTrackGo() throws {
        func filled(_ file: [UInt8]) throws -> [UInt8] {
            var file = file
            // The film's samples begin here, and so do those of its data track.
            for index in 0..<4_000 { file[36 + index] = 0x41 }
            return file
        }
        let plain = try filled(MediaBuilder.movie(turned: false, metadata: []))
        #expect(try masked(plain, "a.mov")[36..<4_036].allSatisfy { $0 == 0x41 }, "pictures stay")
        let timed = try filled(MediaBuilder.movie(turned: false, metadata: [], timedKey: "com.apple.quicktime.location.ISO6709"))
        let copy = try masked(timed, "a.mov")
        #expect(copy[36..<96].allSatisfy { $0 == 0 } && copy[96..<4_036].allSatisfy { $0 == 0x41 })
        #expect(!says(copy, "ISO6709"))
        #expect(try facts(copy, "a.mov").tracks.count == 1)
    }

    /// Of a movie that is elsewhere only its head is there while the mask is made.
    @Test func theSameIsOverwrittenWhateverTheDataOfAMovieIs() throws {
        let unread = MediaBuilder.movie(turned: false, metadata: [("org.example.words", Self.secret)], timedKey: "com.apple.quicktime.location.ISO6709")
        var whole = unread
        for index in 0..<4_000 { whole[36 + index] = 0x41 }
        let masks = try [unread, whole].map { file in try file.withUnsafeBytes { try Codec().placeMask(of: $0, name: "a.mov") } }
        #expect(masks[0] == masks[1])
        whole.withUnsafeMutableBytes { masks[0].apply(to: $0, at: 0) }
        #expect(whole[36..<96].allSatisfy { $0 == 0 } && whole[96..<4_036].allSatisfy { $0 == 0x41 } && !says(whole, Self.secret))
    }

    @Test func aFilmWithoutItsDataSaysWhatItSaid() throws {
        let films = [
            MadeFilm { ($0.seconds, $0.rotation, $0.metadata) = (1, 90, [("title", Self.secret), ("location", "+34.1234-086.1234/")]) },
            MadeFilm { ($0.container, $0.seconds, $0.metadata) = ("mp4", 1, [("title", Self.secret), ("location", "+34.1234-086.1234/")]) },
            MadeFilm { ($0.container, $0.picture, $0.seconds, $0.sound) = ("mp4", "libx265", 1, nil) },
        ]
        for film in films {
            let whole = try film.bytes(), head = try Self.withoutData(whole), name = "a.\(film.container)"
            #expect(head != whole)
            let said = try facts(head, name), expected = try facts(whole, name)
            #expect(said == expected, "\(film)")
            let masks = try [head, whole].map { file in try file.withUnsafeBytes { try Codec().placeMask(of: $0, name: name) } }
            #expect(masks[0] == masks[1], "\(film)")
        }
    }

    /// Zeros in the place of the data of its pictures and sounds.
    private static func withoutData(_ film: [UInt8]) throws -> [UInt8] {
        var film = film, start = 0
        while start + 8 <= film.count {
            let size = film[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            try #require(size >= 8 && start + size <= film.count)
            if film[(start + 4)...].starts(with: Array("mdat".utf8)) { film.replaceSubrange(start + 8..<start + size, with: B.zeros(size - 8)) }
            start += size
        }
        return film
    }

    @Test func whatCannotBeToldIsRefused() throws {
        let movie = MediaBuilder.movie(turned: false, metadata: [("com.apple.quicktime.location.ISO6709", "+34.1234-086.1234/")], timedKey: "k")
        var refused: [[UInt8]] = [
            Array(movie.dropLast(40)), [0x1A, 0x45, 0xDF, 0xA3] + B.zeros(60), Array("II*\0\u{8}\0\0\0\0\0".utf8), Array("MM\0*".utf8) + B.number(9_999, bytes: 4),
        ]
        // A data track whose table of chunks is empty.
        let table = try #require(movie.indices.last { movie[$0...].starts(with: Array("stco".utf8)) })
        var empty = movie
        empty.replaceSubrange(table + 8..<table + 12, with: B.zeros(4))
        refused.append(empty)
        for file in refused { #expect(throws: CodecError.self) { try masked(file, "a.mov") } }
    }

    // MARK: Any bytes

    @Test(arguments: 0..<8) func brokenFilesAreRefusedOrSayNoPlace(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let files = [
            MediaBuilder.jpeg(exif: Self.exif, xmp: Self.xmp, iptc: [(90, [65, 66])]), MediaBuilder.heif(width: 8, height: 8, quarterTurns: 0, exif: Self.exif),
            MediaBuilder.movie(turned: false, metadata: [("com.apple.quicktime.location.ISO6709", "+34.1-086.1/")], timedKey: "k"),
        ]
        for file in files {
            for _ in 0..<60 {
                var broken = file
                for _ in 0..<1 + random.number(below: 6) { broken[random.number(below: broken.count)] = UInt8(random.number(below: 256)) }
                if random.number(below: 3) == 0 { broken = Array(broken.prefix(random.number(below: broken.count))) }
                guard let copy = try? masked(broken) else { continue }
                #expect(copy.count == broken.count)
                let place = try? facts(copy).location
                #expect(place == nil)
            }
        }
    }

    @Test func blocksWithinBlocksEnd() throws {
        var file = MediaBuilder.jpeg()
        for _ in 0..<20 where file.count < 60_000 {
            var block: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2]
            block += B.number(0x0201, bytes: 2) + B.number(4, bytes: 2) + B.number(1, bytes: 4) + B.number(38, bytes: 4)
            block += B.number(0x0202, bytes: 2) + B.number(4, bytes: 2) + B.number(1, bytes: 4) + B.number(file.count, bytes: 4) + B.number(8, bytes: 4) + file
            file = MediaBuilder.jpeg(exif: block)
        }
        #expect(try masked(file).count == file.count)
    }

    @Test func piecesAreOverwrittenAsTheWholeIs() throws {
        let file = MediaBuilder.jpeg(exif: Self.exif, xmp: Self.xmp, iptc: [(90, Array(Self.secret.utf8))])
        let mask = try file.withUnsafeBytes { try Codec().placeMask(of: $0, name: "a") }, whole = try masked(file)
        for size in [1, 2, 3, 7, 64, 333, file.count] {
            var pieces: [UInt8] = []
            for start in stride(from: 0, to: file.count, by: size) {
                var piece = Array(file[start..<min(start + size, file.count)])
                piece.withUnsafeMutableBytes { mask.apply(to: $0, at: start) }
                pieces += piece
            }
            #expect(pieces == whole, "pieces of \(size)")
        }
    }

    @Test func partsOverEachOtherAreAllOverwritten() throws {
        let mask = try #require(PlaceMask([.init(range: 4..<8, fill: .bytes([1, 2, 3, 4])), .init(range: 2..<6, fill: .zeros), .init(range: 7..<9, fill: .spaces)], count: 10))
        var bytes = [UInt8](repeating: 9, count: 10)
        bytes.withUnsafeMutableBytes { mask.apply(to: $0, at: 0) }
        #expect(bytes == [9, 9, 0, 0, 0, 0, 3, 4, 0x20, 9])
        #expect(PlaceMask([.init(range: 4..<11, fill: .zeros)], count: 10) == nil)
        #expect(PlaceMask([.init(range: 4..<6, fill: .bytes([1]))], count: 10) == nil)
    }
}
