import Adjustments
import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// As `prepareAsset`, for an asset whose UUID a placeholder has told already.
    func prepareNewAsset(
        _ inputs: [ResourceInput], uuid: UUID, originalChoice: OriginalChoice?, adjustments: PhotoAdjustments? = nil, by application: String? = nil
    ) throws -> PreparedAsset {
        for input in inputs where input.kind == .adjustmentData { try input.requireAdjustmentData() }
        do throws(LibraryError) {
            return try prepareAsset(inputs, uuid: uuid, originalChoice: originalChoice, adjustments: adjustments, by: application)
        } catch {
            if error.cause is ResourceCombinationError || error.cause is AdjustmentError { throw PHPhotosError(.invalidResource, error.message, cause: error.cause) }
            throw error
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
    /// More could never be read again.
    /// - Throws: `.limitExceeded`.
    fileprivate func requireAdjustmentData() throws {
        let (name, count) =
            switch source {
            case .data(let data): (filename ?? "Adjustment data", data.count)
            case .file(let url): (url.lastPathComponent, (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
            }
        guard count > AdjustmentFacts.largestFile else { return }
        throw PHPhotosError(
            .limitExceeded,
            "\(name) has \(count) bytes, and a file of adjustment data has at most \(AdjustmentFacts.largestFile). Describe the edit, and leave pictures out.")
    }

    /// An image in memory as a file: lossless where JPEG would lose its transparency.
    init(_ image: UIImage, _ library: PhotoLibrary) throws {
        guard let upright = image.uprightImage else {
            throw PHPhotosError(.invalidResource, "The image holds data that can't be decoded. Save its file instead.")
        }
        let encoded = try library.decoder.encode(PixelImage(upright), as: upright.hasAlpha ? .png : .jpeg(quality: 95))
        self.init(.photo, .data(Data(encoded.bytes)))
    }
}
