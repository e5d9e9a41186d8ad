import Foundation
import FoundationNetworking
import LibraryEngine
import PhotoModel
import Photos

/// Makes an upload job or decides about one, inside a change block. It takes full access.
/// <https://developer.apple.com/documentation/photos/phassetresourceuploadjobchangerequest>
open class PHAssetResourceUploadJobChangeRequest: PHChangeRequest {
    private enum Wish { case acknowledge, retry(URLRequest?), cancel }

    private let uuid: UUID
    private let creation: (resource: PHAssetResource, destination: URLRequest?, kind: UploadJobRecord.Kind)?
    private let library: PHPhotoLibrary?
    private var wishes: [Wish] = []

    /// A request that asks for nothing, wherever it is made: for test doubles.
    public override init() {
        (uuid, creation, library) = (UUID(), nil, nil)
        super.init()
    }

    private init(_ uuid: UUID, _ creation: (PHAssetResource, URLRequest?, UploadJobRecord.Kind)?) {
        (self.uuid, self.creation, library) = (uuid, creation, .ofRunningBlock)
        super.init()
        _ = ModuleChange(needing: .collections, insert: insert, perform: perform)
    }

    /// Makes a job that sends a file to a destination. Deprecated by Apple since iOS 26.4 in favour of `creationRequestForJob`.
    open class func createJob(destination: URLRequest, resource: PHAssetResource) { _ = creationRequestForJob(destination: destination, resource: resource) }

    /// Makes a job that sends a file to a destination. The block fails with `.limitExceeded` where too many jobs are not acknowledged, and with
    /// `.changeNotSupported` for an address that is neither http nor https.
    ///
    /// - Parameters:
    ///   - destination: address, method, header fields and timeout; a body is left out, since the file is it. `GET`, the method of a request that names none, becomes `PUT`.
    ///   - resource: a file of an asset of the library that is changed.
    @discardableResult
    open class func creationRequestForJob(destination: URLRequest, resource: PHAssetResource) -> Self { make(resource, destination, .upload) }

    /// Makes a job that brings a file from the cloud to this machine. The block fails as with `creationRequestForJob`.
    @discardableResult
    open class func creationRequestForDownloadJob(resource: PHAssetResource) -> Self { make(resource, nil, .downloadOnly) }

    private class func make(_ resource: PHAssetResource, _ destination: URLRequest?, _ kind: UploadJobRecord.Kind) -> Self {
        let request = PHAssetResourceUploadJobChangeRequest(UUID(), (resource, destination, kind))
        // Apple's too makes its own class, whichever of an application's is asked.
        guard let own = request as? Self else { preconditionFailure("\(Self.self) can't make jobs. Call PHAssetResourceUploadJobChangeRequest.") }
        return own
    }

    /// Decides about a job; `nil` outside of a change block, and for a job that is acknowledged already.
    public convenience init?(for job: PHAssetResourceUploadJob) {
        guard let uuid = LocalIdentifier.uuid(from: job.localIdentifier), let gate = try? PHPhotoLibrary.ofRunningBlock?.gate(),
            let record = try? gate.read({ try $0.uploadJob(uuid: uuid) }), record.application == gate.application
        else { return nil }
        self.init(uuid, nil)
    }

    /// The same by its other name.
    public convenience init?(forUploadJob job: PHAssetResourceUploadJob) { self.init(for: job) }

    /// Stands for the job that is made; `nil` where none is.
    open var placeholderForCreatedAssetResourceUploadJob: PHObjectPlaceholder? {
        guard creation != nil, let library else { return nil }
        return PHObjectPlaceholder(uuid: uuid, suffix: LocalIdentifier.uploadJobSuffix, in: library)
    }

    /// Takes note of how a job ended, which makes room for another. The block fails with `.changeNotSupported` for one that has not ended.
    open func acknowledge() { wishes.append(.acknowledge) }

    /// Tries a failed job once more. The block fails with `.changeNotSupported` for one that has not failed, or has been tried a second time already.
    /// - Parameter destination: `nil`: where it went before.
    open func retry(destination: URLRequest?) { wishes.append(.retry(destination)) }

    /// Ends a job that waits or is on its way, and acknowledges it. The block fails with `.changeNotSupported` for one that has ended.
    open func cancel() { wishes.append(.cancel) }

    // MARK: Carrying out

    private func insert(_ transaction: LibraryTransaction) throws {
        guard let creation, let library else { return }
        let application = try library.gate().application
        guard let rows = creation.resource.rows, creation.resource.sourceLibrary === (try library.gate().library) else {
            throw PHPhotosError(
                code: .missingResource, message: "\(creation.resource.originalFilename) is no file of this library. Get it from PHAssetResource.assetResources(for:).")
        }
        guard try transaction.reader.resources(assetID: rows.assetID).contains(where: { $0.id == rows.resourceID }) else {
            throw PHPhotosError(code: .missingResource, message: "\(creation.resource.originalFilename) belongs to its asset no more. Fetch the asset's resources again.")
        }
        guard try transaction.reader.uploadJobCount(of: application) < PHAssetResourceUploadJob.jobLimit else {
            throw PHPhotosError(
                code: .limitExceeded, message: "\(PHAssetResourceUploadJob.jobLimit) upload jobs of \(application) are not acknowledged. Acknowledge those that have ended.")
        }
        try transaction.insert(
            UploadJobRecord(
                uuid: uuid, application: application, assetID: rows.assetID, resourceID: rows.resourceID, kind: creation.kind,
                destination: creation.destination.map(UploadDestination.write)))
    }

    private func perform(_ transaction: LibraryTransaction) throws {
        for wish in wishes {
            guard var job = try transaction.reader.uploadJob(uuid: uuid) else {
                throw PHPhotosError(code: .identifierNotFound, message: "The upload job \(uuid) is acknowledged already. Fetch the jobs again.")
            }
            switch wish {
            case .acknowledge:
                guard job.hasEnded else { throw Self.refusal("has not ended and can't be acknowledged. Cancel it, or wait.") }
                try transaction.deleteUploadJob(uuid: uuid)
            case .cancel:
                guard !job.hasEnded else { throw Self.refusal("has ended and can't be cancelled. Acknowledge it.") }
                try transaction.deleteUploadJob(uuid: uuid)
            case .retry(let destination):
                guard job.canBeRetried else { throw Self.refusal("can't be tried again: that is for jobs that failed, and once.") }
                (job.state, job.isRetried, job.failure, job.response) = (.registered, true, nil, nil)
                if let destination, job.kind == .upload { job.destination = try UploadDestination.write(destination) }
                try transaction.update(job)
            }
        }
    }

    private static func refusal(_ what: String) -> PHPhotosError { PHPhotosError(code: .changeNotSupported, message: "The upload job \(what)") }
}
