import AVFoundation
import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// What applications do with videos and Live Photos.
    @Suite(.timeLimit(.minutes(20))) struct MovingPictures {
        let world: World
        init() throws { world = try World() }

        private func video() throws -> PHAsset {
            let file = try world.movie()
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                identifier = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file)?.placeholderForCreatedAsset?.localIdentifier
            }
            return try world.asset(identifier)
        }

        private func movie(_ asset: PHAsset) async -> AVAsset? {
            let options = PHVideoRequestOptions()
            options.deliveryMode = .highQualityFormat
            options.isNetworkAccessAllowed = true
            return await withCheckedContinuation { continuation in
                PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { movie, _, _ in continuation.resume(returning: movie) }
            }
        }

        @Test func theFileOfAVideo() async throws {
            let asset = try video(), movie = try #require(await movie(asset) as? AVURLAsset)
            #expect(FileManager.default.fileExists(atPath: movie.url.path))
            #expect(abs(CMTimeGetSeconds(movie.duration) - asset.duration) < 0.1)
            let track = try #require(movie.tracks(withMediaType: .video).first)
            let size = track.naturalSize.applying(track.preferredTransform)
            #expect(Int(abs(size.width)) == asset.pixelWidth && Int(abs(size.height)) == asset.pixelHeight)
        }

        @Test func valuesThatAreAwaited() async throws {
            let movie = try #require(await movie(video()))
            let (duration, tracks) = try await movie.load(.duration, .tracks)
            #expect(duration.seconds > 0 && tracks.count == 1)
            let rate = try await movie.loadTracks(withMediaType: .video).first?.load(.nominalFrameRate)
            #expect(rate ?? 0 > 0)
        }

        @Test func aVideoIsExported() async throws {
            let asset = try video(), target = world.folder.appendingPathComponent("exported.mov")
            let session: AVAssetExportSession? = await withCheckedContinuation { continuation in
                let preset = AVAssetExportPresetPassthrough
                PHImageManager.default().requestExportSession(forVideo: asset, options: nil, exportPreset: preset) { session, _ in
                    continuation.resume(returning: session)
                }
            }
            let export = try #require(session)
            export.outputURL = target
            export.outputFileType = .mov
            await withCheckedContinuation { continuation in export.exportAsynchronously { continuation.resume() } }
            #expect(export.status == .completed && export.error == nil)
            #expect(try await AVURLAsset(url: target).load(.duration).seconds > 0)
        }

        @Test func aLivePhotoGoesFromStillToMoving() async throws {
            let picture = try world.jpeg("IMG_9.JPG", width: 600, height: 400), movie = try world.movie("IMG_9.MOV")
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: picture, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            let asset = try world.asset(identifier)
            let photo: PHLivePhoto? = await withCheckedContinuation { continuation in
                PHImageManager.default().requestLivePhoto(
                    for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit, options: nil
                ) { photo, info in
                    if (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue == true { return }
                    continuation.resume(returning: photo)
                }
            }
            let live = try #require(photo)
            #expect(live.size == CGSize(width: 300, height: 200))
            #expect(PHAssetResource.assetResources(for: live).map(\.type) == [.photo, .pairedVideo])
        }

        /// What one call of a handler is told.
        private func told(_ request: (@escaping ([AnyHashable: Any]?) -> Void) -> Void) async -> String {
            await withCheckedContinuation { continuation in
                request { info in
                    let id = (info?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value ?? PHInvalidImageRequestID
                    let isDegraded = (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue
                    let isInCloud = (info?[PHImageResultIsInCloudKey] as? NSNumber)?.boolValue
                    let error = (info?[PHImageErrorKey] as? NSError).map { "\($0.domain) \($0.code)" } ?? "no error"
                    let isCancelled = info?[PHImageCancelledKey] != nil
                    continuation.resume(returning: "\(id > 0) \(isDegraded == false) \(isInCloud == false) \(isCancelled) \(error)")
                }
            }
        }

        @Test func whatEveryCallIsTold() async throws {
            let asset = try video(), photo = try world.save()
            let words = await told { done in
                PHImageManager.default().requestPlayerItem(forVideo: asset, options: PHVideoRequestOptions()) { _, info in done(info) }
            }
            #expect(words == "true true true false no error")
            let refused = await told { done in
                PHImageManager.default().requestAVAsset(forVideo: photo, options: nil) { _, _, info in done(info) }
            }
            #expect(refused == "true true true false PHPhotosErrorDomain 3306")
        }

        @Test func aLivePhotoOfFilesThatAreNoPairIsRefused() async throws {
            let files = [try world.jpeg("a.jpg"), try world.movie("b.mov")]
            let calls: [String] = await withCheckedContinuation { continuation in
                var calls: [String] = []
                PHLivePhoto.request(withResourceFileURLs: files, placeholderImage: nil, targetSize: .zero, contentMode: .default) { photo, info in
                    let isDegraded = (info[PHLivePhotoInfoIsDegradedKey] as? NSNumber)?.boolValue == true
                    let (failed, cancelled) = (info[PHLivePhotoInfoErrorKey] != nil, info[PHLivePhotoInfoCancelledKey] != nil)
                    calls.append("\(photo?.size.width ?? 0) \(isDegraded) \(failed) \(cancelled)")
                    if !isDegraded { continuation.resume(returning: calls) }
                }
            }
            #expect(calls == ["64.0 true false false", "0.0 false true false"])
        }

        @Test func anArchivedLivePhotoComesBack() async throws {
            let picture = try world.jpeg("IMG_8.JPG", seed: 8), movie = try world.movie("IMG_8.MOV")
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: picture, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            let asset = try world.asset(identifier), options = PHLivePhotoRequestOptions()
            options.deliveryMode = .highQualityFormat
            let photo: PHLivePhoto? = await withCheckedContinuation { continuation in
                PHImageManager.default().requestLivePhoto(
                    for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFill, options: options
                ) { photo, _ in continuation.resume(returning: photo) }
            }
            let archive = try NSKeyedArchiver.archivedData(withRootObject: try #require(photo), requiringSecureCoding: true)
            let coder = try NSKeyedUnarchiver(forReadingFrom: archive)
            #expect(coder.decodeObject(of: PHLivePhoto.self, forKey: NSKeyedArchiveRootObjectKey)?.size == CGSize(width: 64, height: 48))
            let other = try NSKeyedArchiver.archivedData(withRootObject: NSString("no photo"), requiringSecureCoding: true)
            #expect(try PHLivePhoto(coder: NSKeyedUnarchiver(forReadingFrom: other)) == nil)
        }
    }
}
