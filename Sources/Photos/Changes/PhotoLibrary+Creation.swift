import Adjustments
import Foundation
import LibraryEngine
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// As `prepareAsset`, for an asset whose UUID a placeholder has told already.
    func prepareNewAsset(
        _ inputs: [ResourceInput], uuid: UUID, originalChoice: OriginalChoice?, adjustments: PhotoAdjustments? = nil, by application: String? = nil
    ) throws -> PreparedAsset {
        do throws(LibraryError) {
            return try prepareAsset(inputs, uuid: uuid, originalChoice: originalChoice, adjustments: adjustments, by: application)
        } catch {
            if let refusal = PHPhotosError(refusing: error) { throw refusal }
            throw error
        }
    }
}

extension PHPhotosError {
    /// For resources that an application named and that make no asset or edit; `nil` for every other error.
    init?(refusing error: LibraryError) {
        switch error.cause {
        case let cause as ResourceCombinationError:
            self.init(cause.code == .tooLarge ? .limitExceeded : .invalidResource, error.message, cause: cause)
        case let cause as AdjustmentError: self.init(.invalidResource, error.message, cause: cause)
        default: return nil
        }
    }
}

extension [ResourceInput] {
    /// The name that the file will have that the asset is made of; `nil` where it is made from its UUID.
    var originalName: String? {
        guard let primary = first(where: { $0.kind.isPrimary }) else { return nil }
        if let name = primary.filename { return name }
        return if case .file(let url) = primary.source { url.lastPathComponent } else { nil }
    }
}

extension ResourceInput {
    /// An image in memory as a file: lossless where JPEG would lose its transparency.
    init(_ image: UIImage, _ library: PhotoLibrary) throws {
        guard let upright = image.uprightImage else {
            throw PHPhotosError(.invalidResource, "The image holds data that can't be decoded. Save its file instead.")
        }
        let encoded = try library.decoder.encode(PixelImage(upright), as: upright.hasAlpha ? .png : .jpeg(quality: 95))
        self.init(.photo, .data(Data(encoded.bytes)))
    }
}
