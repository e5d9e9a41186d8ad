import Foundation

/// One job of an application's queue of uploads. It stays until the application has acknowledged how it ended.
package struct UploadJobRecord: Sendable, Equatable, Identifiable {
    /// Raw values of `PHAssetResourceUploadJob.Type`.
    package enum Kind: Int, Sendable {
        case upload = 0
        case downloadOnly = 1
    }

    /// Raw values of `PHAssetResourceUploadJob.State`. A job that is cancelled is acknowledged with that, and is gone.
    package enum State: Int, Sendable {
        /// Waits for its turn.
        case registered = 1
        /// On its way.
        case pending = 2
        case failed = 3
        case succeeded = 4
    }

    /// Why a job failed.
    package struct Failure: Sendable, Equatable {
        /// Raw value of `PHPhotosError.Code`.
        package var code: Int
        package var message: String

        package init(code: Int, message: String) { (self.code, self.message) = (code, message) }
    }

    /// Row id; 0 before insertion.
    package var id: Int64 = 0
    package var uuid: UUID
    /// What `PHOTOS_APP_ID` names.
    package var application: String
    package var assetID: Int64
    package var resourceID: Int64
    package var kind: Kind
    package var state: State = .registered
    /// Where it goes, as the application's side writes it; `nil` for a download.
    package var destination: Data?
    /// A failed job is tried a second time, and never a third.
    package var isRetried = false
    package var failure: Failure?
    /// What the server answered, as the application's side writes it; `nil` without an answer.
    package var response: Data?

    package init(uuid: UUID, application: String, assetID: Int64, resourceID: Int64, kind: Kind, destination: Data?) {
        (self.uuid, self.application, self.assetID, self.resourceID) = (uuid, application, assetID, resourceID)
        (self.kind, self.destination) = (kind, destination)
    }

    /// Whether it waits for its application to acknowledge how it ended.
    package var hasEnded: Bool { state == .failed || state == .succeeded }
    package var canBeRetried: Bool { state == .failed && !isRetried }
}
