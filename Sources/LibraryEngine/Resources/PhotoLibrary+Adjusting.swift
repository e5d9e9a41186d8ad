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
    private static let renderingQuality = 93
    private static let previewQuality = 90
    /// Of what others edit further: whatever is lost here they multiply.
    private static let baseQuality = 95

    /// The rendering of a photo's edit: an upright JPEG of full size in the picture's own primaries, with what the picture's EXIF block says of the moment.
    /// - Throws: what `openResource` throws, and `CodecError`.
    package func rendering(of resource: ResourceRecord, _ adjustments: PhotoAdjustments) throws -> EncodedImage {
        let image = try adjusted(resource, adjustments, target: nil, keepsWideGamut: true, carriesTags: true)
        return try decoder.encode(image, as: .jpeg(quality: Self.renderingQuality)).with(exif: image.exif)
    }

    /// What the rendering would look like, fitted into a square of this side: in Display P3 where the picture is, else in sRGB.
    /// - Throws: the same.
    package func renderingPreview(of resource: ResourceRecord, _ adjustments: PhotoAdjustments, side: Int) throws -> RenderingPreview {
        let target = PixelSize(width: side, height: side)
        var image = try adjusted(resource, adjustments, target: target, keepsWideGamut: true)
        let isDisplayP3 = image.iccProfile?.withUnsafeBytes { ICCProfile.description($0) } == "Display P3"
        if image.iccProfile != nil, !isDisplayP3 { image = try adjusted(resource, adjustments, target: target, keepsWideGamut: false) }
        let quality = adjustments.isNeutral ? Self.baseQuality : Self.previewQuality
        return RenderingPreview(picture: try decoder.encode(image, as: .jpeg(quality: quality)), isDisplayP3: isDisplayP3)
    }

    private func adjusted(_ resource: ResourceRecord, _ adjustments: PhotoAdjustments, target: PixelSize?, keepsWideGamut: Bool, carriesTags: Bool = false) throws -> PixelImage {
        let file = try openResource(resource)
        defer { withExtendedLifetime(file) {} }
        var request = RenderRequest()
        (request.adjustments, request.target, request.keepsWideGamut, request.carriesTags) = (adjustments, target, keepsWideGamut, carriesTags)
        let image = try decoder.render(MediaSource(descriptor: file.descriptor, name: resource.filename), request)
        // What is shown of a damaged file must not become the picture.
        if let damage = image.damage { throw CodecError(.damaged, "\(resource.filename) is damaged and can't be edited: \(damage)") }
        return image
    }
}

extension EncodedImage {
    /// A JPEG with this EXIF block in its first segment.
    fileprivate func with(exif: [UInt8]?) -> EncodedImage {
        let signature = Array("Exif\0\0".utf8)
        guard let exif, bytes.starts(with: [0xFF, 0xD8]), exif.count + signature.count + 2 <= 0xFFFF else { return self }
        let length = exif.count + signature.count + 2
        var result = [UInt8]()
        result.reserveCapacity(bytes.count + length + 2)
        result += bytes[..<2]
        result += [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        result += signature
        result += exif
        result += bytes[2...]
        return EncodedImage(bytes: result, width: width, height: height)
    }
}
