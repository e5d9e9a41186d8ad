import Catalog
import Foundation
import Imaging
import LibraryEngine

/// Where the file of one version of an asset comes from, as a client's request sees it.
struct AssetSource: Sendable {
    let library: PhotoLibrary
    let asset: AssetRecord
    let version: PHImageRequestOptionsVersion
    let id: PHImageRequestID
    /// `nil` where the options keep the request from the network.
    let progress: Unchecked<OriginalDownload.Progress?>?

    init(_ library: PhotoLibrary, _ asset: AssetRecord, _ id: PHImageRequestID, _ options: PHImageRequestOptions?) {
        (self.library, self.asset, self.id) = (library, asset, id)
        version = options?.version ?? .current
        progress = options?.isNetworkAccessAllowed == true ? Unchecked(options?.progressHandler) : nil
    }

    /// In the pipeline's terms.
    var file: ImageSourceFile {
        var file = ImageSourceFile(name: asset.filename, uniformType: asset.uniformType) {
            do {
                return try library.openDescriptor(library.resource(version, of: asset))
            } catch let error as LibraryError where error.code == .inCloud {
                throw ImagingError(.inCloud, error.message, cause: error)
            }
        }
        if progress != nil { file.fetch = fetch }
        return file
    }

    /// Brings the version's file here, which network access must be allowed for.
    @Sendable func fetch(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) -> @Sendable () -> Void {
        do {
            let resource = try library.resource(version, of: asset)
            return OriginalDownload.start(resource, in: library, for: id, progress ?? Unchecked(nil), done: done)
        } catch {
            done(.failure(error))
            return {}
        }
    }
}
