import Photos
import PhotosTesting
import Synchronization
import Testing

/// The calls of one request's handlers, in order: what came, what its info says, and where.
final class MovingHistory: Sendable {
    private let calls = Mutex<[String]>([])
    private let fractions = Mutex<[Double]>([])
    private let ended = DispatchSemaphore(value: 0)

    func note(_ what: String?, _ info: [AnyHashable: Any]?) {
        var words = [what ?? "nil"]
        if flag(info, PHImageResultIsDegradedKey) || flag(info, PHLivePhotoInfoIsDegradedKey) { words.append("degraded") }
        if flag(info, PHImageCancelledKey) || flag(info, PHLivePhotoInfoCancelledKey) { words.append("cancelled") }
        if let error = (info?[PHImageErrorKey] ?? info?[PHLivePhotoInfoErrorKey]) as? NSError { words.append("error \(error.code)") }
        if flag(info, PHImageResultIsInCloudKey) { words.append("cloud") }
        if MainQueue.isCurrent { words.append("main") }
        calls.withLock { $0.append(words.joined(separator: " ")) }
        ended.signal()
    }

    /// A progress handler; at `stopping` and above it asks for an end.
    func progress(stopping: Double = 2) -> PHAssetVideoProgressHandler {
        { [self] fraction, error, stop, info in
            #expect(!MainQueue.isCurrent && (info?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value ?? 0 > 0)
            if let error = error as NSError? {
                calls.withLock { $0.append("progress error \(error.code)") }
            } else {
                fractions.withLock { $0.append(fraction) }
            }
            if fraction >= stopping { stop.pointee = true }
        }
    }

    var told: [Double] { fractions.withLock { $0 } }

    /// Whether it was told 0 first and once, then more each time, and 1 last.
    var isWhole: Bool { told.first == 0 && told.last == 1 && zip(told, told.dropFirst()).allSatisfy { $0 < $1 } }

    /// Waits for so many calls, and lets whatever is queued behind the last come too.
    func all(_ count: Int = 1) -> [String] {
        for _ in 0..<count { #expect(ended.wait(timeout: .now() + 120) == .success, "\(calls.withLock { $0 })") }
        for queue in [DispatchQueue.main, .main] where !MainQueue.isCurrent { queue.sync {} }
        return calls.withLock { $0 }
    }

    private func flag(_ info: [AnyHashable: Any]?, _ key: String) -> Bool { (info?[key] as? NSNumber)?.boolValue ?? false }
}

extension Fixture {
    /// An asset of files of these kinds.
    func make(_ files: [(PHAssetResourceType, String, Data)]) throws -> PHAsset {
        var identifier: String?
        try library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            for (type, name, data) in files {
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = name
                request.addResource(with: type, data: data, options: options)
            }
            identifier = request.placeholderForCreatedAsset?.localIdentifier
        }
        let created = try #require(identifier)
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [created], options: nil).firstObject)
    }

    func video() throws -> PHAsset { try make([(.video, "a.mov", FixtureMovies.blue)]) }

    /// Its still has 800 by 600 pixels.
    func livePhoto() throws -> PHAsset {
        try make([(.photo, "IMG_1.JPG", try FixtureImages.jpeg(width: 800, height: 600)), (.pairedVideo, "IMG_1.MOV", FixtureMovies.blue)])
    }

    /// Takes the file of a resource away, or puts something else in its place.
    func spoil(_ asset: PHAsset, _ type: PHAssetResourceType, with content: Data?) throws {
        let resource = try #require(PHAssetResource.assetResources(for: asset).first { $0.type == type })
        let file = try #require(resource.value(forKey: "fileURL") as? URL)
        try FileManager.default.removeItem(at: file)
        try content?.write(to: file)
    }
}
