import PhotoModel

/// What a file's own tags say of PhotoKit's media subtypes.
enum SubtypeRules {
    static func photo(_ tags: TagList, camera: CameraFacts, note: AppleMakerNote?, isPNG: Bool) -> MediaSubtypes {
        var subtypes: MediaSubtypes = []
        // Values above 1 are Apple's own: 2 and 3 HDR, 4 the plain exposure beside an HDR picture, 6 panorama, 7 portrait with HDR, 8 portrait.
        let rendered = camera.make == "Apple" ? tags.integer("Exif.Photo.CustomRendered") ?? 0 : 0
        if [2, 3, 7].contains(rendered) || note?.hdrImageType == 3 { subtypes.insert(.photoHDR) }
        if rendered == 6 || isPanorama(tags) { subtypes.insert(.photoPanorama) }
        if [7, 8].contains(rendered) || note?.imageCaptureType == 2 { subtypes.insert(.photoDepthEffect) }
        if isScreenshot(tags, isPNG: isPNG) { subtypes.insert(.photoScreenshot) }
        return subtypes
    }

    static func video(_ tags: TagList, frameRate: Double?, timedKeys: Set<String>, isSpatial: Bool) -> MediaSubtypes {
        var subtypes: MediaSubtypes = []
        // 1 asks players for the full rate: a fast film, not a slow one.
        let playsAtFullRate = tags.text("QuickTime.com.apple.quicktime.full-frame-rate-playback-intent") == "1"
        let captured = max(frameRate ?? 0, tags.number("QuickTime.com.android.capture.fps") ?? 0)
        if captured >= 100, !playsAtFullRate { subtypes.insert(.videoHighFrameRate) }
        let mode = tags.text(["QuickTime.Track.com.apple.photos.captureMode", "QuickTime.com.apple.photos.captureMode"])?.lowercased()
        if mode == "time-lapse" { subtypes.insert(.videoTimelapse) }
        if tags.text(["QuickTime.com.apple.quicktime.author", "QuickTime.artist"]) == "ReplayKitRecording" { subtypes.insert(.videoScreenRecording) }
        if timedKeys.contains(where: { $0.hasPrefix("com.apple.quicktime.cinematic-video") }) { subtypes.insert(.videoCinematic) }
        if isSpatial { subtypes.insert(.spatialMedia) }
        return subtypes
    }

    private static func isPanorama(_ tags: TagList) -> Bool {
        tags.text("Xmp.GPano.ProjectionType") != nil || tags.text("Xmp.GPano.UsePanoramaViewer")?.lowercased() == "true"
    }

    /// iOS and macOS write the word into the user comment; an Apple screen's picture is a PNG, or the JPEG or HEIC it was turned into.
    private static func isScreenshot(_ tags: TagList, isPNG: Bool) -> Bool {
        if tags.text(["Exif.Photo.UserComment", "Xmp.exif.UserComment"]) == "Screenshot" { return true }
        // Android names no field; its screenshots carry the program's name.
        return isPNG && tags.text("Exif.Image.Software")?.lowercased().contains("screenshot") ?? false
    }
}
