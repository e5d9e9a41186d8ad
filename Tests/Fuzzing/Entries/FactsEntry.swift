@testable import Imaging
import Metadata
import Pixels

enum FactsEntry {
    private static let names = ["a", "a.rwl", "a.aae", "a.m4v", "a.nrw", "a.xmp"]
    private static let types = [
        "public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp", "com.microsoft.bmp", "public.jpeg-xl", "public.jpeg-2000",
    ]
    private static let keys = [
        "Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.OffsetTimeOriginal", "Exif.GPSInfo.GPSLatitude",
        "Exif.GPSInfo.GPSLatitudeRef", "Exif.GPSInfo.GPSLongitude", "Exif.GPSInfo.GPSLongitudeRef", "Exif.GPSInfo.GPSSpeed",
        "Exif.GPSInfo.GPSAltitude", "Xmp.exif.GPSLatitude", "Xmp.exif.GPSLongitude", "QuickTime.location", "Xmp.xmp.Rating", "Exif.Image.Orientation",
        "Exif.Photo.ISOSpeedRatings", "Exif.Photo.FNumber", "Exif.Photo.ExposureTime", "Exif.Photo.Flash", "Exif.Photo.FocalLengthIn35mmFilm",
        "Iptc.Application2.DateCreated", "Iptc.Application2.TimeCreated", "QuickTime.creation_time", "Exif.Photo.CustomRendered",
        "QuickTime.com.android.capture.fps", "Exif.Photo.MakerNote", "Exif.Image.XPTitle", "Xmp.dc.subject", "Xmp.GCamera.MicroVideo",
        "Xmp.GCamera.MicroVideoOffset", "Xmp.GCamera.MotionPhoto", "Xmp.Container.Directory[1]/Container:Item/Item:Semantic",
        "Xmp.Container.Directory[1]/Container:Item/Item:Length", "Xmp.Container.Directory[2]/Container:Item/Item:Semantic",
        "Xmp.Container.Directory[2]/Container:Item/Item:Length",
    ]

    /// The last byte is the choice, so that the others are a file as it is.
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        guard let choice = bytes.last else { return }
        let file = UnsafeRawBufferPointer(rebasing: bytes.dropLast())
        if choice == 255 { return tags(file, &claims) }
        if choice == 254 { return kernelTexts(file, &claims) }
        _ = FileSniffer.sniff(file, name: names[Int(choice) % names.count])
        for type in types {
            let timing = AnimationTiming.read(file, uniformType: type, frameLimit: 100)
            if let timing { check(timing, type, &claims) }
            guard let header = ImageHeader.read(file, uniformType: type, frameLimit: 100) else { continue }
            // Both walk the same parts. A WebP's last frames may end before their delays do; a PNG says how many frames it has before them.
            let counted = max(1, timing?.delays.count ?? 0)
            switch type {
            case "com.compuserve.gif": claims.claim(counted == header.frameCount, "a GIF of \(header.frameCount) frames has \(counted) delays")
            case "org.webmproject.webp":
                claims.claim((counted...counted + 2).contains(header.frameCount), "a WebP of \(header.frameCount) frames has \(counted) delays")
            default: break
            }
            claims.claim(header.width > 0 && header.height > 0 && header.frameCount <= 101, "\(type): \(header)")
            for range in [header.exifBlock, header.xmpPacket] {
                let isInside = range.map { $0.lowerBound >= 0 && $0.upperBound <= file.count } ?? true
                claims.claim(isInside, "\(type) has a part outside of the file: \(header)")
            }
        }
        let tracks = QuickTimeTracks(file)
        claims.claim(tracks.missingBytes >= 0, "less than nothing is missing")
        claims.claim(tracks.pictureCount >= 0 && tracks.alphaTrack ?? 0 >= 0, "\(tracks)")
        _ = HEIFGroups.hasStereoPair(file)
        for range in MotionPhoto.candidates(file, motionPhoto(choice)) {
            claims.claim(range.lowerBound > 0 && range.upperBound <= file.count && !range.isEmpty, "a movie at \(range) of \(file.count)")
        }
        _ = AppleMakerNote(file)
        writing(file, &claims)
        masking(file, &claims)
        _ = ICCProfile.description(file)
        _ = AdjustmentFacts(propertyList: file)
    }

    /// What is overwritten so that a file says no place lies within it.
    private static func masking(_ file: UnsafeRawBufferPointer, _ claims: inout Claims) {
        for type in types + ["public.tiff", "public.heic", "public.mpeg-4"] {
            guard let mask = PlaceMask(of: file, type: type) else { continue }
            claims.claim(mask.parts.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= file.count }, "\(type) has a part outside of the file")
            var copy = Array(file)
            copy.withUnsafeMutableBytes { mask.apply(to: $0, at: 0) }
            let isOverwritten = mask.parts.allSatisfy { part in part.fill != .zeros || part.range.allSatisfy { copy[$0] == 0 } }
            claims.claim(isOverwritten, "\(type) is not overwritten where it should be")
        }
    }

    /// What is written of a Live Photo's halves is read again, and nothing else of them changes.
    private static func writing(_ file: UnsafeRawBufferPointer, _ claims: inout Claims) {
        let identifier = "602FEBB7-6B59-4799-96E6-9C8484D873C7"
        if let note = AppleMakerNote.bytes(saying: identifier, in: file) {
            claims.claim(note.withUnsafeBytes { AppleMakerNote($0)?.contentIdentifier } == identifier, "a note of \(note.count) bytes does not say what was written")
        }
        guard let movie = LivePhotoMovie(file) else { return }
        let kind = movie.formerKind
        claims.claim(kind.lowerBound >= 0 && kind.upperBound <= file.count, "a kind at \(kind)")
        guard let written = movie.file(saying: identifier, stillTime: 0.5) else { return }
        claims.claim(
            written.count >= file.count && !zip(file, written).enumerated().contains { $0.element.0 != $0.element.1 && !kind.contains($0.offset) }, "a movie's bytes changed")
        let again = written.withUnsafeBytes { LivePhotoMovie($0)?.file(saying: identifier, stillTime: 0.1) }
        claims.claim(again == nil || again == written, "a movie says the same twice")
    }

    /// What says that the file's last bytes are a movie, and how many.
    private static func motionPhoto(_ choice: UInt8) -> TagList {
        TagList([
            MetadataTag("Xmp.GCamera.MicroVideo", "1"), MetadataTag("Xmp.GCamera.MicroVideoOffset", "\(Int(choice) * 3)"), MetadataTag("Xmp.GCamera.MotionPhoto", "1"),
            MetadataTag("Xmp.Container.Directory[1]/Item:Semantic", "MotionPhoto"), MetadataTag("Xmp.Container.Directory[1]/Item:Length", "\(choice)"),
        ])
    }

    private static func check(_ timing: AnimationTiming, _ type: String, _ claims: inout Claims) {
        claims.claim((1...100).contains(timing.delays.count) && timing.loopCount >= 0, "\(type): \(timing)")
        let shown = FrameTiming.shortest...FrameTiming.longest
        claims.claim(timing.delays.allSatisfy { $0 >= 0 && shown.contains(FrameTiming.shown($0)) }, "\(type): \(timing)")
    }

    /// What the kernel says of this process' group and of pressure.
    private static func kernelTexts(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        let text = String(decoding: bytes, as: UTF8.self)
        let paths = PressureSource.paths(text)
        claims.claim((2...3).contains(paths.count) && paths.allSatisfy { $0.hasPrefix("/") && !$0.contains("..") }, "\(paths)")
        _ = PressureSource.average(in: text)
    }

    /// Each tag is the number of its key, a length, and that many bytes of text.
    private static func tags(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var choices = Choices(bytes)
        var tags: [MetadataTag] = []
        while !choices.isAtEnd, tags.count < 64 {
            let key = keys[Int(choices.byte()) % keys.count]
            let value = Array(choices.take(Int(choices.byte())))
            tags.append(MetadataTag(key, String(decoding: value, as: UTF8.self), bytes: value))
        }
        var photo = MediaFacts(kind: .image, uniformType: "public.jpeg")
        photo.interpret(TagList(tags))
        for range in MotionPhoto.candidates(bytes, TagList(tags)) {
            claims.claim(range.lowerBound > 0 && range.upperBound <= bytes.count && !range.isEmpty, "a movie at \(range) of \(bytes.count)")
        }
        var movie = MediaFacts(kind: .video, uniformType: "public.mpeg-4")
        movie.interpretMovie(TagList(tags), tracks: QuickTimeTracks(bytes))
        for facts in [photo, movie] {
            claims.claim((1...8).contains(facts.orientation), "orientation \(facts.orientation)")
            claims.claim(facts.location.map { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 } ?? true, "a place off the globe")
            claims.claim(facts.rating.map { (0...5).contains($0) } ?? true, "a rating beyond five")
            claims.claim(facts.captureDate?.localSeconds.isFinite ?? true, "a date without end")
        }
    }
}
