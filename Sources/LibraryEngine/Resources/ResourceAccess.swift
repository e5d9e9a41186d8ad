import Foundation
import Imaging
import Originals
import PhotoModel

/// How one request gets at the bytes of assets: opens the files that are here, and has those that are in the cloud brought here first where it may use the
/// network. Pictures, data, movies, exports and downloads all go through it.
///
/// Requests for one file share its download, and each is told of it in its own way. What a request needs is looked up when it is needed: `files` are asked
/// for when a download begins, and may be others by then.
package struct ResourceAccess: Sendable {
    package let library: PhotoLibrary
    /// `nil` keeps the request from the network.
    private let network: NetworkUse?

    package init(_ library: PhotoLibrary, network: NetworkUse? = nil) { (self.library, self.network) = (library, network) }

    package var mayFetch: Bool { network != nil }

    /// Whether there is a way to a file that is in the cloud only. It may be lost by the time that somebody goes it.
    package func reaches(_ resource: ResourceRecord) -> Bool {
        mayFetch && library.readOnlyReason == nil && library.cloud.isConnected && resource.location.isManaged
    }

    /// Brings those of the files here that are in the cloud only; `nil` where that is not allowed.
    package func fetch(_ files: @escaping @Sendable () throws -> [ResourceRecord]) -> FileFetch? {
        guard let network else { return nil }
        return { [library] done in
            do {
                let missing = try library.files(of: files().filter { library.isElsewhere($0) })
                let downloads = RequestedDownloads(library.fetcher, missing, network, done: done)
                downloads.start()
                return { downloads.cancel() }
            } catch {
                done(.failure(error))
                return {}
            }
        }
    }

    /// Brings the preview of what an asset shows here, where the file is in the cloud only and its store has one; `nil` where that is not allowed. Ends well also where
    /// there is none to be had.
    /// - Parameter shown: the asset as it is now, and the file that it shows; `nil` where it is another version that is asked for.
    func fetchPreview(_ shown: @escaping @Sendable () throws -> (asset: AssetRecord, resource: ResourceRecord)?) -> FileFetch? {
        guard mayFetch else { return nil }
        return { [library] done in
            // What is wrong with the asset or its file is told by whoever opens that.
            guard let (asset, resource) = try? shown(), library.isElsewhere(resource), let ticket = library.previews.fetch(asset, resource, done: done) else {
                done(.success(()))
                return {}
            }
            return { ticket.cancel() }
        }
    }

    /// A way to read parts of a file that is in the cloud only, before it is here and without bringing it here. Looks at the disk, and may wait for the store.
    /// - Returns: `nil` where the file is here, where the network is not allowed, and where there is no way to less than the whole file.
    /// - Throws: a `LibraryError` where the store can't be used.
    package func parts(of resource: ResourceRecord) throws -> ResourceParts? {
        guard mayFetch, !resource.isEmbedded, resource.location.isManaged, library.isElsewhere(resource) else { return nil }
        return try library.fetcher.parts(of: resource)
    }

    /// Opens the store that a file would be fetched from, so that the fetch need not wait for that; does nothing where the file is
    /// here, and where the network is not allowed. Looks at the disk, and may wait for the store.
    /// - Throws: a `LibraryError` where the store can't be used.
    package func openStore(for resource: ResourceRecord) throws {
        guard mayFetch, resource.location.isManaged, library.isElsewhere(resource) else { return }
        try library.fetcher.openedStore(for: resource)
    }

    /// Brings those files of an asset here that an edit of it may read, or taking one back, and that are in the cloud only; `nil` where that is not allowed.
    /// - Parameter choice: which of a RAW and JPEG pair is going to be its original; `nil` for the one that is.
    package func fetchForEditing(_ asset: AssetRecord, choice: OriginalChoice? = nil) -> FileFetch? {
        fetch { [library] in
            var (now, resources) = try library.assetNow(asset.id, asset.uuid, asset.filename)
            if let choice { now.originalChoice = choice }
            return resources.filesOfEdit(of: now)
        }
    }

    /// Makes an edit ready on the calling thread, which also waits for the downloads: where a file that it reads is in the cloud only, those of `fetchForEditing` are
    /// brought here and it is made once more.
    /// - Throws: what `body` throws; `.network` where a file can't be downloaded; `CancellationError` where that was given up.
    package func editing<Value: Sendable>(_ asset: AssetRecord, choice: OriginalChoice? = nil, _ body: () throws -> Value) throws -> Value {
        try FetchingWork.now(fetchForEditing(asset, choice: choice), body)
    }

    /// Opens a file on the calling thread, which also waits for the download.
    /// - Throws: what `PhotoLibrary.openResource` throws; `.network` where the file can't be downloaded; `CancellationError` where that was given up.
    package func open(_ resource: ResourceRecord) throws -> OpenFile {
        try FetchingWork.now(fetch { [resource] }) { try library.openResource(resource) }
    }
}

extension FetchingWork {
    /// Reads files on a thread of the queue's. Call it once.
    /// - Parameter done: called once, on whichever thread ends the work: the reading one, a download's, or the one that cancels.
    package func start(
        _ access: ResourceAccess, _ files: @escaping @Sendable () throws -> [ResourceRecord], on queue: OperationQueue, read: @escaping @Sendable () throws -> Value,
        done: @escaping @Sendable (End) -> Void
    ) {
        start(fetch: access.fetch(files), attempt: Self.on(queue, read), done: done)
    }
}

extension LibraryError: FetchableError {
    package var isInCloud: Bool { code == .inCloud }
}

extension PhotoLibrary {
    /// Whether a file would be here after a download.
    fileprivate func isElsewhere(_ resource: ResourceRecord) -> Bool {
        do throws(LibraryError) {
            try requireFile(of: resource)
            return false
        } catch {
            return error.isInCloud
        }
    }

    /// The resources whose files have these, each once: a movie comes with the picture that it is a part of.
    fileprivate func files(of resources: [ResourceRecord]) throws -> [ResourceRecord] {
        var locations: Set<ResourceLocation> = []
        return try resources.map { try $0.isEmbedded ? picture(of: $0) : $0 }.filter { locations.insert($0.location).inserted }
    }
}
