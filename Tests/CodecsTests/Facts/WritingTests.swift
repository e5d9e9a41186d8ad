import Adjustments
import Codecs
import Foundation
import Metadata
import Pixels
import TestSupport
import Testing

/// What is written into a copy is read back, and the picture is the same.
@Suite struct WritingTests {
    private static var metadata: WrittenMetadata {
        var metadata = WrittenMetadata()
        metadata.date = .taken(localSeconds: 1_700_000_000.25, offset: 7200)
        metadata.place = WrittenMetadata.Place(latitude: -33.8568, longitude: 151.2153, altitude: -4.5)
        (metadata.title, metadata.caption) = ("lang=de Brücke", "Was man sieht: 港\n\"zwei\" Zeilen & <mehr>")
        (metadata.keywords, metadata.rating) = (["Hafen", "type=Bag, Ort", "夜"], 4)
        return metadata
    }

    private func written(_ metadata: WrittenMetadata, _ file: [UInt8], _ name: String = "a.jpg") throws(CodecError) -> [UInt8] {
        let result = file.withUnsafeBytes { bytes in Result { () throws(CodecError) in try Codec().write(metadata, into: bytes, name: name) } }
        return try result.get()
    }

    private func facts(_ file: [UInt8]) throws -> MediaFacts { try file.withUnsafeBytes { try FactsReader.read($0, name: "a", limits: DecodingLimits()) } }

    private static var picture: PixelImage {
        PixelImage(width: 40, height: 30, bytesPerRow: 160, pixels: (0..<4800).map { UInt8(truncatingIfNeeded: $0 % 4 == 3 ? 255 : $0 * 7) }, hasAlpha: false)
    }

    private func check(_ facts: MediaFacts) throws {
        let date = try #require(facts.captureDate)
        #expect(date.localSeconds == 1_700_000_000.25 && date.utcOffset == 7200)
        let place = try #require(facts.location)
        #expect(abs(place.latitude + 33.8568) < 1e-7 && abs(place.longitude - 151.2153) < 1e-7 && place.altitude == -4.5)
        #expect(facts.title == Self.metadata.title && facts.caption == Self.metadata.caption)
        #expect(facts.keywords == Self.metadata.keywords && facts.rating == 4)
    }

    @Test(arguments: [EncodedFormat.jpeg(quality: 90), .png]) func whatIsWrittenIsReadBack(_ format: EncodedFormat) throws {
        let file = try Codec().encode(Self.picture, as: format).bytes, copy = try written(Self.metadata, file)
        try check(facts(copy))
        #expect(try written(Self.metadata, copy) == copy, "writing the same again changes nothing")
        func pixels(_ file: [UInt8]) throws -> [UInt8] {
            try file.withUnsafeBytes { bytes in try Codec().render(bytes, name: "a", RenderRequest()).pixels.withUnsafeBytes { Array($0) } }
        }
        #expect(try pixels(copy) == pixels(file))
    }

    @Test func whatTheFileSaidBeforeIsNotReadAnyMore() throws {
        var exif = EXIFBuilder()
        exif.image = [(0x010E, .ascii("old caption")), (0x0110, .ascii("Camera")), (0x9C9B, .bytes(type: 1, Array("o\0l\0d\0\0\0".utf8)))]
        exif.photo = [(0x9003, .ascii("2001:01:01 01:01:01")), (0x9011, .ascii("-05:00")), (0x9291, .ascii("603"))]
        exif.gps = [(1, .ascii("N")), (2, .rational([(34, 1), (0, 1), (0, 1)])), (3, .ascii("W")), (4, .rational([(86, 1), (0, 1), (0, 1)])), (17, .rational([(9, 1)]))]
        let xmp = MediaBuilder.xmp(
            """
            <xmp:Rating>2</xmp:Rating><exif:GPSLatitude>1,2N</exif:GPSLatitude><exif:GPSLongitude>1,2E</exif:GPSLongitude>
            <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>old</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag><rdf:li>old</rdf:li></rdf:Bag></dc:subject>
            """)
        let file = MediaBuilder.jpeg(exif: exif.build(), xmp: xmp, iptc: [(5, Array("old title".utf8)), (25, Array("old".utf8)), (80, [0x4D, 0xFC, 0x6C])])
        try check(facts(written(Self.metadata, file)))
        let bare = try facts(written(WrittenMetadata(), file))
        #expect(bare.title == nil && bare.caption == nil && bare.keywords == [] && bare.rating == nil && bare.location == nil)
        #expect(bare.captureDate?.utcOffset == -18_000, "no date was to be written")
        #expect(bare.camera.model == "Camera")
        var undated = WrittenMetadata()
        undated.date = .none
        #expect(try facts(written(undated, file)).captureDate == nil)
    }

    /// A profile that was compressed otherwise than exiv2 does, between chunks that it puts elsewhere.
    @Test func everyChunkOfAPNGsPictureStays() throws {
        func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
            let checked = Array(kind.utf8) + body
            var sum = UInt32.max
            for byte in checked {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            }
            return ByteBuilder.number(body.count, bytes: 4) + checked + ByteBuilder.number(Int(~sum), bytes: 4)
        }
        // Deflate's stored block of one byte, and Adler's sum of it.
        let profile = chunk("iCCP", Array("x".utf8) + [0, 0, 0x78, 1, 1, 1, 0, 0xFE, 0xFF, 7, 0, 8, 0, 8]), gamma = chunk("gAMA", [0, 0, 0xB1, 0x8F])
        let plain = try Codec().encode(Self.picture, as: .png).bytes, text = chunk("tEXt", Array("Title\0old".utf8))
        let file = Array(plain[..<33]) + gamma + text + profile + plain[33...] + [1, 2, 3], copy = try written(Self.metadata, file, "a.png")
        try check(facts(copy))
        #expect(copy.firstRange(of: gamma + profile) != nil && copy.suffix(15) == file.suffix(15))
    }

    /// A telephone says more of a place than a library keeps.
    @Test(arguments: [false, true]) func aPlaceThatIsTheFilesOwnIsLeftAsItIs(isHEIC: Bool) throws {
        var exif = EXIFBuilder()
        exif.image = [(0x010E, .ascii("caption"))]
        exif.gps = [
            (1, .ascii("N")), (2, .rational([(34, 1), (7, 1), (2411, 100)])), (3, .ascii("W")), (4, .rational([(86, 1), (0, 1), (1, 3)])), (12, .ascii("K")),
            (13, .rational([(36, 1)])), (16, .ascii("T")), (17, .rational([(9, 1)])), (24, .rational([(123, 1)])), (29, .ascii("2013:10:25")), (31, .rational([(8, 1)])),
        ]
        let file = isHEIC ? MediaBuilder.heif(width: 640, height: 480, quarterTurns: 0, exif: exif.build(), xmp: nil, xmpDescribes: 1) : MediaBuilder.jpeg(exif: exif.build())
        let name = isHEIC ? "a.heic" : "a.jpg", location = try #require(facts(file).location)
        func place(_ location: GeoLocation) -> WrittenMetadata.Place {
            var place = WrittenMetadata.Place(latitude: location.latitude, longitude: location.longitude, altitude: location.altitude)
            (place.horizontalAccuracy, place.direction, place.speed) = (location.horizontalAccuracy, location.direction, location.speed)
            return place
        }
        var metadata = WrittenMetadata()
        (metadata.place, metadata.rating) = (place(location), 4)
        let same = try written(metadata, file, name)
        #expect(try facts(same).rating == 4 && facts(same).location == location && says(same, "2013:10:25"))
        // Another place has another course, and what the library knows of it goes along.
        var moved = location
        (moved.latitude, moved.speed, moved.direction, moved.horizontalAccuracy, moved.altitude) = (35, 2.5, 270, 4, nil)
        metadata.place = place(moved)
        let copy = try written(metadata, file, name), found = try #require(facts(copy).location)
        #expect(abs(found.latitude - 35) < 1e-7 && found.direction == 270 && found.horizontalAccuracy == 4 && found.altitude == nil && !says(copy, "2013:10:25"))
        #expect(found.speed.map { abs($0 - 2.5) < 1e-3 } == true)
        // The same spot without a course is another place too.
        metadata.place = WrittenMetadata.Place(latitude: location.latitude, longitude: location.longitude)
        let bare = try facts(written(metadata, file, name)).location
        #expect(bare?.speed == nil && bare?.direction == nil && bare?.latitude != nil)
    }

    /// CIPA DC-007: the index counts from itself, and the pictures it names lie behind the first one.
    @Test(arguments: [true, false]) func picturesBehindTheFirstAreFoundAfterwards(_ isLittleEndian: Bool) throws {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = ByteBuilder.number(value, bytes: count)
            return isLittleEndian ? bytes.reversed() : bytes
        }
        let first = try Codec().encode(Self.picture, as: .jpeg(quality: 90)).bytes, second = try Codec().encode(Self.picture, as: .jpeg(quality: 30)).bytes
        func file(_ size: Int, _ offset: Int) -> [UInt8] {
            let header = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
            let directory = number(1, 2) + number(0xB002, 2) + number(7, 2) + number(32, 4) + number(26, 4) + number(0, 4)
            let entries = number(0x30000, 4) + number(size, 4) + number(0, 4) + number(0, 4) + number(0, 4) + number(second.count, 4) + number(offset, 4) + number(0, 4)
            let body = Array("MPF\0".utf8) + header + directory + entries
            return [0xFF, 0xD8, 0xFF, 0xE2] + ByteBuilder.number(body.count + 2, bytes: 2) + body + Array(first[2...])
        }
        func index(_ file: [UInt8]) -> Int? { file.indices.first { file[$0...].starts(with: Array("MPF\0".utf8)) }.map { $0 + 4 } }
        let length = file(0, 0).count, start = try #require(index(file(0, 0)))
        let copy = try written(Self.metadata, file(length, length - start) + second)
        try check(facts(copy))
        let moved = try #require(index(copy))
        func read(_ offset: Int) -> Int { (isLittleEndian ? copy[offset..<offset + 4].reversed() : Array(copy[offset..<offset + 4])).reduce(0) { $0 << 8 | Int($1) } }
        let found = moved + read(moved + 26 + 24)
        #expect(copy[found...].elementsEqual(second))
        #expect(read(moved + 26 + 4) == copy.count - second.count)
    }

    // MARK: What an application's dictionary says

    private static func written(_ parts: [String: [String: WrittenProperties.Value]]) -> WrittenMetadata {
        var metadata = WrittenMetadata()
        metadata.properties = WrittenProperties(parts: parts)
        return metadata
    }

    private static let dictionary: [String: [String: WrittenProperties.Value]] = [
        "": ["Orientation": .numbers([6])],
        "{TIFF}": ["Make": .text("Maker"), "Model": .text("Modèle"), "Orientation": .numbers([3])],
        "{Exif}": [
            "DateTimeOriginal": .text("2012:09:12 10:00:00"), "OffsetTimeOriginal": .text("+02:00"), "SubsecTimeOriginal": .text("25"), "ExposureTime": .numbers([0.004]),
            "FNumber": .numbers([2.8]), "ISOSpeedRatings": .numbers([400]), "FocalLength": .numbers([4.25]), "FocalLenIn35mmFilm": .numbers([28]), "Flash": .numbers([1]),
            "LensModel": .text("Lens"), "UserComment": .text("charset=Jis 港"), "ExposureBiasValue": .numbers([-1.5]),
        ],
        "{GPS}": [
            "Latitude": .numbers([33.8568]), "LatitudeRef": .text("S"), "Longitude": .numbers([151.2153]), "Altitude": .numbers([4.5]), "AltitudeRef": .numbers([1]),
            "Speed": .numbers([36]), "SpeedRef": .text("K"), "HPositioningError": .numbers([8]), "TimeStamp": .text("08:00:00.5"),
        ],
        "{IPTC}": ["Caption/Abstract": .text("Words"), "Keywords": .texts(["one", "zwei"]), "ObjectName": .text("Title"), "StarRating": .numbers([4])],
    ]

    @Test(arguments: ["jpeg", "png", "tiff", "tiff, little-endian"]) func aDictionaryIsWrittenIntoEveryTypeThatTakesIt(_ kind: String) throws {
        let file: [UInt8] =
            switch kind {
            case "jpeg": try Codec().encode(Self.picture, as: .jpeg(quality: 90)).bytes
            case "png": try Codec().encode(Self.picture, as: .png).bytes
            default: TIFFBuilder.picture(isLittleEndian: kind.hasSuffix("endian"))
            }
        let before = file.map { $0 }, copy = try written(Self.written(Self.dictionary), file), facts = try facts(copy)
        #expect(file.elementsEqual(before), "the bytes that were lent stay")
        #expect(facts.orientation == 6 && facts.camera.make == "Maker" && facts.camera.model == "Modèle" && facts.camera.lens == "Lens")
        #expect(facts.captureDate?.localSeconds == 1_347_444_000.25 && facts.captureDate?.utcOffset == 7200)
        #expect(facts.camera.exposureTime == 0.004 && facts.camera.fNumber == 2.8 && facts.camera.iso == 400 && facts.camera.focalLength == 4.25)
        #expect(facts.camera.focalLengthIn35mm == 28 && facts.camera.flashFired == true)
        let place = try #require(facts.location)
        #expect(abs(place.latitude + 33.8568) < 1e-7 && abs(place.longitude - 151.2153) < 1e-7 && place.altitude == -4.5 && place.horizontalAccuracy == 8)
        #expect(place.speed.map { abs($0 - 10) < 1e-6 } == true)
        #expect(facts.caption == "Words" && facts.keywords == ["one", "zwei"] && facts.title == "Title" && facts.rating == 4)
        #expect(try written(Self.written(Self.dictionary), copy).count == copy.count, "writing the same again changes nothing")
        func pixels(_ file: [UInt8]) throws -> [UInt8] {
            var request = RenderRequest()
            request.orientation = 1
            return try file.withUnsafeBytes { bytes in try Codec().render(bytes, name: "a", request).pixels.withUnsafeBytes { Array($0) } }
        }
        #expect(try pixels(copy) == pixels(file))
    }

    @Test func whatADictionaryDoesNotSayStays() throws {
        var exif = EXIFBuilder()
        exif.image = [(0x010F, .ascii("Maker")), (0x0110, .ascii("Camera"))]
        exif.photo = [(0x9003, .ascii("2001:01:01 01:01:01"))]
        exif.gps = [(1, .ascii("N")), (2, .rational([(34, 1), (0, 1), (0, 1)])), (3, .ascii("W")), (4, .rational([(86, 1), (0, 1), (0, 1)]))]
        let file = MediaBuilder.jpeg(exif: exif.build())
        let changed = try facts(written(Self.written(["{TIFF}": ["Model": .text("Other")]]), file))
        #expect(changed.camera.make == "Maker" && changed.camera.model == "Other" && changed.location?.latitude == 34 && changed.captureDate != nil)
        let taken = try facts(written(Self.written(["{TIFF}": ["Make": .removed], "{GPS}": ["Latitude": .removed]]), file))
        #expect(taken.camera.make == nil && taken.camera.model == "Camera" && taken.location == nil)
    }

    @Test func valuesThatNoTagHasSayNothing() throws {
        let file = try Codec().encode(Self.picture, as: .jpeg(quality: 90)).bytes
        let wrong: [[String: [String: WrittenProperties.Value]]] = [
            ["": ["Orientation": .numbers([9])], "{TIFF}": ["Make": .numbers([7]), "Orientation": .text("six"), "XResolution": .numbers([-1])]],
            ["{Exif}": ["DateTimeOriginal": .text("yesterday"), "DateTimeDigitized": .text("2012:09:12T10:00:00"), "FNumber": .numbers([-1]), "Flash": .numbers([1e12])]],
            ["{Exif}": ["ExposureTime": .numbers([.infinity]), "LensSpecification": .numbers([1, 2]), "LensModel": .text("a\0b")]],
            ["{GPS}": ["Latitude": .numbers([400]), "Longitude": .numbers([1]), "AltitudeRef": .numbers([300]), "TimeStamp": .text("25:00:00")]],
            ["{IPTC}": ["Keywords": .text("no list"), "Caption/Abstract": .numbers([1]), "StarRating": .numbers([9])], "{Other}": ["Make": .text("x")], "": ["Make": .text("x")]],
        ]
        for parts in wrong { #expect(try written(Self.written(parts), file) == file, "\(parts)") }
    }

    @Test func aTIFFOfSeveralPagesIsRefused() throws {
        let file = TIFFBuilder.picture(isLittleEndian: true, pages: 2)
        let error = #expect(throws: CodecError.self) { try written(Self.written(Self.dictionary), file, "a.tif") }
        #expect(error?.code == .unsupported)
    }

    // MARK: Edits that a packet says

    @Test func anEditsPacketIsReadFromEveryFileThatHoldsIt() throws {
        var edit = PhotoAdjustments()
        (edit.crop, edit.rotation, edit.shadows) = (.init(x: 0.2, y: 0.1, width: 0.5, height: 0.5), 90, 0.5)
        let packet = AdjustmentSettings(edit, width: 40, height: 30, orientation: 1).packet
        let bare = try facts(Array(packet.utf8))
        let settings = try #require(try AdjustmentSettings(properties: bare.adjustmentSettings ?? [:]))
        #expect(bare.kind == .sidecar && settings.own != nil)
        #expect(try settings.adjustments(width: 40, height: 30, orientation: 1) == edit)
        let lines = packet.split(separator: "\n").filter { !$0.contains("<opk:") }.joined(separator: "\n")
        let other = lines.replacing("aas:", with: "foo:").replacing("xmlns:aas", with: "xmlns:foo")
        let byAnotherPrefix = try #require(try AdjustmentSettings(properties: facts(Array(other.utf8)).adjustmentSettings ?? [:]))
        #expect(byAnotherPrefix.own == nil)
        #expect(try byAnotherPrefix.adjustments(width: 40, height: 30, orientation: 1) == edit)
        #expect(try facts(MediaBuilder.jpeg(exif: EXIFBuilder().build(), xmp: packet)).adjustmentSettings == bare.adjustmentSettings)
        #expect(try facts(MediaBuilder.jpeg(exif: EXIFBuilder().build())).adjustmentSettings == nil)
    }

    // MARK: HEIF

    private static func heif(xmp: String? = nil, describes: Int = 1) -> [UInt8] {
        var exif = EXIFBuilder()
        exif.image = [(0x010E, .ascii("former caption")), (0x0110, .ascii("Camera")), (0x0112, .short(6))]
        exif.photo = [(0x9003, .ascii("2001:01:01 01:01:01")), (0x9011, .ascii("-05:00"))]
        exif.gps = [(1, .ascii("N")), (2, .rational([(34, 1), (0, 1), (0, 1)])), (3, .ascii("W")), (4, .rational([(86, 1), (0, 1), (0, 1)]))]
        return MediaBuilder.heif(width: 640, height: 480, quarterTurns: 3, exif: exif.build(), xmp: xmp, xmpDescribes: describes)
    }

    private func says(_ file: [UInt8], _ text: String) -> Bool { file.firstRange(of: Array(text.utf8)) != nil }

    /// Every byte of the pictures stays where it is, and none of what was said before.
    @Test(arguments: [true, false]) func aHEICSaysInItsOwnItemsWhatItHas(hasXMP: Bool) throws {
        let xmp = MediaBuilder.xmp("<xmp:Rating>2</xmp:Rating><dc:subject><rdf:Bag><rdf:li>formerly</rdf:li></rdf:Bag></dc:subject>")
        let file = Self.heif(xmp: hasXMP ? xmp : nil), before = try facts(file)
        #expect(before.caption == "former caption" && before.location != nil && before.rating == (hasXMP ? 2 : nil))
        var metadata = Self.metadata
        if !hasXMP { (metadata.title, metadata.keywords) = (nil, []) }
        let copy = try written(metadata, file, "a.heic"), found = try facts(copy)
        let date = try #require(found.captureDate), place = try #require(found.location)
        #expect(date.localSeconds == 1_700_000_000.25 && date.utcOffset == 7200 && abs(place.latitude + 33.8568) < 1e-7 && place.altitude == -4.5)
        #expect(found.caption == metadata.caption && found.rating == 4 && found.title == metadata.title && found.keywords == metadata.keywords)
        #expect(found.camera.model == "Camera" && found.uniformType == "public.heic")
        #expect((found.pixelWidth, found.pixelHeight, found.orientation) == (before.pixelWidth, before.pixelHeight, before.orientation))
        let data = file.count - MediaBuilder.heifData.count
        #expect(Array(copy[data..<file.count]) == MediaBuilder.heifData)
        for word in ["former caption", "2001:01:01", "formerly"] { #expect(!says(copy, word), "\(word)") }
        #expect(try written(metadata, copy, "a.heic") == copy, "writing the same again changes nothing")
        // What is shorter stays in its place.
        let bare = try written(WrittenMetadata(), file, "a.heic"), rest = try facts(bare)
        #expect(rest.location == nil && rest.caption == nil && rest.rating == nil && rest.keywords.isEmpty && rest.captureDate?.utcOffset == -18_000)
        #expect(Array(bare[data..<file.count]) == MediaBuilder.heifData)
    }

    /// What has become longer goes before the movie, whose length is counted from the end; where a trailer says at which byte it begins, it says so anew.
    @Test(arguments: [MotionPhotoKind.pixelHEIC, .galaxyS22, .galaxyS23]) func aHEICWithItsMovieTakesTheSame(_ kind: MotionPhotoKind) throws {
        let movie = MediaBuilder.movie(turned: false, metadata: []), picture = Self.heif(xmp: MediaBuilder.xmp("<xmp:Rating>2</xmp:Rating>"))
        let file = kind.file(picture: picture, movie: movie), copy = try written(Self.metadata, file, "a.heic")
        try check(facts(copy))
        let motion = try copy.withUnsafeBytes { try FactsReader.read($0, name: "a", limits: DecodingLimits(), findsMovies: true) }
        let found = try #require(motion.embeddedMovie).range
        #expect(Array(copy[found]) == movie && found.lowerBound > picture.count + 8)
        #expect(copy.count - found.upperBound == file.count - picture.count - 8 - movie.count)
        if kind != .pixelHEIC { #expect(copy.withUnsafeBytes { MotionPhoto.named($0)?.movie } == found) }
        #expect(try written(Self.metadata, copy, "a.heic") == copy, "writing the same again changes nothing")
        // What is shorter stays in its place, and moves nothing.
        let bare = try written(WrittenMetadata(), file, "a.heic")
        #expect(bare.count == file.count && bare[picture.count...].elementsEqual(file[picture.count...]))
    }

    @Test func aHEICWithoutXMPDoesNotTakeWhatOnlyThatCanSay() throws {
        // What a packet says of another picture, such as a gain map, is not this one's.
        let file = Self.heif(), words = "of a gain map", other = Self.heif(xmp: MediaBuilder.xmp("<dc:format>\(words)</dc:format>"), describes: 9)
        for change: (inout WrittenMetadata) -> Void in [{ $0.title = "Title" }, { $0.keywords = ["one"] }] {
            var metadata = WrittenMetadata()
            change(&metadata)
            for file in [file, other] {
                let error = #expect(throws: CodecError.self) { try written(metadata, file, "a.heic") }
                #expect(error?.code == .unsupported)
            }
        }
        #expect(try says(written(WrittenMetadata(), other, "a.heic"), words))
        // A dictionary's turn is left to the container.
        let turned = try facts(written(Self.written(["": ["Orientation": .numbers([3])], "{Exif}": ["LensModel": .text("Lens")]]), file, "a.heic"))
        let before = try facts(file)
        #expect(turned.camera.lens == "Lens" && turned.orientation == before.orientation && turned.statedOrientation == before.statedOrientation)
    }

    /// What would be cut from its place, or written over, is refused, and nothing is read beyond the end.
    @Test func aHEICThatIsNotUnderstoodIsLeftAlone() throws {
        let file = Self.heif(), movie = ByteBuilder.box("mpvd", [1, 2, 3, 4])
        let files: [[UInt8]] = [
            file + ByteBuilder.box("moov", [1, 2, 3]), file + movie + ByteBuilder.box("mdat", [1, 2, 3]), file + movie + [1, 2, 3], file + [1, 2, 3], Array(file.dropLast()),
            file + ByteBuilder.box("meta", [0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ]
        for odd in files {
            let error = #expect(throws: CodecError.self) { try written(WrittenMetadata(), odd, "a.heic") }
            #expect(error?.code == .unsupported)
        }
        // The picture's bytes are said to be where EXIF's are.
        var over = file
        let picture = ByteBuilder.number(file.count - MediaBuilder.heifData.count, bytes: 4), place = try #require(over.firstRange(of: picture + ByteBuilder.number(4, bytes: 4)))
        over.replaceSubrange(place.lowerBound..<place.lowerBound + 4, with: ByteBuilder.number(file.count - 40, bytes: 4))
        // Or where the movie is, which would be moved.
        var behind = file + movie
        behind.replaceSubrange(place.lowerBound..<place.lowerBound + 4, with: ByteBuilder.number(file.count + 8, bytes: 4))
        for odd in [over, behind] {
            let error = #expect(throws: CodecError.self) { try written(WrittenMetadata(), odd, "a.heic") }
            #expect(error?.code == .unsupported)
        }
        for length in 0..<file.count { #expect(file[..<length].withUnsafeBytes { HEIFTags($0) } == nil) }
    }

    private static let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0).appendingPathComponent("iphone") }

    /// Telephones' own files: the same pixels, other words.
    @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), arguments: ["IMG_0102.HEIC", "IMG_1853.HEIC", "IMG_3582.HEIC", "IMG_4394.HEIC"])
    func aTelephonesHEICTakesADateAndAPlace(_ name: String) throws {
        let file = try [UInt8](Data(contentsOf: #require(Self.samples).appendingPathComponent(name))), before = try facts(file)
        var metadata = WrittenMetadata()
        (metadata.date, metadata.place) = (Self.metadata.date, Self.metadata.place)
        let copy = try written(metadata, file, name), after = try facts(copy)
        #expect(after.captureDate?.localSeconds == 1_700_000_000.25 && abs((after.location?.latitude ?? 0) + 33.8568) < 1e-7)
        #expect(after.camera == before.camera && after.contentIdentifier == before.contentIdentifier && after.gainMap == before.gainMap && after.orientation == before.orientation)
        #expect(copy.count < file.count + 200_000)
        func pixels(_ file: [UInt8]) throws -> [UInt8] {
            var request = RenderRequest()
            request.target = PixelSize(width: 256, height: 256)
            return try file.withUnsafeBytes { bytes in try Codec().render(bytes, name: name, request).pixels.withUnsafeBytes { Array($0) } }
        }
        #expect(try pixels(copy) == pixels(file))
    }

    @Test func aFileThatTakesNothingIsRefused() throws {
        let error = #expect(throws: CodecError.self) { try written(Self.metadata, Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B], "a.gif") }
        #expect(error?.code == .unsupported)
        let torn = #expect(throws: CodecError.self) { try written(Self.metadata, [0xFF, 0xD8, 0xFF, 0xE1, 0xFF], "torn.jpg") }
        #expect(torn?.code == .damaged)
    }
}
