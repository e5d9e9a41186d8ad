import Foundation
import Glibc
import LibraryEngine
import PhotoModel
import Pixels

/// The bytes of an asset's file, and how its pixels are turned.
struct ImageFile {
    let data: Data
    let uniformType: String
    let orientation: CGImagePropertyOrientation

    fileprivate init(_ resource: ResourceRecord, in library: PhotoLibrary) throws {
        let file = try library.openResource(resource)
        data = try Self.read(file.descriptor, resource.filename)
        uniformType = resource.uniformType
        // Bytes that nobody here can look into are delivered all the same.
        let facts = try? library.facts(of: file, resource)
        orientation = facts.flatMap { CGImagePropertyOrientation(rawValue: UInt32($0.orientation)) } ?? .up
    }

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

/// A client's request for the file of one version: the rendering of an edited asset with `.current`, in every other case the original.
struct ImageFileRequest: Sendable {
    private let library: PhotoLibrary
    private let asset: AssetRecord
    private let version: ImageRequest.Version
    private let access: ResourceAccess

    init(_ library: PhotoLibrary, _ asset: AssetRecord, _ id: PHImageRequestID, _ options: PHImageRequestOptions?) {
        (self.library, self.asset) = (library, asset)
        version = ImageRequest.Version(options?.version ?? .current)
        access = ResourceAccess(library, network: NetworkUse(id, isAllowed: options?.isNetworkAccessAllowed, options?.progressHandler))
    }

    /// Brings the file here; `nil` where the options keep the request from the network.
    var fetch: FileFetch? { access.fetch { [try library.resource(showing: version, of: asset)] } }

    @Sendable func read() throws -> ImageFile {
        guard asset.mediaType == .image else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(asset.filename) is no picture. Ask for the data of its resources instead.")
        }
        return try ImageFile(library.resource(showing: version, of: asset), in: library)
    }
}
