import Catalog
import Decoding
import Foundation
import Imaging
import Originals
import PhotoModel

/// The parts of an open library that an import works with, and the world around it.
package struct ImportContext: Sendable {
    package var catalog: Catalog
    package var originals: OriginalStore
    package var derivatives: DerivativeStore
    package var decoder: any MediaDecoder
    package var now: @Sendable () -> Date
    package var makeUUID: @Sendable () -> UUID
    /// Gets one line for each thing that went wrong without stopping the import.
    package var warn: @Sendable (String) -> Void

    package init(
        catalog: Catalog, originals: OriginalStore, derivatives: DerivativeStore, decoder: any MediaDecoder,
        now: @escaping @Sendable () -> Date, makeUUID: @escaping @Sendable () -> UUID, warn: @escaping @Sendable (String) -> Void
    ) {
        (self.catalog, self.originals, self.derivatives, self.decoder) = (catalog, originals, derivatives, decoder)
        (self.now, self.makeUUID, self.warn) = (now, makeUUID, warn)
    }
}

extension ImportContext {
    /// Whether the library itself has the bytes of a resource, as they were imported.
    package func keeps(_ resource: ResourceRecord, _ reader: CatalogReader) throws -> Bool { try bytes(of: resource, reader) == .kept }

    /// Whether the library itself has the bytes of a resource: a file that is merely referenced is none it keeps, and one that is gone from `originals/`,
    /// or is not what it was, is to be brought back by the next import of the same content.
    func bytes(of resource: ResourceRecord, _ reader: CatalogReader) throws -> LibrarySnapshot.Bytes {
        guard case .managed(let path) = resource.location else { return .referenced }
        guard originals.holds(managedPath: path) else {
            // What made room here is in the library's store, unless somebody asked for it and the store had it no more.
            guard resource.isInCloud, !resource.isLocal, try reader.cloudFile(path: path)?.failure == nil else { return .lost }
            return .kept
        }
        if resource.isEmbedded {
            // Whether the file is what it was is asked of the resource whose file it is.
            guard let part = resource.part, let size = originals.signature(managedPath: path)?.size else { return .lost }
            return part.upperBound <= size ? .kept : .lost
        }
        let isRotten = originals.isRotten(managedPath: path, size: resource.size, sha256: Array(resource.sha256), isMarked: resource.damage != nil)
        return isRotten ? .rotten : .kept
    }
}
