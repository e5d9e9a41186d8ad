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

    /// The rendering of a photo's edit: an upright JPEG of full size in the picture's own primaries, with what the picture's EXIF block says of the moment.
    /// - Throws: what `openResource` throws, and `CodecError`.
    package func rendering(of resource: ResourceRecord, _ adjustments: PhotoAdjustments) throws -> EncodedImage {
        let image = try adjusted(resource, adjustments, target: nil, keepsWideGamut: true, carriesTags: true)
        return try decoder.encode(image, as: .jpeg(quality: Self.renderingQuality)).with(exif: image.exif)
    }

    /// What the rendering would look like, fitted into a square of this side, in sRGB.
    /// - Throws: the same.
    package func renderingPreview(of resource: ResourceRecord, _ adjustments: PhotoAdjustments, side: Int) throws -> EncodedImage {
        let target = PixelSize(width: side, height: side)
        return try decoder.encode(try adjusted(resource, adjustments, target: target, keepsWideGamut: false), as: .jpeg(quality: Self.previewQuality))
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
