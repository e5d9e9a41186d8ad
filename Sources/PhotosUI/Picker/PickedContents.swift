import Foundation
import PhotoModel
import Photos

/// Makes results of what was picked: the same asset gives the same provider for as long as a picker is open.
@MainActor final class PickedContents {
    private let configuration: PHPickerConfiguration
    private var providers: [UUID: NSItemProvider] = [:]

    init(_ configuration: PHPickerConfiguration) { self.configuration = configuration }

    func results(_ identifiers: [String], of session: PHPickerSession) -> [PHPickerResult] {
        let wanted = identifiers.compactMap(LocalIdentifier.uuid(from:)), new = wanted.filter { providers[$0] == nil }
        // Kept by this program already, so they come as identifiers alone.
        for uuid in new where session.wasPreselected(uuid) { providers[uuid] = NSItemProvider() }
        let unknown = new.filter { providers[$0] == nil }
        if !unknown.isEmpty, let library = session.library {
            let options = PHFetchOptions()
            options.photoLibrary = library
            PHAsset.fetchAssets(withLocalIdentifiers: unknown.map(LocalIdentifier.asset), options: options).enumerateObjects { asset, _, _ in
                guard let uuid = LocalIdentifier.uuid(from: asset.localIdentifier) else { return }
                self.providers[uuid] = PickedItem(asset, self.configuration).provider()
            }
        }
        return wanted.map { uuid in
            // What was purged in this moment has nothing to load.
            PHPickerResult(
                itemProvider: providers[uuid] ?? NSItemProvider(), assetIdentifier: configuration.library == nil ? nil : LocalIdentifier.asset(uuid))
        }
    }
}
