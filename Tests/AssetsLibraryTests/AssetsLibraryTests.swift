import AssetsLibrary
import Foundation
import Photos
import SharedWorld
import Testing

/// What Apple's documentation of AssetsLibrary says, asked as an application of those days would.
@Suite(.serialized, .sharedLibrary) enum AssetsLibraryTests {}

/// Whether what runs is on the main queue, whose thread is not the process' first one in tests.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Marks the queue, which has to happen before anything on it asks.
    static func mark() { _ = key }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// What a library told of its groups, in the order of the calls.
struct Told: Sendable {
    var groups: [ALAssetsGroup?] = []
    var failure: NSError?
    var wereOnMain = true
}

extension ALAssetsLibrary {
    /// Everything that an enumeration tells, until its end or its failure.
    func told(_ types: UInt32) async -> Told {
        await withCheckedContinuation { done in
            var told = Told()
            enumerateGroups(withTypes: ALAssetsGroupType(types)) { group, _ in
                told.groups.append(group)
                told.wereOnMain = told.wereOnMain && MainQueue.isCurrent
                if group == nil { done.resume(returning: told) }
            } failureBlock: { error in
                told.failure = error as NSError?
                done.resume(returning: told)
            }
        }
    }

    func groups(_ types: UInt32) async -> [ALAssetsGroup] { await told(types).groups.compactMap { $0 } }

    func cameraRoll() async throws -> ALAssetsGroup { try #require(await groups(ALAssetsGroupSavedPhotos).first) }

    func found(_ url: URL?) async throws -> ALAsset? {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<ALAsset?, any Error>) in
            asset(for: url) {
                done.resume(returning: $0)
            } failureBlock: {
                done.resume(throwing: $0 ?? CocoaError(.featureUnsupported))
            }
        }
    }

    func foundGroup(_ url: URL?) async throws -> ALAssetsGroup? {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<ALAssetsGroup?, any Error>) in
            group(for: url) {
                done.resume(returning: $0)
            } failureBlock: {
                done.resume(throwing: $0 ?? CocoaError(.featureUnsupported))
            }
        }
    }

    func madeAlbum(_ name: String?) async throws -> ALAssetsGroup? {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<ALAssetsGroup?, any Error>) in
            addAssetsGroupAlbum(withName: name) {
                done.resume(returning: $0)
            } failureBlock: {
                done.resume(throwing: $0 ?? CocoaError(.featureUnsupported))
            }
        }
    }
}

extension ALAssetsGroup {
    var name: String { value(forProperty: ALAssetsGroupPropertyName) as? String ?? "" }
    var url: URL? { value(forProperty: ALAssetsGroupPropertyURL) as? URL }

    /// All assets, without the last call.
    var assets: [ALAsset] {
        var found: [ALAsset] = []
        enumerateAssets { asset, _, _ in if let asset { found.append(asset) } }
        return found
    }
}

extension ALAsset {
    var url: URL? { value(forProperty: ALAssetPropertyAssetURL) as? URL }

    /// All bytes of the default representation.
    var bytes: Data {
        guard let representation = defaultRepresentation() else { return Data() }
        var data = Data(count: Int(representation.size()))
        let count = data.withUnsafeMutableBytes { buffer in
            representation.getBytes(buffer.bindMemory(to: UInt8.self).baseAddress, fromOffset: 0, length: buffer.count, error: nil)
        }
        return data.prefix(count)
    }
}
