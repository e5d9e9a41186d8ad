/// When a picture was taken, from whichever field says so best.
///
/// In this order: the original date of EXIF, the day of digitising, XMP's and IPTC's dates, QuickTime's creation date (which has an
/// offset), the container's creation time (which is UTC by its definition, so the local wall clock is unknown and the offset given is 0),
/// and last EXIF's date of change, which editors move. An offset and a fraction belong to their own date only: one field's offset is
/// never put to another field's date. A field that is no date is passed over.
enum DateRules {
    static func captureDate(_ tags: TagList) -> CaptureDate? {
        exif(tags, date: "Exif.Photo.DateTimeOriginal", fraction: "Exif.Photo.SubSecTimeOriginal", offset: "Exif.Photo.OffsetTimeOriginal")
            ?? exif(tags, date: "Exif.Image.DateTimeOriginal", fraction: nil, offset: nil)
            ?? exif(tags, date: "Exif.Photo.DateTimeDigitized", fraction: "Exif.Photo.SubSecTimeDigitized", offset: "Exif.Photo.OffsetTimeDigitized")
            ?? firstText(tags, ["Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate", "Xmp.exif.DateTimeDigitized"])
            ?? iptc(tags)
            ?? firstText(tags, ["QuickTime.com.apple.quicktime.creationdate", "QuickTime.date"])
            ?? container(tags)
            ?? exif(tags, date: "Exif.Image.DateTime", fraction: "Exif.Photo.SubSecTime", offset: "Exif.Photo.OffsetTime")
    }

    private static func exif(_ tags: TagList, date key: String, fraction: String?, offset: String?) -> CaptureDate? {
        guard let date = tags.text(key).flatMap({ DateText($0) }) else { return nil }
        var seconds = date.localSeconds
        if date.hasTime, seconds == seconds.rounded(), let part = fraction.flatMap({ tags.text($0) }).flatMap({ DateText.fraction($0) }) { seconds += part }
        let stated = offset.flatMap { tags.text($0) }.flatMap { DateText.offset($0) }
        return CaptureDate(localSeconds: seconds, utcOffset: date.offset ?? stated, source: key)
    }

    private static func firstText(_ tags: TagList, _ keys: [String]) -> CaptureDate? {
        keys.lazy.compactMap { key in
            tags.text(key).flatMap { DateText($0) }.map { CaptureDate(localSeconds: $0.localSeconds, utcOffset: $0.offset, source: key) }
        }.first
    }

    private static func iptc(_ tags: TagList) -> CaptureDate? {
        let key = "Iptc.Application2.DateCreated"
        guard let day = tags.text(key).flatMap({ DateText($0) }) else { return nil }
        let time = tags.text("Iptc.Application2.TimeCreated").flatMap { DateText.time($0) }
        return CaptureDate(localSeconds: day.localSeconds + (time?.seconds ?? 0), utcOffset: time?.offset, source: key)
    }

    private static func container(_ tags: TagList) -> CaptureDate? {
        let key = "QuickTime.creation_time"
        guard let date = tags.text(key).flatMap({ DateText($0) }) else { return nil }
        // Both epochs are what programs write for "not set".
        let unset: [Double] = [0, -2_082_844_800]
        return unset.contains(date.localSeconds) ? nil : CaptureDate(localSeconds: date.localSeconds, utcOffset: 0, source: key)
    }
}
