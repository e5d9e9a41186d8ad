import Decoding
import Foundation
import Glibc
import LibraryEngine
import Pixels

/// The bytes of an asset's file, and how its pixels are turned.
struct ImageFile {
    let data: Data
    let uniformType: String
    let orientation: CGImagePropertyOrientation

    /// Reading files waits for the disk, so it has threads of its own; few, since many would only make the disk seek.
    static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photos.image-data"
        queue.maxConcurrentOperationCount = 4
        return queue
    }()

    /// With `.current` the rendering of an edited asset, in every other case the original file.
    init(_ source: AssetSource) throws {
        let library = source.library
        guard source.asset.mediaType == .image else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(source.asset.filename) is no picture. Ask for the data of its resources instead.")
        }
        let resource = try library.resource(source.version, of: source.asset)
        let file = try library.openResource(resource)
        data = try Self.read(file.descriptor, resource.filename)
        uniformType = resource.uniformType
        let bytes = MediaSource(descriptor: file.descriptor, name: resource.filename)
        // Bytes that nobody here can look into are delivered all the same.
        let facts = try? library.decoder.examine(bytes, .factsOnly).facts
        orientation = facts.flatMap { CGImagePropertyOrientation(rawValue: UInt32($0.orientation)) } ?? .up
    }

    /// Whether a download may help.
    static func isInCloud(_ error: any Error) -> Bool { (error as? LibraryError)?.code == .inCloud }

    private static func read(_ descriptor: Int32, _ name: String) throws -> Data {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(name) }
        var data = Data(count: Int(status.st_size))
        let done = data.withUnsafeMutableBytes { buffer -> Int in
            var done = 0
            while done < buffer.count {
                let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(done))
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                done += count
            }
            return done
        }
        guard done == data.count else { throw unreadable(name) }
        return data
    }

    private static func unreadable(_ name: String) -> LibraryError {
        LibraryError(.unreadable, "\(name) could not be read to its end: \(String(cString: strerror(errno))). Check the disk.")
    }
}
