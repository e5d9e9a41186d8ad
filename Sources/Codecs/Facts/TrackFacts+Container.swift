import CMedia
import Metadata

extension TrackFacts {
    private static let kinds: [Int32: Kind] = [
        Int32(cmedia_track_video): .video, Int32(cmedia_track_audio): .audio, Int32(cmedia_track_subtitle): .subtitle,
        Int32(cmedia_track_timecode): .timecode, Int32(cmedia_track_metadata): .metadata,
    ]

    /// `nil` for a track of no kind that is told apart, and where no time can be told.
    init?(_ track: cmedia_track) {
        guard let kind = Self.kinds[track.kind], track.timescale > 0 else { return nil }
        self.init(kind: kind, timescale: track.timescale)
        (identifier, start, duration) = (track.identifier, track.start, max(0, track.duration))
        codec = Self.text(track.codec_tag)
        language = Self.text(track.language).flatMap { $0 == "und" ? nil : $0 }
        (width, height) = (max(0, Int(track.width)), max(0, Int(track.height)))
        let numbers = withUnsafeBytes(of: track.matrix) { Array($0.bindMemory(to: Double.self)) }
        if track.has_matrix != 0, numbers != [1, 0, 0, 1, 0, 0] { matrix = numbers }
        frameRate = track.frame_rate.isFinite && track.frame_rate > 0 ? track.frame_rate : nil
        bitRate = track.bit_rate > 0 ? track.bit_rate : nil
    }

    /// The characters before the zero of a fixed field.
    private static func text<Field>(_ field: Field) -> String? {
        let text = withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return text.isEmpty ? nil : text
    }
}
