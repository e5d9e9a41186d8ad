import CMedia
import Metadata
import PhotoModel
import Pixels

extension MediaFacts {
    /// Movies, and sound, which is a container without a picture.
    mutating func readMovie(_ file: FactsSource) throws(CodecError) {
        let collector = TagCollector()
        let (media, failure) = collector.readMovie(file.bytes)
        if let failure { throw file.damaged("its header is broken or cut off", cause: failure) }
        guard media.has_video != 0 || media.has_audio != 0 else { throw file.damaged("it has neither picture nor sound") }
        duration = media.duration.isFinite && media.duration > 0 ? media.duration : 0
        tracks = collector.tracks
        if media.has_video != 0, kind == .video {
            pixelWidth = max(0, Int(media.width))
            pixelHeight = max(0, Int(media.height))
            orientation = [0: 1, 90: 6, 180: 3, 270: 8][media.rotation] ?? 1
            frameRate = media.frame_rate.isFinite && media.frame_rate > 0 ? media.frame_rate : nil
            bitsPerComponent = media.bits_per_component > 0 ? Int(media.bits_per_component) : nil
        } else if kind == .video {
            // Only the tracks tell a film from a recording of sound.
            kind = .audio
            uniformType = UniformTypes.mpeg4Audio
        }
        let entries = QuickTimeTracks(file.bytes)
        interpretMovie(collector.tags, tracks: entries)
        if let length = entries.length, abs(duration - length) > 1 + length / 10 { (statedDuration, duration) = (duration, length) }
        // A head at the beginning opens also when the rest never came.
        if entries.missingBytes > 0 { damage = Self.cutOff(entries.missingBytes) }
    }
}
