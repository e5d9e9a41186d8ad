import Adjustments
import Decoding
import Foundation
import Imaging
import Metadata
import Originals
import PhotoModel
import Pixels

/// What an edit would give, reduced.
package struct RenderingPreview: Sendable {
    package let picture: EncodedImage
    /// Whether its values are those of Display P3, and not of sRGB.
    package let isDisplayP3: Bool
}

extension PhotoLibrary {
    /// Of JPEG, from 1 to 100: of renderings, which are the picture from now on.
    static let renderingQuality = 93
    private static let previewQuality = 90
    /// Of what others edit further: whatever is lost here they multiply.
    private static let baseQuality = 95

    /// The rendering of a photo's edit: upright, of full size, in the picture's own primaries, with what its EXIF block says of the moment. It is a JPEG, with
    /// a gain map behind it where the photo has one, or is for bright screens.
    /// - Parameter keepsAll: whether what a JPEG does not hold stays: transparency, and more than 8 bits a component where no gain map says more. The rendering
    ///   is a PNG then. Of a RAW file it never is: what its sensor saw stays in the original, and a PNG of it would be several times as large as that.
    /// - Throws: what `openResource` throws, and `CodecError`.
    package func rendering(of resource: ResourceRecord, _ adjustments: PhotoAdjustments, keepsAll: Bool = false) throws -> EncodedImage {
        let file = try openResource(resource)
        defer { withExtendedLifetime(file) {} }
        return try rendering(of: MediaSource(descriptor: file.descriptor, name: resource.filename), resource.uniformType, adjustments, keepsAll: keepsAll)
    }

    /// The same of a file that need not be the library's.
    /// - Throws: `CodecError`.
    package func rendering(of source: MediaSource, _ uniformType: String, _ adjustments: PhotoAdjustments, keepsAll: Bool = false) throws -> EncodedImage {
        let mayHoldMore = keepsAll && !UniformTypes.conforms(uniformType, to: UniformTypes.rawImage)
        let image = try adjusted(source, adjustments, target: nil, keepsWideGamut: true, isRendering: true, format: mayHoldMore ? .rgba16 : .rgba8)
        let holdsMore = mayHoldMore && (image.hasAlpha || image.format == .rgba16 && image.gainMap == nil)
        return try decoder.encode(image, as: holdsMore ? .png : .jpeg(quality: Self.renderingQuality)).with(exif: image.exif).with(gainMap: image.gainMap)
    }

    /// What the rendering would look like, fitted into a square of this side: in Display P3 where the picture is, else in sRGB.
    /// - Parameter movie: of the Live Photo that it is, from which a key frame comes.
    /// - Throws: the same; `.invalid` for what only a Live Photo can be.
    package func renderingPreview(of resource: ResourceRecord, movie: ResourceRecord? = nil, _ adjustments: PhotoAdjustments, side: Int) throws -> RenderingPreview {
        if adjustments.needsMovie, movie == nil {
            throw LibraryError(.invalid, "\(resource.filename) is no Live Photo, so it has no movie to take a frame from or to mute.")
        }
        let shown = adjustments.keyFrame == nil ? resource : movie ?? resource
        let target = PixelSize(width: side, height: side), file = try openResource(shown)
        defer { withExtendedLifetime(file) {} }
        let source = MediaSource(descriptor: file.descriptor, name: shown.filename)
        var image = try adjusted(source, adjustments, target: target, keepsWideGamut: true)
        let isDisplayP3 = image.iccProfile?.withUnsafeBytes { ICCProfile.description($0) } == "Display P3"
        if image.iccProfile != nil, !isDisplayP3 { image = try adjusted(source, adjustments, target: target, keepsWideGamut: false) }
        let quality = adjustments.isNeutral ? Self.baseQuality : Self.previewQuality
        return RenderingPreview(picture: try decoder.encode(image, as: .jpeg(quality: quality)), isDisplayP3: isDisplayP3)
    }

    private func adjusted(
        _ source: MediaSource, _ adjustments: PhotoAdjustments, target: PixelSize?, keepsWideGamut: Bool, isRendering: Bool = false, format: PixelFormat = .rgba8
    ) throws -> PixelImage {
        var request = RenderRequest()
        (request.adjustments, request.target, request.keepsWideGamut, request.format) = (adjustments, target, keepsWideGamut, format)
        request.time = adjustments.keyFrame ?? 0
        (request.carriesTags, request.carriesGainMap) = (isRendering, isRendering)
        let image = try decoder.render(source, request)
        // What is shown of a damaged file must not become the picture.
        if let damage = image.damage { throw CodecError(.damaged, "\(source.name) is damaged and can't be edited: \(damage)") }
        return image
    }
}
