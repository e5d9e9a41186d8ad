import Foundation
import LibraryEngine

extension PHAssetResource {
    /// SHA-256 of the file as it came in, 32 bytes; `nil` for one that belongs to no asset. It came with the resource. Addition.
    public var sha256: Data? {
        switch storage {
        case .library(let kept, _): kept.record.sha256
        case .file, .none: nil
        }
    }

    /// SHA-1 of the file as it came in, 20 bytes, for those who compare with services that know no other. It came with the resource. `nil` for one that belongs to
    /// no asset, and for what was imported before the library kept it: `PHAssetResourceManager.computeSHA1(of:)` reads that, and the library keeps it from
    /// then on. Addition.
    public var sha1: Data? {
        switch storage {
        case .library(let kept, _): kept.record.sha1
        case .file, .none: nil
        }
    }

    /// Whether the file is on this machine, as of when the resource was listed. Addition.
    public var isLocallyAvailable: Bool {
        switch storage {
        case .library(let kept, _): kept.record.isLocal
        case .file: true
        case .none: false
        }
    }

    /// Whether the file is on this machine now. A file that was fetched is noted after everybody was told that it is here, so that
    /// nobody waits for who writes to the catalogue; until then only the disk knows.
    package var isHere: Bool {
        if isLocallyAvailable { return true }
        guard case .library(let kept, let asset) = storage else { return false }
        return asset.session.holdsFile(of: kept.record)
    }

    /// Whether the file is in the cloud, as of when the resource was listed; it may be here as well. Addition.
    public var isInCloud: Bool {
        switch storage {
        case .library(let kept, _): kept.record.isInCloud
        case .file, .none: false
        }
    }
}

extension PHAssetResourceManager {
    /// All bytes of a resource, compared with the hash from the import. Awaited: no thread is blocked. Cancelling the task ends it. Addition.
    /// - Throws: a `PHPhotosError`, as `requestData`; `CancellationError` after the task was cancelled.
    public nonisolated(nonsending) func data(for resource: PHAssetResource, options: PHAssetResourceRequestOptions? = nil) async throws -> Data {
        do {
            let source = try ResourceSource(resource, options)
            return try await FetchingWork<Data>().result(fetch: source.fetch, attempt: Self.reading { try source.open().data(isWanted: $0) })
        } catch {
            throw error is CancellationError ? error : PHPhotosError(error)
        }
    }

    /// SHA-1 of a resource's bytes as they are now, 20 bytes. Addition.
    ///
    /// Each call reads the whole file, and compares it with the hash from the import; `PHAssetResource.sha1` reads nothing. Cancelling the task ends it.
    /// - Throws: a `PHPhotosError`, as `requestData`; `CancellationError` after the task was cancelled.
    public nonisolated(nonsending) func computeSHA1(of resource: PHAssetResource, options: PHAssetResourceRequestOptions? = nil) async throws -> Data {
        do {
            let source = try ResourceSource(resource, options)
            let digest = try await FetchingWork<Data>().result(fetch: source.fetch, attempt: Self.reading { try source.open().sha1(isWanted: $0) })
            source.keep(sha1: digest)
            return digest
        } catch {
            throw error is CancellationError ? error : PHPhotosError(error)
        }
    }
}
