import Metadata
import Pixels

extension Codec {
    /// A JPEG with a gain map behind it: for tests and demonstrations, which have no camera.
    /// - Parameters:
    ///   - map: grey or coloured, of any size: its black leaves the picture as it is, its white makes it `headroom` times as bright.
    ///   - headroom: more than 1.
    package func encode(_ image: PixelImage, quality: Int, gainMap map: PixelImage, headroom: Double) throws(CodecError) -> EncodedImage {
        guard let parameters = AppleGainMap.parameters(headroom: headroom) else { throw CodecError(.invalidRequest, "A headroom of \(headroom) is none.") }
        var file = try encode(image, as: .jpeg(quality: quality))
        guard let joined = UltraHDRFile.joined(file.bytes, map: UltraHDRFile.map(try encode(map, as: .jpeg(quality: quality)).bytes, parameters)) else {
            throw CodecError(.tooLarge, "The picture has too many bytes for a gain map behind it.")
        }
        file.bytes = joined
        return file
    }
}
