import CHeif
import Metadata
import Pixels

extension MediaFacts {
    /// HEIF and AVIF. libheif applies the container's rotation and ignores EXIF's, so the size is as displayed and the orientation 1.
    mutating func readHEIF(_ file: FactsSource) throws(CodecError) {
        let collector = TagCollector()
        let (heif, failure) = collector.readHEIF(file.bytes, pixelLimit: file.limits.pixels)
        if let failure { throw file.damaged("its header is broken or cut off", cause: failure) }
        interpret(collector.tags, decoderTurns: true)
        findMovie(collector.tags, file)
        pixelWidth = Int(heif.width)
        pixelHeight = Int(heif.height)
        bitsPerComponent = heif.bits_per_component > 0 ? Int(heif.bits_per_component) : nil
        hasAlpha = heif.has_alpha != 0
        colorProfile = collector.colorProfile
        findGainMap(file)
        if HEIFGroups.hasStereoPair(file.bytes) { subtypes.insert(.spatialMedia) }
        let images = min(QuickTimeTracks(file.bytes).pictureCount, file.limits.frames)
        if images > 1 {
            frameCount = images
            subtypes.insert(.photoAnimation)
        }
    }
}
