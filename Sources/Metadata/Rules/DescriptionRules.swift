/// Title, caption, keywords and rating: XMP first, which is the newest and always UTF-8, then IPTC, EXIF and QuickTime.
enum DescriptionRules {
    static func title(_ tags: TagList) -> String? {
        tags.text([
            "Xmp.dc.title", "Iptc.Application2.ObjectName", "Exif.Image.XPTitle", "QuickTime.com.apple.quicktime.displayname",
            "QuickTime.com.apple.quicktime.title", "QuickTime.title",
        ])
    }

    static func caption(_ tags: TagList) -> String? {
        tags.text([
            "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription", "Exif.Image.XPComment",
            "QuickTime.com.apple.quicktime.description", "QuickTime.description", "QuickTime.com.apple.quicktime.comment", "QuickTime.comment",
        ])
    }

    /// Of all sources together, each once, in the order met.
    static func keywords(_ tags: TagList) -> [String] {
        var seen: Set<String> = []
        let windows = tags.text("Exif.Image.XPKeywords").map { split($0, at: ";") } ?? []
        let movie = tags.texts("QuickTime.com.apple.quicktime.keywords").flatMap { split($0, at: ",") }
        let all = tags.texts("Xmp.dc.subject") + tags.texts("Iptc.Application2.Keywords") + windows + movie
        return all.filter { seen.insert($0).inserted }
    }

    /// Adobe's -1 ("rejected") is no rating; anything above 5 is 5.
    static func rating(_ tags: TagList) -> Int? {
        guard let value = tags.number("Xmp.xmp.Rating") ?? tags.number("Exif.Image.Rating") ?? tags.number("QuickTime.com.apple.quicktime.rating.user"),
            value >= 0
        else { return nil }
        return Int(min(value, 5).rounded())
    }

    private static func split(_ text: String, at separator: Character) -> [String] {
        text.split(separator: separator).compactMap { TextDecoding.cleaned(String($0)) }
    }
}
