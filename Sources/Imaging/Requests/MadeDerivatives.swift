import Foundation

/// What came of making an asset's thumbnail and preview.
package struct MadeDerivatives: Sendable {
    package let assetID: Int64
    package let uuid: UUID
    package let revision: Int64
    /// Whether there is anything to see.
    package let isShown: Bool
    /// Why that is not the whole picture.
    package let damage: String?
    /// Why they could not be kept, such as a full disk; they are made again when they are asked for.
    package let unkept: ImagingError?

    package init(_ request: ImageRequest, isShown: Bool, damage: String?, unkept: ImagingError? = nil) {
        (assetID, uuid, revision) = (request.assetID, request.uuid, request.revision)
        (self.isShown, self.damage, self.unkept) = (isShown, damage, unkept)
    }
}
