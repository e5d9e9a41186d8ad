import Adjustments
import Foundation
import Imaging
import Metadata
import PhotoModel

extension AssetRecord {
    /// The files, beside the movie, that say what of a video is slow: none where another program edited it, whose data is its own and is not needed.
    package func slowMotionFiles(_ resources: [ResourceRecord], _ version: ImageRequest.Version) -> [ResourceRecord] {
        guard mediaType == .video, version == .current, let file = resources.speedAdjustment else { return [] }
        switch adjustmentFormatIdentifier {
        case VideoTrim.format.identifier?: return [file]
        case SlowMotion.appleFormatIdentifier?: return resources.first(.fullSizeVideo) == nil ? [file] : []
        default: return resources.adjustmentData == nil ? [file] : []
        }
    }

    /// Whether something of a video may be slow, so that its movie has to be looked into.
    package func mayBeSlow(_ resources: [ResourceRecord], _ version: ImageRequest.Version) -> Bool {
        version == .current && (mediaSubtypes.contains(.videoHighFrameRate) || resources.contains { $0.type == .adjustmentData })
    }
}

extension Sequence where Element == ResourceRecord {
    /// What may say how slow a video is: the edit's data, or else the camera's.
    fileprivate var speedAdjustment: ResourceRecord? { adjustmentData ?? first { $0.type == .adjustmentData } }
}

extension PhotoLibrary {
    /// What of a video is shown slowly, in seconds of the movie that the version has; `nil` where nothing is.
    ///
    /// The original is as the camera took it, at full speed. Where nobody says what is slow, a video that its camera took for slow motion has a slow middle.
    /// - Parameters:
    ///   - framesPerSecond: of that movie.
    ///   - duration: seconds of that movie.
    /// - Throws: what `openResource` throws.
    package func slowMotion(
        of asset: AssetRecord, _ resources: [ResourceRecord], _ version: ImageRequest.Version, framesPerSecond: Double, duration: Double
    ) throws -> SlowMotion? {
        guard asset.mediaType == .video, version == .current else { return nil }
        let isRendered = resources.first(.fullSizeVideo) != nil, file = asset.slowMotionFiles(resources, version).first
        // Another program's edit, and what it rendered, are as they are.
        if file == nil, resources.speedAdjustment != nil { return nil }
        let edit = try file.flatMap { try speedAdjustment(in: $0, of: asset) }
        switch edit?.facts.formatIdentifier {
        case VideoTrim.format.identifier?:
            // Its frames were left as they are: the movie is a part of what was slow.
            if let stored = edit.flatMap({ StoredTrim($0) }), stored.knowsSpeed { return stored.slowMotion?.within(start: stored.trim.start, end: stored.trim.end) }
        case SlowMotion.appleFormatIdentifier? where !isRendered:
            return edit.flatMap { SlowMotion($0) }?.within(start: 0, end: duration)
        case nil where !isRendered: break
        // Another program's edit, and what it rendered, are as they are.
        default: return nil
        }
        // What cameras call slow motion, without those whose many frames are to be seen at full speed.
        guard asset.mediaSubtypes.contains(.videoHighFrameRate), framesPerSecond >= 100 else { return nil }
        return SlowMotion(framesPerSecond: framesPerSecond, duration: duration)
    }

    /// A video whose adjustment data is lost or damaged is shown as if it had none.
    private func speedAdjustment(in file: ResourceRecord, of asset: AssetRecord) throws -> AdjustmentFile? {
        do { return try adjustment(in: file, of: asset) } catch let error as LibraryError where [.missing, .unreadable].contains(error.code) {
            environment.log(.warning, "What of \(asset.filename) is slow can't be read, and it is played at one speed: \(error.message)")
            return nil
        }
    }

    /// What of the original is slow, for a trim that takes the place of the edit in force.
    /// - Parameter facts: of the original.
    func slowMotionOfOriginal(_ asset: AssetRecord, _ resources: [ResourceRecord], _ facts: MediaFacts) throws -> SlowMotion? {
        if let edit = resources.adjustmentData, let stored = StoredTrim(try adjustment(in: edit, of: asset)), stored.knowsSpeed { return stored.slowMotion }
        let unrendered = resources.filter { $0.type != .fullSizeVideo }
        return try slowMotion(of: asset, unrendered, .current, framesPerSecond: facts.frameRate ?? 0, duration: facts.duration)
    }
}

/// What the adjustment data of a trim holds: its part of the original, and what of the original is slow.
struct StoredTrim: Codable {
    let trim: VideoTrim
    let slowMotion: SlowMotion?
    /// False for data of before slow motion was known.
    let knowsSpeed: Bool

    private enum Key: String, CodingKey { case slowMotion }

    init(_ trim: VideoTrim, _ slowMotion: SlowMotion?) { (self.trim, self.slowMotion, knowsSpeed) = (trim, slowMotion, true) }

    /// `nil` for another program's data, and for what can't be read.
    init?(_ file: AdjustmentFile) {
        guard file.facts.formatIdentifier == VideoTrim.format.identifier, let stored = try? JSONDecoder().decode(StoredTrim.self, from: file.data) else { return nil }
        self = stored
    }

    init(from decoder: any Decoder) throws {
        trim = try VideoTrim(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        (slowMotion, knowsSpeed) = (try values.decodeIfPresent(SlowMotion.self, forKey: .slowMotion), values.contains(.slowMotion))
    }

    func encode(to encoder: any Encoder) throws {
        try trim.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        // Nothing slow is said, too.
        try values.encode(slowMotion, forKey: .slowMotion)
    }
}
