import Adjustments
import Foundation
import LibraryEngine
import PhotoModel

/// Creates an asset from resources, inside a change block. <https://developer.apple.com/documentation/photos/phassetcreationrequest>
open class PHAssetCreationRequest: PHAssetChangeRequest {
    /// A new asset, to be made of the resources that are added.
    @discardableResult
    open class func forAsset() -> Self { creationRequest() }

    /// Whether an asset can be made of these, given as raw values of `PHAssetResourceType`.
    open class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        let kinds = types.compactMap { PHAssetResourceType(rawValue: $0.intValue) }.map { ResourceType(rawValue: $0.rawValue) }
        return kinds.count == types.count && ResourceCombination.fault(of: kinds) == nil
    }

    /// Always succeeds; a file that can't be read or does not fit is told when the changes are made.
    open func addResource(with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?) {
        add(type, .file(fileURL), options)
    }

    /// As with a file, from bytes in memory.
    open func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {
        add(type, .data(data), options)
    }

    /// Which of a RAW and JPEG pair is the original that the asset shows. Default `.compressed`. Setting it on anything else fails the block.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice {
        get { PHAsset.OriginalResourceChoice(rawValue: (originalChoice ?? .compressed).rawValue) ?? .compressed }
        set { originalChoice = OriginalChoice(rawValue: newValue.rawValue) }
    }

    /// What the new photo shows: it is rendered when the changes are made, of a RAW and JPEG pair from the original that is chosen, and can be reverted. Default
    /// `nil`: what the photo's own XMP says of an edit that is still to be made, as Apple's Photos wrote it until iOS 8, and mostly nothing. Numbers out of their
    /// range, and a photo that can't be decoded whole, fail the block with `.invalidResource`; without effect for a video, and beside a `contentEditingOutput`.
    /// Addition.
    open var photoAdjustments: PhotoAdjustments? {
        get { creationAdjustments }
        set { creationAdjustments = newValue }
    }

    private func add(_ type: PHAssetResourceType, _ source: ResourceInput.Source, _ options: PHAssetResourceCreationOptions?) {
        let kind = ResourceType(rawValue: type.rawValue)
        inputs.append(ResourceInput(kind, source, filename: options?.originalFilename, movesFile: options?.shouldMoveFile ?? false))
    }
}
