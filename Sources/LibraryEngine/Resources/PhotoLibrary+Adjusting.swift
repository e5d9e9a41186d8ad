import Adjustments
import Decoding
import Foundation
import Imaging
import Originals
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// Of JPEG, from 1 to 100: of renderings, which are the picture from now on.
    private static let renderingQuality = 93
    private static let previewQuality = 85

    /// The rendering of a photo's edit: an upright JPEG of full size in the picture's own primaries.
    /// - Throws: what `openResource` throws, and `CodecError`.
    package func rendering(of resource: ResourceRecord, _ adjustments: PhotoAdjustments) throws -> EncodedImage {
        try decoder.encode(try adjusted(resource, adjustments, target: nil, keepsWideGamut: true), as: .jpeg(quality: Self.renderingQuality))
    }

    /// What the rendering would look like, fitted into a square of this side, in sRGB.
    /// - Throws: the same.
    package func renderingPreview(of resource: ResourceRecord, _ adjustments: PhotoAdjustments, side: Int) throws -> EncodedImage {
        let target = PixelSize(width: side, height: side)
        return try decoder.encode(try adjusted(resource, adjustments, target: target, keepsWideGamut: false), as: .jpeg(quality: Self.previewQuality))
    }

    private func adjusted(_ resource: ResourceRecord, _ adjustments: PhotoAdjustments, target: PixelSize?, keepsWideGamut: Bool) throws -> PixelImage {
        let file = try openResource(resource)
        defer { withExtendedLifetime(file) {} }
        var request = RenderRequest()
        (request.adjustments, request.target, request.keepsWideGamut) = (adjustments, target, keepsWideGamut)
        let image = try decoder.render(MediaSource(descriptor: file.descriptor, name: resource.filename), request)
        // What is shown of a damaged file must not become the picture.
        if let damage = image.damage { throw CodecError(.damaged, "\(resource.filename) is damaged and can't be edited: \(damage)") }
        return image
    }
}
