import Foundation
import Pixels

/// A file that was asked for and could not be decoded: damaged, or it makes the decoder crash or take too long.
package struct ImageFault: Sendable {
    package let assetID: Int64
    package let uuid: UUID
    package let version: ImageRequest.Version
    package let error: CodecError

    /// `nil` where the file is not to blame.
    init?(_ request: ImageRequest, _ error: CodecError) {
        guard [.damaged, .workerFailed, .timedOut].contains(error.code) else { return nil }
        (assetID, uuid, version, self.error) = (request.assetID, request.uuid, request.version, error)
    }
}
