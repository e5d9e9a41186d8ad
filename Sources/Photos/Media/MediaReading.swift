import Catalog
import Foundation
import LibraryEngine
import PhotoModel

/// The reading of one request's files, on threads that may wait for the disk.
struct MediaReading: Sendable {
    /// Apart from other readers, since what they wait for is not theirs to give.
    static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photos.moving-pictures"
        queue.maxConcurrentOperationCount = 4
        return queue
    }()

    let library: PhotoLibrary
    let id: PHImageRequestID
    /// `nil` where the options keep the request from the network.
    let progress: Unchecked<OriginalDownload.Progress?>?
    /// Those that the request needs.
    let files: [ResourceRecord]

    /// Does the work, whose result the request is told. Where it meets a file that is in the cloud, it is done again once all of them were
    /// downloaded.
    /// - Parameter substitute: what the request is told instead of a failure.
    func start<Value>(_ request: MediaRequest<Value>, substitute: Value? = nil, work: @escaping @Sendable () throws -> Value) {
        run(request, mayFetch: progress != nil, work) { error in
            if let substitute { request.deliver(.finished(substitute, isDegraded: true)) } else { request.deliver(.failed(PHPhotosError(error))) }
        }
    }

    private func run<Value>(
        _ request: MediaRequest<Value>, mayFetch: Bool, _ work: @escaping @Sendable () throws -> Value,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        Self.queue.addOperation {
            guard request.isWanted else { return }
            do {
                request.deliver(.finished(try work()))
            } catch let error as LibraryError where error.code == .inCloud && mayFetch {
                let missing = files.filter(isInCloud)
                fetch(missing[...], of: missing.count, request) { result in
                    switch result {
                    case .success: run(request, mayFetch: false, work, failed: failed)
                    case .failure(let error): if error is CancellationError { request.deliver(.cancelled) } else { failed(error) }
                    }
                }
            } catch {
                failed(error)
            }
        }
    }

    /// One file after the other; what the client is told grows over all of them.
    private func fetch<Value>(
        _ rest: ArraySlice<ResourceRecord>, of count: Int, _ request: MediaRequest<Value>, done: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        guard let resource = rest.first else { return done(.success(())) }
        let stop = OriginalDownload.start(resource, in: library, for: id, part(count - rest.count, of: count)) { result in
            guard case .success = result else { return done(result) }
            fetch(rest.dropFirst(), of: count, request, done: done)
        }
        request.started(stop: stop)
    }

    /// The client's handler as one of several downloads calls it: 0 comes once, before the first, and 1 once, after the last.
    private func part(_ index: Int, of count: Int) -> Unchecked<OriginalDownload.Progress?> {
        guard let handler = progress?.value, count > 1 else { return progress ?? Unchecked(nil) }
        return Unchecked<OriginalDownload.Progress?> { fraction, error, stop, info in
            let isRepeated = error == nil && (index > 0 && fraction <= 0 || index < count - 1 && fraction >= 1)
            if !isRepeated { handler((Double(index) + fraction) / Double(count), error, stop, info) }
        }
    }

    private func isInCloud(_ resource: ResourceRecord) -> Bool {
        do {
            _ = try library.findResource(resource)
            return false
        } catch {
            return error.code == .inCloud
        }
    }
}
