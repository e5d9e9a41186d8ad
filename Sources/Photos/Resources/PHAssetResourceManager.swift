import Foundation
import LibraryEngine

/// Gives out the bytes of resources, as they came in. <https://developer.apple.com/documentation/photos/phassetresourcemanager>
///
/// Every byte that is read is compared with the hash from the import: a request for a file that is not the one that came in ends with
/// `PHPhotosError.invalidResource`. Handlers run on serial queues that are never the main one, those of one request one after the other.
open class PHAssetResourceManager: NSObject, @unchecked Sendable {
    // Guarded by its own lock.
    private let requests = ClientRequests()

    private static let shared = PHAssetResourceManager()

    /// The manager that all parts of a program may share.
    open class func `default`() -> PHAssetResourceManager { shared }

    public override init() {}

    /// The bytes of a resource, in order, in pieces of at most a megabyte; the next is read when the handler has returned.
    ///
    /// - Parameters:
    ///   - resource: whose bytes.
    ///   - options: whether they may be downloaded; `nil` downloads nothing.
    ///   - handler: called at least once where the request succeeds, for an empty file with no bytes.
    ///   - completionHandler: called once, last: with `nil` where all bytes came and are the ones that were imported; else with a `PHPhotosError`, and what
    ///     came is not to be used. After `cancelDataRequest` that is `.userCancelled`.
    /// - Returns: a name for `cancelDataRequest`.
    @discardableResult
    @preconcurrency open func requestData(
        for resource: PHAssetResource, options: PHAssetResourceRequestOptions?, dataReceivedHandler handler: @escaping @Sendable (Data) -> Void,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        let id = PHImageManager.nextID()
        let request: ClientRequest<Data> = requests.begin(id, on: DispatchQueue(label: "photos.resource")) { delivery in
            switch delivery {
            case .degraded(let piece): handler(piece)
            case .finished: completionHandler(nil)
            case .failed(let error): completionHandler(error)
            case .cancelled: completionHandler(PHPhotosError(.userCancelled, "The request for the data was cancelled."))
            }
        }
        do {
            let source = try ResourceSource(resource, options), reading = FetchingWork<Data>()
            request.started { reading.cancel() }
            reading.start(fetch: source.fetch, attempt: ResourceDelivery.of(source, to: request)) { request.deliver(.init($0)) }
        } catch {
            request.deliver(.failed(PHPhotosError(error)))
        }
        return id
    }

    /// Writes a resource's bytes into a file, which gets its name once all of it is there, compared and on disk. What is there already is not replaced.
    ///
    /// - Parameters:
    ///   - resource: whose bytes.
    ///   - fileURL: the file that is made.
    ///   - options: whether they may be downloaded; `nil` downloads nothing.
    ///   - completionHandler: called once, on a queue that is not the main one: with `nil` where the file is there; else with a `PHPhotosError`, and there is no
    ///     file: `.internalError` where something has the name or the folder is missing, `.notEnoughSpace` on a full disk.
    @preconcurrency open func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let queue = DispatchQueue(label: "photos.resource")
        do {
            let source = try ResourceSource(resource, options)
            FetchingWork<Void>().start(fetch: source.fetch, attempt: Self.writing(source, to: fileURL)) { result in
                queue.async { completionHandler(result.failure.map { PHPhotosError($0) }) }
            }
        } catch {
            queue.async { completionHandler(PHPhotosError(error)) }
        }
    }

    /// The same, awaited. Cancelling the task ends a download or the copy, and no file is there.
    /// - Throws: `PHPhotosError`; `CancellationError` after the task was cancelled.
    open nonisolated(nonsending) func writeData(for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?) async throws {
        // To Objective-C both forms are one: a test double that has overridden the other answers this.
        guard type(of: self) == PHAssetResourceManager.self else {
            return try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                writeData(for: resource, toFile: fileURL, options: options) { error in
                    if let error { done.resume(throwing: error) } else { done.resume() }
                }
            }
        }
        do {
            let source = try ResourceSource(resource, options)
            try await FetchingWork<Void>().result(fetch: source.fetch, attempt: Self.writing(source, to: fileURL))
        } catch {
            throw error is CancellationError ? error : PHPhotosError(error)
        }
    }

    /// A name for the resource's bytes in iCloud, by which CloudKit copies them without loading them.
    /// <https://developer.apple.com/documentation/photos/phassetresourcemanager/exportedassetid(for:)>
    ///
    /// It always fails, as Apple's does for a library that does not use iCloud Photos, which none here does; not even the network is asked. Apple says to request
    /// the resource's data then.
    /// - Parameter resource: any, also one whose file is in a cloud of this library's own.
    /// - Throws: `PHPhotosError.requestNotSupportedForAsset`; `CancellationError` after the task was cancelled.
    open nonisolated(nonsending) func exportedAssetID(for resource: PHAssetResource) async throws -> CKAsset.ExportedAssetID {
        try Task.checkCancellation()
        throw PHPhotosError(
            .requestNotSupportedForAsset,
            "“\(resource.originalFilename)” is not in iCloud Photos, which no library here uses, so there is no identifier to copy it by. Request its data instead.")
    }

    /// Ends a request for data: no data follows, and its completion handler is called with `PHPhotosError.userCancelled`. Nothing happens for a number that
    /// names none. Writing can't be ended so.
    open func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) { requests.cancel(requestID) }

    /// A try that ends when its thread has let go of the file, so that nothing appears after the end was told.
    /// - Parameter work: asks now and then whether anybody still waits.
    static func reading<Value>(_ work: @escaping @Sendable (_ isWanted: () -> Bool) throws -> Value) -> FetchingWork<Value>.Attempt {
        { turn in
            OperationQueue.resourceFiles.addOperation {
                turn.end(
                    Result {
                        guard turn.isWanted else { throw CancellationError() }
                        return try work { turn.isWanted }
                    })
            }
            return {}
        }
    }

    private static func writing(_ source: ResourceSource, to url: URL) -> FetchingWork<Void>.Attempt {
        reading { isWanted in
            try ResourceBytes.checkTarget(url)
            try source.open().write(to: url, isWanted: isWanted)
        }
    }
}

extension Result where Failure == any Error {
    fileprivate var failure: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
