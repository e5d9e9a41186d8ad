import Codecs
import Metadata
import Pixels
import TestSupport
import Testing

private func read(_ bytes: [UInt8], _ name: String = "file", limits: DecodingLimits = DecodingLimits()) throws(CodecError) -> MediaFacts {
    let result = bytes.withUnsafeBytes { bytes in
        Result { () throws(CodecError) -> MediaFacts in try FactsReader.read(bytes, name: name, limits: limits) }
    }
    return try result.get()
}

private func failure(_ bytes: [UInt8], _ name: String = "file", limits: DecodingLimits = DecodingLimits()) -> CodecError? {
    do throws(CodecError) {
        _ = try read(bytes, name, limits: limits)
        return nil
    } catch {
        return error
    }
}

@Suite struct FactsReaderTests {
    private static var exif: [UInt8] {
        var exif = EXIFBuilder()
        exif.image = [(0x010F, .ascii("Apple")), (0x0110, .ascii("iPhone 15 Pro")), (0x0112, .short(6)), (0x9C9B, .bytes(type: 1, Array("T\0i\0t\0\0\0".utf8)))]
        let note = Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 1, 0, 0x11, 0, 2, 0, 0, 0, 9, 0, 0, 0, 32, 0, 0, 0, 0] + Array("602FEBB7\0".utf8)
        exif.photo = [
            (0x829A, .rational([(1, 50)])), (0x829D, .rational([(178, 100)])), (0x8827, .short(80)), (0x9003, .ascii("2025:05:26 09:27:06")),
            (0x9011, .ascii("-05:00")), (0x9291, .ascii("603")), (0x927C, .bytes(type: 7, note)), (0xA434, .ascii("iPhone 15 Pro front camera")),
        ]
        exif.gps = [
            (1, .ascii("N")), (2, .rational([(34, 1), (39, 1), (5318, 100)])), (3, .ascii("W")), (4, .rational([(86, 1), (28, 1), (1338, 100)])),
            (5, .bytes(type: 1, [1])), (6, .rational([(25, 2)])),
        ]
        return exif.build()
    }

    @Test func everythingInAJPEG() throws {
        let facts = try read(MediaBuilder.jpeg(exif: Self.exif), "a.jpg")
        #expect(facts.kind == .image)
        #expect(facts.uniformType == "public.jpeg")
        #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (640, 480, 6))
        #expect(facts.uprightSize == (480, 640))
        #expect(facts.captureDate == CaptureDate(localSeconds: 1_748_251_626.603, utcOffset: -18_000, source: "Exif.Photo.DateTimeOriginal"))
        let place = try #require(facts.location)
        #expect(abs(place.latitude - 34.664_772_222) < 1e-8)
        #expect(abs(place.longitude + 86.470_383_333) < 1e-8)
        #expect(place.altitude == -12.5)
        #expect(facts.camera.make == "Apple")
        #expect(facts.camera.model == "iPhone 15 Pro")
        #expect(facts.camera.lens == "iPhone 15 Pro front camera")
        #expect(facts.camera.isFrontFacing)
        #expect(facts.camera.exposureTime == 0.02)
        #expect(facts.camera.iso == 80)
        #expect(facts.contentIdentifier == "602FEBB7")
        #expect(facts.title == "Tit")
        #expect(facts.damage == nil)
    }

    @Test func textOfEveryEncoding() throws {
        let latin: [UInt8] = [0x53, 0xFC, 0x6D]
        let iptc = [(25, Array("Sümmer".utf8)), (25, latin), (120, Array("Strand".utf8))].map { (dataset: $0.0, bytes: $0.1) }
        let facts = try read(MediaBuilder.jpeg(iptc: iptc))
        #expect(facts.keywords == ["Sümmer", "Süm"])
        #expect(facts.caption == "Strand")
    }

    @Test func xmpInAJPEGAndBesideIt() throws {
        let packet = MediaBuilder.xmp(
            """
            <xmp:Rating>4</xmp:Rating><xmp:CreateDate>2021-04-08T16:04:55+02:00</xmp:CreateDate>
            <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Image, Title</rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag><rdf:li>sea, sand</rdf:li><rdf:li>sun</rdf:li></rdf:Bag></dc:subject>
            <exif:GPSLatitude>33,42.9036N</exif:GPSLatitude><exif:GPSLongitude>118,19.1802W</exif:GPSLongitude>
            """)
        for (bytes, kind) in [(MediaBuilder.jpeg(xmp: packet), MediaKind.image), (Array(packet.utf8), .sidecar)] {
            let facts = try read(bytes, "a.xmp")
            #expect(facts.kind == kind)
            #expect(facts.title == "Image, Title")
            #expect(facts.keywords == ["sea, sand", "sun"])
            #expect(facts.rating == 4)
            #expect(facts.captureDate == CaptureDate(localSeconds: 1_617_897_895, utcOffset: 7200, source: "Xmp.xmp.CreateDate"))
            #expect(facts.location.map { abs($0.latitude - 33.715_06) < 1e-9 } == true)
        }
    }

    /// Under whatever prefix; a picture has no such choice.
    @Test func aSidecarSaysWhichOfAPairIsTheOriginal() throws {
        func packet(_ choice: String) -> String {
            MediaBuilder.xmp("<a:OriginalResourceChoice xmlns:a='http://openphotokit.org/library/1.0/'>\(choice)</a:OriginalResourceChoice>")
        }
        let choices = try ["raw", "compressed", "both", ""].map { try read(Array(packet($0).utf8), "a.xmp").originalChoice?.name }
        #expect(choices == ["raw", "compressed", nil, nil])
        #expect(try read(MediaBuilder.jpeg(xmp: packet("raw")), "a.jpg").originalChoice == nil)
        // It is none of an edit's numbers.
        #expect(try read(Array(packet("raw").utf8), "a.xmp").adjustmentSettings == nil)
    }

    /// Of what somebody joined by hand, which no picture says of itself.
    @Test func aSidecarSaysWhatItsPictureBelongsTogetherWith() throws {
        func packet(_ words: (name: String, value: String)...) -> String {
            MediaBuilder.xmp(words.map { "<a:\($0.name) xmlns:a='http://openphotokit.org/library/1.0/'>\($0.value)</a:\($0.name)>" }.joined())
        }
        let whole = packet(
            ("PairedVideo", "IMG 1.MOV"), ("AlternatePhoto", "IMG 1.dng"), ("Playback", "bounce"), ("BurstIdentifier", "B-1"), ("IsBurstPick", "True"),
            ("RepresentsBurst", "True"))
        let facts = try read(Array(whole.utf8), "a.xmp"), said = try #require(facts.belonging)
        #expect(said.playback == "bounce")
        #expect(facts.burstIdentifier == "B-1" && said.pairedVideo == "IMG 1.MOV" && said.alternatePhoto == "IMG 1.dng" && said.isBurstPick && said.representsBurst)
        let none = try read(Array(packet(("BurstIdentifier", ""), ("IsBurstPick", "yes"), ("RepresentsBurst", "False")).utf8), "a.xmp")
        #expect(none.belonging == nil && none.burstIdentifier == nil)
        let picture = try read(MediaBuilder.jpeg(xmp: whole), "a.jpg")
        #expect(picture.belonging == nil && picture.burstIdentifier == nil)
    }

    @Test(arguments: [(0, 640, 480), (1, 480, 640), (2, 640, 480), (3, 480, 640)])
    func heifIsAsTheContainerTurnsIt(turns: Int, width: Int, height: Int) throws {
        let facts = try read(MediaBuilder.heif(width: 640, height: 480, quarterTurns: turns, exif: Self.exif))
        #expect(facts.uniformType == "public.heic")
        #expect((facts.pixelWidth, facts.pixelHeight) == (width, height))
        #expect(facts.orientation == 1)
        #expect(facts.statedOrientation == 6)
        #expect(facts.contentIdentifier == "602FEBB7")
        #expect(facts.captureDate?.utcOffset == -18_000)
    }

    @Test func everythingInAMovie() throws {
        let metadata = [
            ("com.apple.quicktime.content.identifier", "602FEBB7"), ("com.apple.quicktime.creationdate", "2025-05-26T09:27:06-0500"),
            ("com.apple.quicktime.location.ISO6709", "+34.6648-086.4704+197.095/"), ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone"),
        ]
        let facts = try read(MediaBuilder.movie(turned: true, metadata: metadata, timedKey: "com.apple.quicktime.still-image-time"), "a.mov")
        #expect(facts.kind == .video)
        #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (640, 480, 6))
        #expect(facts.duration == 2)
        #expect(facts.frameRate == 30)
        #expect(facts.contentIdentifier == "602FEBB7")
        #expect(facts.hasStillImageTime)
        #expect(facts.captureDate == CaptureDate(localSeconds: 1_748_251_626, utcOffset: -18_000, source: "QuickTime.com.apple.quicktime.creationdate"))
        #expect(facts.location?.longitude == -86.4704)
        #expect(facts.location?.altitude == 197.095)
        #expect(facts.camera.make == "Apple")
    }

    @Test func theTracksOfAMovie() throws {
        let facts = try read(MediaBuilder.movie(turned: true, metadata: [], timedKey: "com.apple.quicktime.still-image-time"), "a.mov")
        #expect(facts.tracks.map(\.kind) == [.video, .metadata] && facts.tracks.map(\.identifier) == [1, 2])
        let picture = try #require(facts.tracks.first)
        #expect((picture.width, picture.height, picture.codec) == (640, 480, "avc1"))
        #expect((picture.timescale, picture.start, picture.duration, picture.frameRate) == (600, 0, 1200, 30))
        #expect(picture.matrix == [0, 1, -1, 0, 480, 0])
        #expect(picture.language == nil, "undetermined")
        #expect(facts.tracks.last?.codec == "mebx" && facts.tracks.last?.width == 0 && facts.tracks.last?.matrix == nil)
        #expect(try read(MediaBuilder.movie(turned: false, metadata: [])).tracks.map(\.matrix) == [nil])
        #expect(try read(MediaBuilder.jpeg()).tracks.isEmpty)
    }

    @Test func aMovieWithoutMetadataHasItsContainersTime() throws {
        let facts = try read(MediaBuilder.movie(turned: false, metadata: []))
        #expect(facts.captureDate == CaptureDate(localSeconds: 3_700_000_000 - 2_082_844_800, utcOffset: 0, source: "QuickTime.creation_time"))
        #expect(facts.orientation == 1)
        #expect(!facts.hasStillImageTime)
    }

    @Test func aMovieThatIsCutOffSaysSo() throws {
        // The head first, as films made for the network have it, so that it opens without its end.
        let whole = MediaBuilder.movie(turned: false, metadata: [])
        let type = Array(whole[..<20]), data = Array(whole[20..<20 + 4104]), head = Array(whole[(20 + 4104)...])
        #expect(try read(type + head + data).damage == nil)
        let damage = try #require(try read(type + head + data.dropLast(96)).damage)
        #expect(damage.contains("96 bytes"))
    }

    @Test func tiffAndRawAreToldApart() throws {
        func tiff(_ more: [(Int, EXIFBuilder.Value)]) -> [UInt8] {
            var exif = EXIFBuilder()
            exif.image = [(0x0100, .short(640)), (0x0101, .short(480)), (0x0102, .short(16)), (0x0112, .short(8))] + more
            return exif.build()
        }
        let picture = try read(tiff([(0x0106, .short(2))]))
        #expect(picture.uniformType == "public.tiff")
        #expect((picture.pixelWidth, picture.pixelHeight, picture.orientation, picture.bitsPerComponent) == (640, 480, 8, 16))
        let crop = EXIFBuilder.Value.rational([(600, 1), (400, 1)])
        let raw = try read(tiff([(0x0106, .short(32803)), (0xC612, .bytes(type: 1, [1, 4, 0, 0])), (0xC620, crop)]))
        #expect(raw.kind == .rawImage)
        #expect(raw.uprightSize == (400, 600))
    }

    @Test func adjustments() throws {
        let list = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>adjustmentFormatIdentifier</key><string>com.apple.photo</string></dict></plist>"
        let facts = try read(Array(list.utf8), "IMG_0001.AAE")
        #expect(facts.kind == .adjustment)
        #expect(facts.adjustment?.formatIdentifier == "com.apple.photo")
        #expect(failure(Array(list.utf8.dropLast(8)), "IMG_0001.AAE")?.code == .damaged)
    }

    @Test(
        arguments: [
            ([], "is empty"), (Array("hello\n".utf8), "it is text"), ([0x50, 0x4B, 3, 4, 1], "an archive"), (Array("%PDF-1.4\n".utf8), "a PDF"),
            ([UInt8](repeating: 0, count: 512), "only zeros"), ([1, 2, 3, 4, 5, 6, 7, 8], "not a photo or video"),
        ] as [([UInt8], String)])
    func whatIsNoMediaSaysWhatItIs(bytes: [UInt8], words: String) throws {
        let error = try #require(failure(bytes, "notes.txt"))
        #expect(error.code == .unsupported)
        #expect(error.message.contains("“notes.txt”"))
        #expect(error.message.contains(words))
    }

    @Test(
        arguments: [
            [0xFF, 0xD8, 0xFF, 0xE0], Array("GIF89a".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0],
            ByteBuilder.box("ftyp", Array("heic".utf8), ByteBuilder.zeros(4)), ByteBuilder.box("ftyp", Array("qt  ".utf8), ByteBuilder.zeros(4)),
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8], Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF".utf8),
        ] as [[UInt8]])
    func aCutOffHeadIsDamage(bytes: [UInt8]) throws {
        let error = try #require(failure(bytes, "IMG_0001.JPG"))
        #expect(error.code == .damaged)
        #expect(error.message.contains("“IMG_0001.JPG”"))
    }

    @Test func morePixelsThanTheLimitAreTooLarge() {
        var limits = DecodingLimits()
        limits.pixels = 640 * 480
        #expect(failure(MediaBuilder.jpeg(), limits: limits) == nil)
        limits.pixels -= 1
        #expect(failure(MediaBuilder.jpeg(), limits: limits)?.code == .tooLarge)
    }

    @Test func brokenMetadataDoesNotCostThePicture() throws {
        var exif = Self.exif
        for index in 8..<exif.count { exif[index] = 0xFF }
        let facts = try read(MediaBuilder.jpeg(exif: exif))
        #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (640, 480, 1))
    }

    @Test func damagedFilesEndInFactsOrAnError() {
        var numbers = LinearRandom(state: 7)
        func random(_ bound: Int) -> Int { Int(numbers.next() >> 33) % bound }
        let seeds = [
            MediaBuilder.jpeg(exif: Self.exif, xmp: MediaBuilder.xmp("<xmp:Rating>4</xmp:Rating>"), iptc: [(dataset: 25, bytes: [65])]),
            MediaBuilder.heif(width: 640, height: 480, quarterTurns: 1, exif: Self.exif),
            MediaBuilder.movie(turned: true, metadata: [("com.apple.quicktime.make", "Apple")], timedKey: "k"), Self.exif,
        ]
        for round in 0..<4000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...random(6) { bytes[random(bytes.count)] = UInt8(truncatingIfNeeded: random(256)) }
            if random(4) == 0 { bytes.removeSubrange(random(bytes.count)...) }
            guard !bytes.isEmpty, let facts = try? read(bytes) else { continue }
            #expect((1...8).contains(facts.orientation))
            #expect(facts.pixelWidth >= 0 && facts.pixelHeight >= 0 && facts.duration.isFinite)
        }
    }
}
