import Foundation
import TestSupport
import Testing

@testable import Metadata

/// Everything here that reads untrusted bytes, given damaged ones: it may find nothing, it may not trap.
@Suite struct HostileBytesTests {

    private static let seeds: [[UInt8]] = [
        Samples.jpeg(exif: DirectoryBuilder(entries: [(tag: 0x112, value: .short([6]))]).tiff()), Samples.png(colorType: 3, frames: 3, transparent: true),
        Samples.gif(frames: 3, xmp: "<x/>"), Samples.movie(spatial: true), Samples.fileType("mif1", "heic") + Bytes.box("meta", [0, 0, 0, 0]),
        Samples.webP([("VP8X", [0x10, 0, 0, 0, 9, 0, 0, 9, 0, 0]), ("ANMF", [1]), ("EXIF", [1, 2])]),
        DirectoryBuilder(isLittleEndian: true, entries: [(tag: 0x10F, value: .ascii("SONY CORP")), (tag: 0x14A, value: .long([8, 60]))]).tiff(),
        Samples.appleNote([(0x0B, .ascii("D4E4B3D1-0E45")), (0x11, .ascii("602FEBB7-6B59")), (0x0A, .long([3]))]), Samples.adjustment(),
        [0, 0, 0, 12] + Array("JXL ".utf8) + [13, 10, 0x87, 10] + Bytes.box("Exif", [0, 0, 0, 0, 1]) + Bytes.box("jxlc", [0xFF, 0x0A, 1, 2, 3, 4, 5, 6]),
        [0xFF, 0x4F, 0xFF, 0x51] + [UInt8](repeating: 3, count: 48), Array("BM".utf8) + [UInt8](repeating: 40, count: 40),
        Samples.binaryAdjustment(), MotionPhotoKind.galaxyS9.file(picture: Samples.jpeg(), movie: movie),
        MotionPhotoKind.galaxyS22.file(picture: Samples.fileType("heic", "heic"), movie: movie),
    ]

    private static let movie = Samples.fileType("qt  ", "qt  ") + Samples.movie()
    private static let motionPhoto = TagList([
        MetadataTag("Xmp.GCamera.MicroVideo", "1"), MetadataTag("Xmp.GCamera.MicroVideoOffset", "\(movie.count)"), MetadataTag("Xmp.GCamera.MotionPhoto", "1"),
        MetadataTag("Xmp.Container.Directory[1]/Item:Semantic", "MotionPhoto"), MetadataTag("Xmp.Container.Directory[1]/Item:Length", "\(movie.count)"),
    ])

    private static let types = [
        "public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp", "com.microsoft.bmp", "public.jpeg-xl", "public.jpeg-2000",
    ]

    private func readEverything(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            _ = FileSniffer.sniff(bytes, name: "hostile.rwl")
            _ = AdjustmentFacts(propertyList: bytes)
            for type in Self.types {
                guard let header = ImageHeader.read(bytes, uniformType: type, frameLimit: 100) else { continue }
                #expect(header.width > 0 && header.height > 0)
                for range in [header.exifBlock, header.xmpPacket].compactMap({ $0 }) { #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count) }
            }
            _ = QuickTimeTracks(bytes)
            _ = HEIFGroups.hasStereoPair(bytes)
            for range in MotionPhoto.candidates(bytes, Self.motionPhoto) { #expect(range.lowerBound > 0 && range.upperBound <= bytes.count) }
            _ = AppleMakerNote(bytes)
            _ = ICCProfile.description(bytes)
        }
    }

    /// `./test --long` goes on for about an hour.
    private static let rounds = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 20_000 : 4_000_000

    @Test func mutatedFiles() {
        var random = SeededRandom(seed: 1)
        let sharp: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
        for round in 0..<Self.rounds {
            var bytes = Self.seeds[round % Self.seeds.count]
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = sharp.randomElement(using: &random) ?? 0
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: bytes.removeSubrange(place...)
                case 3: bytes.insert(contentsOf: [UInt8](repeating: 0xFF, count: Int.random(in: 1...9, using: &random)), at: place)
                default: for index in place..<min(place + 8, bytes.count) { bytes[index] = 0xFF }
                }
            }
            readEverything(bytes)
        }
    }

    @Test func everyCutOfEverySeed() {
        for seed in Self.seeds {
            for length in 0...seed.count { readEverything(Array(seed[..<length])) }
        }
    }

    @Test func textThatClaimsToBeTags() {
        var random = SeededRandom(seed: 2)
        let alphabet = Array("0123456789:-+/. TZNSEW,'\0eEinfa".unicodeScalars)
        let keys = [
            "Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.OffsetTimeOriginal", "Exif.GPSInfo.GPSLatitude", "Exif.GPSInfo.GPSLongitude",
            "Exif.GPSInfo.GPSSpeed", "Exif.GPSInfo.GPSAltitude", "Xmp.exif.GPSLatitude", "Xmp.exif.GPSLongitude", "QuickTime.location", "Xmp.xmp.Rating",
            "Exif.Image.Orientation", "Exif.Photo.ISOSpeedRatings", "Exif.Photo.Flash", "Exif.Photo.FocalLengthIn35mmFilm", "Iptc.Application2.DateCreated",
            "Iptc.Application2.TimeCreated", "QuickTime.creation_time", "Exif.Photo.CustomRendered", "QuickTime.com.android.capture.fps",
        ]
        for _ in 0..<Self.rounds {
            var tags: [MetadataTag] = []
            for key in keys where Bool.random(using: &random) {
                var text = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...24, using: &random) { text.append(alphabet.randomElement(using: &random) ?? "0") }
                tags.append(MetadataTag(key, String(text)))
            }
            var photo = MediaFacts(kind: .image, uniformType: "public.jpeg")
            photo.interpret(TagList(tags))
            #expect((1...8).contains(photo.orientation))
            if let place = photo.location { #expect(abs(place.latitude) <= 90 && abs(place.longitude) <= 180) }
            if let rating = photo.rating { #expect((0...5).contains(rating)) }
            if let date = photo.captureDate { #expect(date.localSeconds.isFinite) }
        }
    }
}
