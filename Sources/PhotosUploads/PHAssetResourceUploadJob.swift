import Foundation
import FoundationNetworking
import LibraryEngine
import PhotoModel
import Photos

/// A file of an asset that is to be sent to a server of the application's, or fetched from the cloud.
/// <https://developer.apple.com/documentation/photos/phassetresourceuploadjob>
///
/// Jobs are the application's own, as `PHOTOS_APP_ID` names it. They are kept in the library until the application has acknowledged how they ended, also over the end
/// of the process. May be used from any thread.
open class PHAssetResourceUploadJob: PHObject, @unchecked Sendable {
    // Guarded by being immutable.

    /// How far a job is. <https://developer.apple.com/documentation/photos/phassetresourceuploadjob/state-swift.enum>
    public enum State: Int, Sendable {
        /// It waits for its turn.
        case registered = 1
        /// It is on its way.
        case pending = 2
        /// It could not be done.
        case failed = 3
        /// It is done.
        case succeeded = 4
        /// It was cancelled, and is acknowledged by that.
        case cancelled = 5
    }

    /// What a job does. <https://developer.apple.com/documentation/photos/phassetresourceuploadjob/type-swift.enum>
    public enum `Type`: Int16, Sendable {
        /// It sends the file to the destination.
        case upload = 0
        /// It brings the file from the cloud to this machine.
        case downloadOnly = 1
    }

    /// What can be done about a job. <https://developer.apple.com/documentation/photos/phassetresourceuploadjob/action>
    public enum Action: Int, Sendable {
        /// It has succeeded or failed, and is not acknowledged yet.
        case acknowledge = 1
        /// It has failed, and was not tried a second time yet.
        case retry = 2
        /// It waits for its turn or is on its way.
        case process = 3
    }

    private let content: Content

    private struct Content: Sendable {
        var record: UploadJobRecord
        var resource: PHAssetResource
        var isThere: Bool
    }

    init(_ record: UploadJobRecord, in library: PHPhotoLibrary) {
        let resource = PHAssetResource.resource(assetID: record.assetID, resourceID: record.resourceID, in: library)
        content = Content(record: record, resource: resource ?? PHAssetResource(), isThere: resource != nil)
        super.init()
    }

    /// A job of no library, which is registered and goes nowhere: for test doubles.
    public override init() {
        let record = UploadJobRecord(uuid: UUID(), application: "", assetID: 0, resourceID: 0, kind: .upload, destination: nil)
        content = Content(record: record, resource: PHAssetResource(), isThere: false)
        super.init()
    }

    open override var localIdentifier: String { content.record.uuid.uuidString + LocalIdentifier.uploadJobSuffix }

    /// As many jobs of an application may wait, run, or have ended without being acknowledged: 1,000. One more fails its block with `.limitExceeded`.
    open class var jobLimit: Int { 1_000 }

    /// The file. Where it is not in the library any more, and so can't be sent, it is a resource without a file.
    open var resource: PHAssetResource { content.resource }

    /// Where the file goes; of a download the address `about:blank`.
    open var destination: URLRequest { content.record.destination.flatMap(UploadDestination.read) ?? UploadDestination.nowhere }

    /// The header fields of the server's answer, with names in lower case; `nil` before an answer came.
    open var responseHeaderFields: [String: String]? { content.record.response.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } }

    /// How far it was when it was fetched.
    open var state: State { State(rawValue: content.record.state.rawValue) ?? .registered }

    /// Whether it sends or fetches.
    open var type: `Type` { `Type`(rawValue: Int16(content.record.kind.rawValue)) ?? .upload }

    /// Why it failed, a `PHPhotosError`; `nil` for one that did not.
    open var error: (any Error)? {
        content.record.failure.map { PHPhotosError(code: PHPhotosError.Code(rawValue: $0.code) ?? .internalError, message: $0.message) }
    }

    /// The file, `nil` where it is not in the library any more.
    var file: PHAssetResource? { content.isThere ? content.resource : nil }

    /// The application's jobs for which an action can be taken, the oldest first.
    ///
    /// - Parameter options: `fetchLimit` counts, and the library they name. Jobs have no keys: with a predicate or sort descriptors the result is empty, with an `error`.
    open class func fetchJobs(action: Action, options: PHFetchOptions?) -> PHFetchResult<PHAssetResourceUploadJob> {
        guard options?.predicate == nil, options?.sortDescriptors?.isEmpty ?? true else {
            let error = PHPhotosError(code: .internalError, message: "Upload jobs have no keys to find or sort them by. Leave predicate and sort descriptors.")
            return PHFetchResult(listing: [], error: error)
        }
        let library = PHPhotoLibrary.named(by: options)
        do {
            let gate = try library.gate()
            let records = try gate.read { try $0.uploadJobs(of: gate.application) }.filter { $0.allows(action) }
            let limit = max(0, options?.fetchLimit ?? 0)
            return PHFetchResult(listing: (limit > 0 ? Array(records.prefix(limit)) : records).map { PHAssetResourceUploadJob($0, in: library) })
        } catch {
            return PHFetchResult(listing: [], error: PHPhotosError(engine: error))
        }
    }
}

extension UploadJobRecord {
    fileprivate func allows(_ action: PHAssetResourceUploadJob.Action) -> Bool {
        switch action {
        case .acknowledge: hasEnded
        case .retry: canBeRetried
        case .process: !hasEnded
        }
    }
}

extension PHAssetResource {
    /// The file of a job; `nil` where it is not in the library any more.
    public class func assetResource(forUploadJob job: PHAssetResourceUploadJob) -> PHAssetResource? { job.file }
}
