import Foundation
import LibraryEngine
import PhotoModel
import Query

/// Look-ups in both directions. Each reads the library once for all identifiers: ask for many at a time, and not on the main thread.
extension PHPhotoLibrary {
    /// For each identifier of an asset, album or folder the one that names it everywhere.
    ///
    /// A failure is a `PHPhotosError`: `.identifierNotFound` for what the library does not have, or has in Recently Deleted.
    /// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrary/cloudidentifiermappings(forlocalidentifiers:)>.
    public func cloudIdentifierMappings(forLocalIdentifiers localIdentifiers: [String]) -> [String: Result<PHCloudIdentifier, any Error>] {
        mappings(localIdentifiers) { reader, text in
            guard let uuid = LocalIdentifier.uuid(from: text), let found = try reader.cloudIdentifier(of: uuid) else {
                return .failure(PHPhotosError(.identifierNotFound, "The library has nothing under \(text). Fetch it again."))
            }
            return .success(PHCloudIdentifier(found))
        }
    }

    /// For each identifier the object in this library: the one with its UUID, else the asset with the same original.
    ///
    /// A failure is a `PHPhotosError`: `.identifierNotFound`, or `.multipleIdentifiersFound`, which has the candidates under
    /// `PHLocalIdentifiersErrorKey`.
    /// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrary/localidentifiermappings(for:)>.
    public func localIdentifierMappings(for cloudIdentifiers: [PHCloudIdentifier]) -> [PHCloudIdentifier: Result<String, any Error>] {
        localMappings(cloudIdentifiers, comparesContent: true)
    }

    /// As `localIdentifierMappings(for:)`, by UUID only.
    public func localIdentifierMappings(forSynced cloudIdentifiers: [PHCloudIdentifier]) -> [PHCloudIdentifier: Result<String, any Error>] {
        localMappings(cloudIdentifiers, comparesContent: false)
    }

    /// In the order asked for, `PHCloudIdentifier.notFound` where there is none. The form of macOS 10.13.
    public func cloudIdentifiers(forLocalIdentifiers localIdentifiers: [String]) -> [PHCloudIdentifier] {
        let found = cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers)
        return localIdentifiers.map { (try? found[$0]?.get()) ?? .notFound }
    }

    /// In the order asked for, `PHLocalIdentifierNotFound` where there is none or more than one. The form of macOS 10.13.
    public func localIdentifiers(for cloudIdentifiers: [PHCloudIdentifier]) -> [String] {
        let found = localIdentifierMappings(for: cloudIdentifiers)
        return cloudIdentifiers.map { (try? found[$0]?.get()) ?? PHLocalIdentifierNotFound }
    }

    private func localMappings(_ identifiers: [PHCloudIdentifier], comparesContent: Bool) -> [PHCloudIdentifier: Result<String, any Error>] {
        mappings(identifiers) { reader, cloud in
            let found = try cloud.identifier.map { try reader.localIdentifiers(of: $0, comparesContent: comparesContent) } ?? []
            if found.count > 1 {
                return .failure(
                    PHPhotosError(
                        .multipleIdentifiersFound,
                        userInfo: [
                            NSLocalizedDescriptionKey: "\(found.count) assets have the content of \(cloud.stringValue). Choose one of them.",
                            PHLocalIdentifiersErrorKey: found,
                        ]))
            }
            guard let only = found.first else {
                return .failure(PHPhotosError(.identifierNotFound, "The library has nothing that \(cloud.stringValue) names."))
            }
            return .success(only)
        }
    }

    /// One snapshot for all; where it can't be read, its reason for each.
    private func mappings<Key: Hashable, Value>(
        _ keys: [Key], _ find: (LibraryReader, Key) throws -> Result<Value, any Error>
    ) -> [Key: Result<Value, any Error>] {
        var results: [Key: Result<Value, any Error>] = [:]
        results.reserveCapacity(keys.count)
        let reading = session.read { reader in
            for key in keys where results[key] == nil { results[key] = try find(reader, key) }
        }
        if case .failure(let error) = reading {
            for key in keys where results[key] == nil { results[key] = .failure(PHPhotosError(error)) }
        }
        return results
    }
}

/// Stands in an array for a local identifier that could not be found.
public let PHLocalIdentifierNotFound = "PHLocalIdentifierNotFound"
