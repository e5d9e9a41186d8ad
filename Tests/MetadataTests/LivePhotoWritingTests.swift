import Testing

@testable import Metadata

/// The identifier of a Live Photo written into Apple's maker note, and into a movie.
@Suite struct LivePhotoWritingTests {
    private static let identifier = "602FEBB7-6B59-4799-96E6-9C8484D873C7"

    private func written(_ note: [UInt8]?, _ identifier: String = identifier) -> [UInt8]? {
        guard let note else { return AppleMakerNote.bytes(saying: identifier, in: nil) }
        return note.withUnsafeBytes { AppleMakerNote.bytes(saying: identifier, in: $0) }
    }

    private func parse(_ bytes: [UInt8]?) -> AppleMakerNote? { bytes?.withUnsafeBytes { AppleMakerNote($0) } }

    @Test func aNewNoteSaysTheIdentifierAndNothingElse() throws {
        let note = try #require(parse(written(nil)))
        #expect(note.contentIdentifier == Self.identifier && note.burstIdentifier == nil && note.hdrImageType == nil)
    }

    @Test(arguments: [false, true]) func whatANoteSaidBeforeItStillSays(_ littleEndian: Bool) throws {
        let before: [(Int, DirectoryBuilder.Value)] = [(0x0A, .long([3])), (0x0B, .ascii("D4E4B3D1-0E45-4987-BE12-76D604E25D2C"))]
        let behind: [(Int, DirectoryBuilder.Value)] = [(0x14, .long([2])), (0x2E, .long([6])), (0x45, .long([1]))]
        let old: [(Int, DirectoryBuilder.Value)] = [(0x11, .ascii("ABABABAB-6B59-4799-96E6-9C8484D873C7"))]
        for entries in [before + behind, before + old + behind, behind, before] {
            let note = Samples.appleNote(littleEndian: littleEndian, entries), read = try #require(parse(note))
            let after = try #require(parse(written(note)))
            #expect(after.contentIdentifier == Self.identifier)
            #expect(
                (after.burstIdentifier, after.hdrImageType, after.imageCaptureType, after.cameraType, after.isFrontFacing)
                    == (read.burstIdentifier, read.hdrImageType, read.imageCaptureType, read.cameraType, read.isFrontFacing))
            #expect(parse(written(written(note)))?.contentIdentifier == Self.identifier)
        }
    }

    @Test func aNoteThatIsOtherwiseStaysAsItIs() {
        #expect(written(Array("Nikon\0".utf8) + [UInt8](repeating: 0, count: 40)) == nil)
        let note = Samples.appleNote([(0x0B, .ascii("D4E4B3D1-0E45-4987-BE12-76D604E25D2C"))])
        #expect(written(Array(note.prefix(26))) == nil, "its directory is cut off")
        var turned = note
        turned.replaceSubrange(24..<28, with: [0, 0, 0, 3])
        #expect(written(turned) == nil, "a value before its directory")
        turned.replaceSubrange(18..<20, with: [0, 99])
        #expect(written(turned) == nil, "a type that is none")
        #expect(written(note, "abc") == nil)
    }

    // MARK: Movies

    private static func movie(_ brand: String, timed: Bool = false, meta: [UInt8] = [], scale: Int = 600, duration: Int = 1800) -> [UInt8] {
        let head = Box.box("mvhd", Box.number(0, 12) + Box.number(scale, 4) + Box.number(duration, 4) + Box.number(0, 76) + Box.number(2, 4))
        let track = timed ? TimedTrack(number: 1, scale: scale, time: 7, sample: (0, 9), isQuickTime: true).bytes(key: "com.apple.quicktime.still-image-time") : Box.box("trak", [])
        return Box.box("ftyp", Array(brand.utf8) + Box.number(0, 4)) + Box.box("moov", head + track + meta + Box.box("udta", [1, 2, 3])) + Box.box("mdat", [9, 8, 7])
    }

    /// Seconds from the beginning, whichever way it was written; and as nobody wrote it, none.
    @Test func theTimeOfTheStillIsReadBack() throws {
        func time(_ movie: [UInt8]) -> Double? { movie.withUnsafeBytes { QuickTimeTracks($0).stillTime } }
        #expect(time(Self.movie("qt  ")) == nil)
        #expect(time(Self.movie("qt  ", timed: true)) == 7.0 / 600)
        let movie = Self.movie("qt  ", scale: 1000, duration: 3000)
        for (seconds, expected) in [(1.25, 1.25), (0, 0), (99, 2.999), (-1, 0)] {
            let file = try #require(movie.withUnsafeBytes { LivePhotoMovie($0)?.file(saying: nil, stillTime: 0.5, seconds: seconds) })
            #expect(time(file) == expected, "\(seconds)")
            #expect(file.withUnsafeBytes { bytes in LivePhotoMovie(bytes)?.file(saying: nil, stillTime: 0.1, seconds: 2) } == file, "it says so already")
        }
        #expect(try time(#require(saying(Self.identifier, movie))) == 1.5)
    }

    private func saying(_ identifier: String, _ movie: [UInt8]) -> [UInt8]? { movie.withUnsafeBytes { LivePhotoMovie($0)?.file(saying: identifier, stillTime: 0.5) } }

    @Test(arguments: ["qt  ", "mp42"]) func noByteOfTheOldMovieChangesButTheNameOfItsIndex(_ brand: String) throws {
        let movie = Self.movie(brand), file = try #require(saying(Self.identifier, movie))
        let kind = try #require(movie.withUnsafeBytes { LivePhotoMovie($0)?.formerKind })
        #expect(Array(movie[kind]) == Array("moov".utf8) && Array(file[kind]) == Array("free".utf8))
        var former = Array(file.prefix(movie.count))
        former.replaceSubrange(kind, with: Array("moov".utf8))
        #expect(former == movie)
        #expect(file.withUnsafeBytes { QuickTimeTracks($0).timedKeys } == ["com.apple.quicktime.still-image-time"])
        let again = try #require(file.withUnsafeBytes { LivePhotoMovie($0)?.file(saying: Self.identifier, stillTime: 0.1) })
        #expect(again == file, "it says so already")
        let other = try #require(saying("another", file))
        #expect(other.count > file.count && saying("another", other) == other)
    }

    @Test func otherMetadataAndATimeThatIsThereStay() throws {
        var metadata = KeyedMetadata(isQuickTime: true)
        metadata.set("com.apple.quicktime.title", "Wave")
        metadata.set("com.apple.quicktime.content.identifier", "old")
        let file = try #require(saying(Self.identifier, Self.movie("qt  ", timed: true, meta: metadata.bytes)))
        let index = try #require(file.withUnsafeBytes { bytes in BoxWalker(bytes).first("moov").map { Array(bytes[$0.body]) } })
        let meta = try #require(index.withUnsafeBytes { bytes in BoxWalker(bytes).first("meta").flatMap { KeyedMetadata(bytes, in: $0.body) } })
        #expect(meta.says("com.apple.quicktime.title", "Wave") && meta.says("com.apple.quicktime.content.identifier", Self.identifier))
        #expect(
            index.withUnsafeBytes { bytes in
                var boxes = BoxWalker(bytes), kinds: [String] = []
                while let box = boxes.next() { kinds.append(box.kind) }
                return kinds
            } == ["mvhd", "trak", "udta", "meta"])
    }

    /// As libavformat writes them.
    @Test func metadataAmongUserDataMovesOutOfThem() throws {
        var metadata = KeyedMetadata(isQuickTime: false)
        metadata.set("com.apple.quicktime.title", "Wave")
        let userData = Box.box("udta", Box.box("name", [7]) + metadata.bytes + [0, 0, 0, 0])
        let movie = Box.box("ftyp", Array("qt  ".utf8)) + Box.box("moov", Array(Self.movie("qt  ").dropFirst(24).prefix(108)) + userData)
        let file = try #require(saying(Self.identifier, movie))
        let index = try #require(file.withUnsafeBytes { bytes in BoxWalker(bytes).first("moov").map { Array(bytes[$0.body]) } })
        index.withUnsafeBytes { bytes in
            let meta = BoxWalker(bytes).first("meta").flatMap { KeyedMetadata(bytes, in: $0.body) }
            #expect(meta?.says("com.apple.quicktime.title", "Wave") == true && meta?.says("com.apple.quicktime.content.identifier", Self.identifier) == true)
            #expect(BoxWalker(bytes).first("udta").map { Array(bytes[$0.body]) } == Box.box("name", [7]) + [0, 0, 0, 0])
        }
    }

    /// Some programs write them with a version, in which others find nothing at this place.
    @Test(arguments: ["qt  ", "mp42"]) func metadataBeginAsOthersExpectIt(_ brand: String) throws {
        for former in [true, false] {
            var metadata = KeyedMetadata(isQuickTime: former)
            metadata.set("com.apple.quicktime.content.identifier", Self.identifier)
            metadata.set("com.apple.quicktime.title", "Wave")
            let file = try #require(saying(Self.identifier, Self.movie(brand, timed: true, meta: metadata.bytes)))
            let meta = try #require(
                file.withUnsafeBytes { bytes in BoxWalker(bytes).first("moov").flatMap { BoxWalker(bytes, in: $0.body).first("meta") }.map { Array(bytes[$0.body]) } })
            #expect(Array(meta[4..<8]) == Array("hdlr".utf8), "\(brand) \(former)")
            let again = try #require(meta.withUnsafeBytes { KeyedMetadata($0, in: 0..<$0.count) })
            #expect(again.says("com.apple.quicktime.title", "Wave") && again.says("com.apple.quicktime.content.identifier", Self.identifier))
            #expect(saying(Self.identifier, file) == file, "it says so already")
        }
    }

    @Test func whatIsNoWholeMovieIsLeftAlone() {
        let movie = Self.movie("qt  ")
        #expect(saying(Self.identifier, Array(movie.dropLast())) == nil, "cut off")
        #expect(saying(Self.identifier, movie + Box.box("moof", [])) == nil, "in fragments")
        #expect(saying(Self.identifier, Box.box("ftyp", Array("qt  ".utf8))) == nil)
        #expect(saying(Self.identifier, movie + Box.box("moov", [])) == nil, "two indexes")
        #expect(saying(Self.identifier, movie + Box.number(0, 4) + Array("mdat".utf8)) == nil, "an end that is open")
        #expect(saying(Self.identifier, Self.movie("qt  ", scale: 0)) == nil)
        #expect(saying(Self.identifier, Self.movie("qt  ", meta: Box.box("meta", Box.number(0, 40)))) == nil, "metadata of another kind")
    }
}
