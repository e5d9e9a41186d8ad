import Foundation
import PhotoModel

extension PHAssetChangeRequest {
    func validateContent() throws(PHPhotosError) {
        switch (content, subject) {
        case (nil, _), (_, .nothing): break
        case (.pair, .new), (.separate, .new):
            throw PHPhotosError(.changeNotSupported, "A new asset gets its video or RAW as a resource, of the type pairedVideo or alternatePhoto. Add it to the creation request.")
        case (.revert, .new): throw PHPhotosError(.changeNotSupported, "A new asset has no edit to take back. Leave it.")
        case (let change?, .new(let uuid)): try change.validate(for: uuid)
        case (let change?, .asset(let asset)): try change.validate(for: asset.uuid)
        }
    }
}

extension PHAssetChangeRequest {
    /// What a new asset will be, as far as it is known.
    var editedContent: EditedContent? { isFromImage ? .photo : EditedContent(inputs.map(\.kind)) }
}

extension ChangeSession {
    /// The request of this block that makes an asset.
    func creation(of uuid: UUID) -> PHAssetChangeRequest? {
        requests.lazy.compactMap { $0 as? PHAssetChangeRequest }.first { if case .new(uuid) = $0.subject { true } else { false } }
    }
}
