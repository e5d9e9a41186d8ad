/// The device and its settings.
enum CameraRules {
    static func camera(_ tags: TagList) -> CameraFacts {
        var camera = CameraFacts()
        camera.make = tags.text(["Exif.Image.Make", "Xmp.tiff.Make", "QuickTime.com.apple.quicktime.make", "QuickTime.make", "QuickTime.com.android.manufacturer"])
        camera.model = tags.text(["Exif.Image.Model", "Xmp.tiff.Model", "QuickTime.com.apple.quicktime.model", "QuickTime.model", "QuickTime.com.android.model"])
        camera.software = tags.text(["Exif.Image.Software", "Xmp.xmp.CreatorTool", "QuickTime.com.apple.quicktime.software", "QuickTime.com.android.version"])
        camera.lens = lens(tags)
        camera.exposureTime = positive(tags.number("Exif.Photo.ExposureTime") ?? tags.number("Exif.Image.ExposureTime") ?? tags.number("Xmp.exif.ExposureTime"))
        camera.fNumber = positive(tags.number("Exif.Photo.FNumber") ?? tags.number("Exif.Image.FNumber") ?? tags.number("Xmp.exif.FNumber"))
        camera.iso = iso(tags)
        camera.focalLength = positive(tags.number("Exif.Photo.FocalLength") ?? tags.number("Exif.Image.FocalLength") ?? tags.number("Xmp.exif.FocalLength"))
        camera.focalLengthIn35mm =
            (tags.integer("Exif.Photo.FocalLengthIn35mmFilm") ?? tags.integer("QuickTime.Track.com.apple.quicktime.camera.focal_length.35mm_equivalent"))
            .flatMap { (1...65_535).contains($0) ? $0 : nil }
        camera.flashFired = (tags.integer("Exif.Photo.Flash") ?? tags.integer("Exif.Image.Flash")).map { $0 & 1 == 1 }
        camera.isFrontFacing = camera.lens?.lowercased().contains("front") ?? false
        return camera
    }

    private static func lens(_ tags: TagList) -> String? {
        let stated = tags.text(["Exif.Photo.LensModel", "Xmp.exifEX.LensModel", "Xmp.aux.Lens", "QuickTime.Track.com.apple.quicktime.camera.lens_model"])
        if let stated, stated.contains(where: { $0.isLetter || $0.isNumber }) { return stated }
        // The maker's own code, put into words by the metadata library; unknown codes stay numbers in brackets, or say so.
        guard let made = tags.text("Lens.Name"), !made.hasPrefix("("), !["n/a", "none", "unknown"].contains(made.lowercased()) else { return nil }
        return made
    }

    /// EXIF writes 65535 for "more than fits", and then has the value in a field of its own.
    private static func iso(_ tags: TagList) -> Int? {
        let keys = [
            "Exif.Photo.ISOSpeedRatings", "Exif.Photo.RecommendedExposureIndex", "Exif.Photo.StandardOutputSensitivity", "Exif.Photo.ISOSpeed", "Exif.Image.ISOSpeedRatings",
            "Xmp.exif.ISOSpeedRatings",
        ]
        return keys.lazy.compactMap { tags.integer($0) }.first { $0 > 0 && $0 != 65_535 && $0 < 100_000_000 }
    }

    private static func positive(_ value: Double?) -> Double? { value.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
}
