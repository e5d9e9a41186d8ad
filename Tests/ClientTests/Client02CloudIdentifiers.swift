import Foundation
import Photos
import SharedWorld
import Testing

/// A script that prints the cloud identifier of every picture as JSON, by the UUID in front of its local identifier.
private func cloudIdentifiersAsJSON() async throws -> Data {
    guard await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized else { throw CocoaError(.userCancelled) }
    var identifiers: [String] = []
    PHAsset.fetchAssets(with: .image, options: nil).enumerateObjects { asset, _, _ in
        identifiers.append(asset.localIdentifier)
    }
    var table: [String: String] = [:]
    for (local, result) in PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: identifiers) {
        let uuid = local.components(separatedBy: "/")[0]
        switch result {
        case .success(let cloud): table[uuid] = cloud.stringValue
        case .failure(let error): table[uuid] = "error: \(error.localizedDescription)"
        }
    }
    return try JSONSerialization.data(withJSONObject: table, options: [.prettyPrinted, .sortedKeys])
}

extension ClientTests {
    @Test func client02CloudIdentifiersOfAllPictures() async throws {
        let world = try World()
        let assets = try world.saveDays(3)
        let table = try #require(try JSONSerialization.jsonObject(with: try await cloudIdentifiersAsJSON()) as? [String: String])
        #expect(Set(table.keys) == Set(assets.map { String($0.localIdentifier.prefix(36)) }))
        #expect(table.values.allSatisfy { !$0.isEmpty && !$0.hasPrefix("error") })
        #expect(Set(table.values).count == 3)
    }
}
