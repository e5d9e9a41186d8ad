import Foundation
import LibraryEngine
import PhotoModel
import Query

/// What a host needs to show a person the choice and let it be changed, as `presentLimitedLibraryPicker` does.
extension PHPhotoLibrary {
    /// Local identifiers of the assets that the application was given, in the order they came into the library; `nil` unless its access is limited. Addition.
    /// - Throws: a `PHPhotosError`.
    public func limitedSelection() throws -> [String]? {
        try withLimitedGate { gate in
            try gate.selection().map { $0.uuidString + PHAsset.identifierSuffix }
        }
    }

    /// Gives the application other assets; unknown identifiers are passed over. Fetch results change for observers. Addition.
    /// - Returns: local identifiers of those that are new in the selection; empty where access is not limited, and then nothing is done.
    /// - Throws: a `PHPhotosError`.
    @discardableResult
    public func setLimitedSelection(_ localIdentifiers: [String]) throws -> [String] {
        try withLimitedGate { gate in
            try gate.setSelection(localIdentifiers.compactMap(LocalIdentifier.uuid(from:))).map { $0.uuidString + PHAsset.identifierSuffix }
        } ?? []
    }

    private func withLimitedGate<T>(_ body: (AccessGate) throws -> T) throws -> T? {
        do {
            let gate = try session.gate()
            guard try gate.status(.readWrite) == .limited else { return nil }
            return try body(gate)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
