import Metadata

extension MediaFacts {
    private static let textLimit = 16 << 10
    private static let keywordLimit = 256
    private static let keywordCount = 1000
    private static let trackCount = 256
    private static let settingCount = 200
    private static let settingLimit = 64 << 10

    /// The facts with whatever no photograph can mean taken out and long texts cut, so that neither the catalogue nor a person meets it.
    package func bounded() -> MediaFacts {
        var facts = self
        facts.uniformType = uniformType.cut(to: Self.keywordLimit)
        if !(1...8).contains(orientation) { facts.orientation = 1 }
        if !duration.isFinite || duration < 0 { facts.duration = 0 }
        if let stated = statedDuration, !stated.isFinite || stated < 0 { facts.statedDuration = nil }
        if let time = stillImageTime, !time.isFinite || time < 0 { facts.stillImageTime = nil }
        facts.tracks = tracks.prefix(Self.trackCount).compactMap(\.bounded)
        facts.captureDate = captureDate?.bounded
        facts.location = location?.bounded
        facts.camera = camera.bounded
        facts.title = title?.cut(to: Self.textLimit)
        facts.caption = caption?.cut(to: Self.textLimit)
        facts.keywords = keywords.prefix(Self.keywordCount).map { $0.cut(to: Self.keywordLimit) }
        if let rating, !(0...5).contains(rating) { facts.rating = nil }
        facts.contentIdentifier = contentIdentifier?.cut(to: Self.keywordLimit)
        facts.burstIdentifier = burstIdentifier?.cut(to: Self.keywordLimit)
        facts.subtypes.remove(.photoLive)
        if let headroom = gainMap?.headroom, !(headroom > 1 && headroom <= GainMapFacts.mostHeadroom) { facts.gainMap = nil }
        facts.embeddedMovie = kind == .image ? embeddedMovie?.bounded : nil
        facts.colorProfile = colorProfile?.cut(to: Self.keywordLimit)
        // Cut short they would be another edit.
        if let settings = adjustmentSettings, settings.count > Self.settingCount || settings.contains(where: { $0.key.utf8.count + $0.value.utf8.count > Self.settingLimit }) {
            facts.adjustmentSettings = nil
        }
        if kind != .sidecar { facts.originalChoice = nil }
        facts.belonging = kind == .sidecar ? belonging?.bounded : nil
        facts.damage = damage?.cut(to: Self.textLimit)
        return facts
    }
}

extension TrackFacts {
    /// `nil` for a track whose times have no unit.
    fileprivate var bounded: TrackFacts? {
        guard timescale > 0 else { return nil }
        let times = -Int64.max / 2...Int64.max / 2, sides = 0...Int(UInt16.max)
        var track = self
        if !times.contains(start) { track.start = 0 }
        if !(0...Int64.max / 2).contains(duration) { track.duration = 0 }
        if !sides.contains(width) || !sides.contains(height) { (track.width, track.height) = (0, 0) }
        if let matrix, matrix.count != 6 || !matrix.allSatisfy({ abs($0) <= 65_536 }) { track.matrix = nil }
        if let frameRate, !frameRate.isFinite || frameRate <= 0 || frameRate > 1e6 { track.frameRate = nil }
        if let bitRate, bitRate <= 0 { track.bitRate = nil }
        track.codec = codec?.cut(to: 4)
        track.language = language?.cut(to: 3)
        return track
    }
}

extension EmbeddedMovie {
    /// `nil` where the range is none that can lie behind a picture; the file's size is for whoever has the file to compare.
    fileprivate var bounded: EmbeddedMovie? {
        guard range.lowerBound > 0, !range.isEmpty else { return nil }
        return EmbeddedMovie(range: range, uniformType: uniformType.cut(to: 256), location: location?.bounded)
    }
}

extension BelongingFacts {
    /// A name that is cut is no file's, and a word that is cut is none.
    fileprivate var bounded: BelongingFacts {
        var facts = self
        (facts.pairedVideo, facts.alternatePhoto, facts.playback) = (pairedVideo?.cut(to: 256), alternatePhoto?.cut(to: 256), playback?.cut(to: 256))
        return facts
    }
}

extension CaptureDate {
    /// `nil` outside the years 0 to 9999 or so; an offset that no place on earth has is dropped.
    fileprivate var bounded: CaptureDate? {
        guard localSeconds.isFinite, (-62_167_219_200...253_402_300_800).contains(localSeconds) else { return nil }
        let offset = utcOffset.flatMap { (-86_399...86_399).contains($0) ? $0 : nil }
        return CaptureDate(localSeconds: localSeconds, utcOffset: offset, source: source.cut(to: 256))
    }
}

extension GeoLocation {
    fileprivate var bounded: GeoLocation? {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        var place = self
        if let altitude, !altitude.isFinite { place.altitude = nil }
        if let horizontalAccuracy, !horizontalAccuracy.isFinite || horizontalAccuracy < 0 { place.horizontalAccuracy = nil }
        if let direction, !(0...360).contains(direction) { place.direction = nil }
        if let speed, !speed.isFinite || speed < 0 { place.speed = nil }
        return place
    }
}

extension CameraFacts {
    fileprivate var bounded: CameraFacts {
        func positive(_ number: Double?) -> Double? { number.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
        var camera = self
        (camera.make, camera.model, camera.lens) = (make?.cut(to: 256), model?.cut(to: 256), lens?.cut(to: 256))
        camera.software = software?.cut(to: 256)
        (camera.exposureTime, camera.fNumber, camera.focalLength) = (positive(exposureTime), positive(fNumber), positive(focalLength))
        return camera
    }
}

extension String {
    /// At most `limit` bytes of UTF-8, cut between characters.
    fileprivate func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var kept = utf8.prefix(limit)
        // A character cut in two ends in bytes that continue one; take them off with the byte that began it.
        while let next = utf8[kept.endIndex...].first, next & 0xC0 == 0x80, !kept.isEmpty { kept.removeLast() }
        return String(kept) ?? String(decoding: kept, as: UTF8.self)
    }
}
