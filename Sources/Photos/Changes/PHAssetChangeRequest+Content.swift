import Foundation
import PhotoModel

extension PHAssetChangeRequest {
    /// What came of an edit, to become what the asset shows. An edit that somebody else has overtaken fails the block with `.operationInterrupted`, one of
    /// another asset with `.changeNotSupported`, one without a rendering with `.missingResource`, and one that is none with `.invalidResource`.
    public var contentEditingOutput: PHContentEditingOutput? {
        get { if case .edit(let output) = content { output } else { nil } }
        set { content = newValue.map { .edit($0) } }
    }

    /// Takes edits back, so that the asset shows what the camera took, its own adjustments included. Without effect where nobody edited it. As it was, the
    /// asset is in Recently Deleted for 30 days, under another identifier. An original that is in the cloud only fails the block with
    /// `.networkAccessRequired`, and a new asset with `.changeNotSupported`.
    public func revertAssetContentToOriginal() { content = .revert(nil) }

    /// The same, and from then on shows this one of a RAW and JPEG pair. Anything but a pair fails the block with `.requestNotSupportedForAsset`.
    public func revertAssetContent(to choice: PHAsset.OriginalResourceChoice) { content = .revert(choice) }

    func validateContent() throws(PHPhotosError) {
        switch (content, subject) {
        case (nil, _): break
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
