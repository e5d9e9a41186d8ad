import Metadata

enum FactsEntry {
    private static let names = ["a", "a.rwl", "a.aae", "a.m4v", "a.nrw", "a.xmp"]
    private static let types = [
        "public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp", "com.microsoft.bmp", "public.jpeg-xl", "public.jpeg-2000",
    ]
    private static let keys = [
        "Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.OffsetTimeOriginal", "Exif.GPSInfo.GPSLatitude",
        "Exif.GPSInfo.GPSLatitudeRef", "Exif.GPSInfo.GPSLongitude", "Exif.GPSInfo.GPSLongitudeRef", "Exif.GPSInfo.GPSSpeed", "Exif.GPSInfo.GPSAltitude", "Xmp.exif.GPSLatitude",
        "Xmp.exif.GPSLongitude", "QuickTime.location", "Xmp.xmp.Rating", "Exif.Image.Orientation", "Exif.Photo.ISOSpeedRatings", "Exif.Photo.FNumber",
        "Exif.Photo.ExposureTime", "Exif.Photo.Flash", "Exif.Photo.FocalLengthIn35mmFilm", "Iptc.Application2.DateCreated",
        "Iptc.Application2.TimeCreated", "QuickTime.creation_time", "Exif.Photo.CustomRendered", "QuickTime.com.android.capture.fps",
        "Exif.Photo.MakerNote", "Exif.Image.XPTitle", "Xmp.dc.subject",
    ]

    /// The last byte is the choice, so that the others are a file as it is.
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        guard let choice = bytes.last else { return }
        let file = UnsafeRawBufferPointer(rebasing: bytes.dropLast())
        if choice == 255 { return tags(file, &claims) }
        _ = FileSniffer.sniff(file, name: names[Int(choice) % names.count])
        for type in types {
            guard let header = ImageHeader.read(file, uniformType: type, frameLimit: 100) else { continue }
            claims.claim(header.width > 0 && header.height > 0 && header.frameCount <= 101, "\(type): \(header)")
            for range in [header.exifBlock, header.xmpPacket] {
                claims.claim(range.map { $0.lowerBound >= 0 && $0.upperBound <= file.count } ?? true, "\(type) has a part outside of the file: \(header)")
            }
        }
        claims.claim(QuickTimeTracks(file).missingBytes >= 0, "less than nothing is missing")
        _ = HEIFGroups.hasStereoPair(file)
        _ = AppleMakerNote(file)
        _ = ICCProfile.description(file)
        _ = AdjustmentFacts(propertyList: file)
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
