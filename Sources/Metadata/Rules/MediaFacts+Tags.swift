import PhotoModel

extension MediaFacts {
    /// Fills in everything that tags say. Sizes, duration and frame counts come from the file's structure and are not touched.
    ///
    /// - Parameter decoderTurns: whether the type's decoder turns the picture by itself and ignores the orientation tag, which is then
    ///   only kept as `statedOrientation`.
    package mutating func interpret(_ tags: TagList, decoderTurns: Bool = false) {
        statedOrientation = (tags.integer("Exif.Image.Orientation") ?? tags.integer("Xmp.tiff.Orientation")).flatMap { (1...8).contains($0) ? $0 : nil }
        if kind == .image || kind == .rawImage { orientation = decoderTurns ? 1 : statedOrientation ?? 1 }
        let note = tags.first("Exif.Photo.MakerNote").flatMap { tag in tag.bytes.withUnsafeBytes { AppleMakerNote($0) } }
        interpretDescriptions(tags, note: note)
        if kind == .image || kind == .rawImage {
            subtypes.formUnion(SubtypeRules.photo(tags, camera: camera, note: note, isPNG: uniformType == UniformTypes.png))
        }
    }

    /// The same for a movie, with what its tracks say.
    package mutating func interpretMovie(_ tags: TagList, tracks: QuickTimeTracks) {
        var tags = tags
        for (key, value) in tracks.metadata.sorted(by: { $0.key < $1.key }) { tags.append(MetadataTag("QuickTime.Track." + key, value)) }
        interpretDescriptions(tags, note: nil)
        hasStillImageTime = tracks.timedKeys.contains(QuickTimeTracks.stillTimeKey)
        stillImageTime = tracks.stillTime
        subtypes.formUnion(SubtypeRules.video(tags, frameRate: frameRate, timedKeys: tracks.timedKeys, isSpatial: tracks.isSpatial))
    }

    private mutating func interpretDescriptions(_ tags: TagList, note: AppleMakerNote?) {
        captureDate = DateRules.captureDate(tags)
        location = LocationRules.location(tags)
        camera = CameraRules.camera(tags)
        if note?.isFrontFacing == true || note?.cameraType == 6 { camera.isFrontFacing = true }
        title = DescriptionRules.title(tags)
        caption = DescriptionRules.caption(tags)
        keywords = DescriptionRules.keywords(tags)
        rating = DescriptionRules.rating(tags)
        contentIdentifier = note?.contentIdentifier ?? tags.text("QuickTime.com.apple.quicktime.content.identifier")
        burstIdentifier = note?.burstIdentifier
        adjustmentSettings = Self.settings(tags)
    }

    /// An edit as Apple's Photos wrote it until iOS 8, or this project's own in the same packet.
    private static func settings(_ tags: TagList) -> [String: String]? {
        var found: [String: String] = [:]
        for prefix in ["Xmp.aas.", "Xmp.opk."] { found.merge(tags.texts(beginning: prefix)) { first, _ in first } }
        guard !found.isEmpty else { return nil }
        found["Xmp.crs.AlreadyApplied"] = tags.text("Xmp.crs.AlreadyApplied")
        return Dictionary(found.map { (String($0.key.dropFirst(4)), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
