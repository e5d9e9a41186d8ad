import Foundation
import Photos
import Synchronization

extension PHAssetResource {
    /// Writes the bytes into a folder under the file's own name, downloading them where they are in the cloud.
    @discardableResult
    func write(into folder: URL, _ advance: @escaping NSItemProvider.Advance) async throws -> URL {
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = { advance($0) }
        let name = (originalFilename as NSString).lastPathComponent
        let url = folder.appendingPathComponent(name.isEmpty || name == ".." || name == "." ? "item" : name)
        try await PHAssetResourceManager.default().writeData(for: self, toFile: url, options: options)
        return url
    }
}

extension PHAsset {
    /// The picture as it shows now, upright, in its full size.
    func loadedImage() async throws -> UIImage {
        let options = PHImageRequestOptions()
        (options.isNetworkAccessAllowed, options.deliveryMode, options.resizeMode) = (true, .highQualityFormat, .none)
        return try await PHImageManager.default().image(for: self, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: options)
    }

    /// Its files, once both are here.
    func loadedLivePhoto(_ advance: @escaping NSItemProvider.Advance) async throws -> PHLivePhoto {
        let options = PHLivePhotoRequestOptions(), manager = PHImageManager.default()
        (options.isNetworkAccessAllowed, options.deliveryMode) = (true, .highQualityFormat)
        options.progressHandler = { done, _, _, _ in advance(done) }
        let running = Mutex<(id: PHImageRequestID?, isCancelled: Bool)>((nil, false))
        let photo = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<PHLivePhoto, any Error>) in
                let id = manager.requestLivePhoto(for: self, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: options) { photo, info in
                    if let photo { return continuation.resume(returning: photo) }
                    continuation.resume(throwing: info?[PHImageErrorKey] as? NSError ?? CancellationError())
                }
                let isCancelled = running.withLock { running in
                    running.id = id
                    return running.isCancelled
                }
                if isCancelled { manager.cancelImageRequest(id) }
            }
        } onCancel: {
            let id = running.withLock { running in
                running.isCancelled = true
                return running.id
            }
            if let id { manager.cancelImageRequest(id) }
        }
        guard let files = photo.ofFiles else {
            throw PHPhotosError(.missingResource, userInfo: [NSLocalizedDescriptionKey: "The files of the Live Photo are not on this machine any more. Pick it again."])
        }
        return files
    }

    /// A copy of a file of the asset that says less. Cancelling the task ends the work.
    func copyWithout(_ removed: PHPickerMetadataOptions, _ file: URL, to target: URL, _ advance: @escaping NSItemProvider.Advance) async throws {
        let isCancelled = Atomic<Bool>(false)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                OperationQueue.strippedCopies.addOperation {
                    continuation.resume(
                        with: Result {
                            if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
                            try self.copy(file, to: target, keepsPlace: !removed.contains(.removeLocation), keepsWords: !removed.contains(.removeCaptions)) { done in
                                advance(done)
                                return !isCancelled.load(ordering: .relaxed)
                            }
                        })
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }
}

extension AVURLAsset {
    /// Whether its picture, where it has one, is H.264.
    var isH264: Bool {
        get async throws {
            let codec = try await load(.tracks).first { $0.mediaType == .video }?.codec
            return codec.map { ["avc1", "avc3"].contains($0) } ?? true
        }
    }

    /// Writes the whole of it into another file. Cancelling the task ends the work.
    func export(to url: URL, as type: AVFileType, with preset: String, _ advance: @escaping NSItemProvider.Advance) async throws {
        guard let export = AVAssetExportSession(asset: self, presetName: preset) else { throw AVError(.exportFailed) }
        let watch = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(200))
                advance(Double(export.progress))
            }
        }
        defer { watch.cancel() }
        try await export.export(to: url, as: type)
    }
}

extension OperationQueue {
    fileprivate static let strippedCopies: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photos.stripped-copies"
        queue.maxConcurrentOperationCount = 2
        return queue
    }()
}
