import Foundation
import Photos
import PhotosTesting
import Synchronization
import Testing

/// The decoder that misbehaves on command, where it was built.
enum FaultyProgram {
    static let path: String? = {
        guard let running = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = (running as NSString).deletingLastPathComponent + "/photo-decoder-faults"
        return access(path, X_OK) == 0 ? path : nil
    }()
}

/// Requests for pictures while the decoder's processes crash, hang and lie: a program that does so where a file's name says it.
@Suite(.timeLimit(.minutes(10)), .enabled(if: FaultyProgram.path != nil, "photo-decoder-faults is not beside the tests"))
struct MisbehavingWorkerTests {
    private static let faulty = [
        "crash", "hang", "garbage", "exit", "too-much-memory", "late-crash", "closes", "one-byte", "oversized", "allocate",
    ]
    private static let sound = (0..<10).map { "IMG_\($0)" }

    private struct Outcome {
        var calls = 0
        var hasImage = false
        var error: Int?
    }

    let temporary: TemporaryLibrary

    init() throws { temporary = try TemporaryLibrary() }

    private func save(_ names: [String]) throws {
        let files = try names.map { try temporary.file($0 + ".jpg", FixtureImages.jpeg(width: 400, height: 300)) }
        try temporary.photoLibrary.performChangesAndWait {
            for file in files { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        }
    }

    private func assets() -> [String: PHAsset] {
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        var assets: [String: PHAsset] = [:]
        PHAsset.fetchAssets(with: options).enumerateObjects { asset, _, _ in
            let name = PHAssetResource.assetResources(for: asset).first?.originalFilename ?? ""
            assets[(name as NSString).deletingPathExtension] = asset
        }
        return assets
    }

    /// What the handlers were called with, by file name.
    private final class Outcomes: Sendable {
        private let all = Mutex<[String: Outcome]>([:])
        private let (calls, call) = AsyncStream.makeStream(of: Void.self)

        func note(_ name: String, _ image: UIImage?, _ info: [AnyHashable: Any]?) {
            all.withLock { all in
                all[name, default: Outcome()].calls += 1
                all[name]?.hasImage = image != nil
                all[name]?.error = (info?[PHImageErrorKey] as? NSError)?.code
            }
            call.yield()
        }

        func after(_ count: Int) async -> [String: Outcome] {
            for await _ in calls.prefix(count) {}
            // Handlers run on the main queue: whatever a request had still to say is said before this.
            await withCheckedContinuation { done in DispatchQueue.main.async { DispatchQueue.main.async { done.resume() } } }
            return all.withLock { $0 }
        }
    }

    /// Asks for all at once, and says what came of each.
    private func askForAll(_ assets: [String: PHAsset]) async -> [String: Outcome] {
        let outcomes = Outcomes()
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        for (name, asset) in assets {
            PHImageManager.default().requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options) {
                outcomes.note(name, $0, $1)
            }
        }
        return await outcomes.after(assets.count)
    }

    @Test func eachFaultIsItsAssetsAloneAndEachHandlerIsCalledOnce() async throws {
        try save(Self.faulty + Self.sound)
        try temporary.faults.useWorkers(at: try #require(FaultyProgram.path), seconds: 10)
        for round in 0..<2 {
            temporary.forgetPictures()
            let outcomes = await askForAll(assets())
            for name in Self.faulty {
                let outcome = try #require(outcomes[name])
                #expect(outcome.calls == 1 && !outcome.hasImage && outcome.error == 3302, "\(name), round \(round): \(outcome)")
            }
            for name in Self.sound {
                let outcome = try #require(outcomes[name])
                #expect(outcome.calls == 1 && outcome.hasImage && outcome.error == nil, "\(name), round \(round): \(outcome)")
            }
        }
        temporary.noteDamage()
        let marked = assets()
        for name in Self.faulty { #expect(marked[name]?.damage != nil, "\(name) is not marked") }
        for name in Self.sound { #expect(marked[name]?.damage == nil, "\(name) is marked") }
        #expect(marked.count == Self.faulty.count + Self.sound.count)
    }
}
