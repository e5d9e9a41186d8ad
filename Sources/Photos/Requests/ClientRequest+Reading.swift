import Foundation
import LibraryEngine
import PhotoModel

extension ClientRequest {
    /// Reads files for the request, on a thread that may wait for the disk, and tells it what came of that.
    /// - Parameter substitute: what it is told instead of a failure.
    func read(_ files: [ResourceRecord], through access: ResourceAccess, substitute: Value? = nil, work: @escaping @Sendable () throws -> Value) {
        let reading = FetchingWork<Value>()
        started { reading.cancel() }
        reading.start(access, { files }, on: .movingPictures, read: work) { result in
            let delivery = Delivery(result)
            if case .failed = delivery, let substitute {
                self.deliver(.finished(substitute, isDegraded: true))
            } else {
                self.deliver(delivery)
            }
        }
    }
}

/// Threads that read files wait for the disk. Each kind of request has its own, so that none waits for another's; few, since many would only make the disk seek.
extension OperationQueue {
    /// These also wait until the main queue has taken what they read.
    static let imageData = reading("photos.image-data")
    static let awaitedData = reading("photos.awaited-data")
    static let editing = reading("photos.content-editing")
    static let movingPictures = reading("photos.moving-pictures")
    /// These wait for a decoder, which writes the file.
    static let representations = reading("photos.representations")

    static func reading(_ name: String) -> OperationQueue {
        let queue = OperationQueue()
        queue.name = name
        queue.maxConcurrentOperationCount = 4
        return queue
    }
}
