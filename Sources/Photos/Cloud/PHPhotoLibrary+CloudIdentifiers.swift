import Foundation
import LibraryEngine
import PhotoModel
import Query

extension PHPhotoLibrary {
    func cloudMappings(_ localIdentifiers: [String]) -> [String: Result<PHCloudIdentifier, any Error>] {
        mappings(localIdentifiers) { reader, text in
            guard let uuid = LocalIdentifier.uuid(from: text), let found = try reader.cloudIdentifier(of: uuid) else {
                return .failure(PHPhotosError(.identifierNotFound, "The library has nothing under \(text). Fetch it again."))
            }
            return .success(PHCloudIdentifier(found))
        }
    }

    func localMappings(_ identifiers: [PHCloudIdentifier], comparesContent: Bool) -> [PHCloudIdentifier: Result<String, any Error>] {
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
