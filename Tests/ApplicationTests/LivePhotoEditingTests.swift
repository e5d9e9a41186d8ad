import CoreImage
import Foundation
import Photos
import SharedWorld
import Synchronization
import TestSupport
import Testing

extension ApplicationTests {
    /// Edits of Live Photos frame by frame, as applications write them.
    @Suite(.timeLimit(.minutes(10))) struct LivePhotoEditing {
        let world: World
        let editor = Editor()
        init() throws { world = try World() }

        /// The calls of a frame processor.
        private final class Frames: Sendable {
            struct Call: Sendable {
                let type: PHLivePhotoFrameType
                let seconds: Double
                let scale: Double
                let extent: CGRect
                let isMain: Bool
            }

            private let calls = Mutex<[Call]>([])

            func note(_ frame: any PHLivePhotoFrame) {
                let call = Call(
                    type: frame.type, seconds: frame.time.seconds, scale: Double(frame.renderScale), extent: frame.image.extent, isMain: Thread.isMainThread)
                calls.withLock { $0.append(call) }
            }

            var all: [Call] { calls.withLock { $0 } }
            var movie: [Call] { all.filter { $0.type == .video } }
            var stills: [Call] { all.filter { $0.type == .photo } }
        }

        /// A still of 160 by 120 pixels and ten frames of 80 by 60.
        private func livePhoto(orientation: Int = 1, _ change: (inout MadeFilm) -> Void = { _ in }) throws -> PHAsset {
            var film = MadeFilm { ($0.size, $0.rate, $0.seconds) = ((80, 60), 10, 1) }
            change(&film)
            let still = try world.turnedJPEG("IMG_1.JPG", width: 160, height: 120, orientation: orientation), movie = try world.file("IMG_1.MOV", Data(film.bytes()))
            return try create((.photo, still), (.pairedVideo, movie))
        }

        private func create(_ resources: (PHAssetResourceType, URL)...) throws -> PHAsset {
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                for (type, file) in resources { request.addResource(with: type, fileURL: file, options: nil) }
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            return try world.asset(identifier)
        }

        private func bytes(_ resource: PHAssetResource?) async throws -> Data {
            let file = world.folder.appendingPathComponent(UUID().uuidString)
            try await PHAssetResourceManager.default().writeData(for: #require(resource), toFile: file, options: nil)
            return try Data(contentsOf: file)
        }

        private func film(_ asset: PHAsset, _ type: PHAssetResourceType) async throws -> SeenFilm {
            try SeenFilm([UInt8](await bytes(PHAssetResource.assetResources(for: asset).first { $0.type == type })))
        }

        @Test func anInputOfNoLivePhotoHasNoContext() async throws {
            let photo = try create((.photo, world.jpeg("IMG_1.JPG", seed: 1))), video = try create((.video, world.movie("IMG_2.MOV")))
            for asset in [photo, video] { #expect(PHLivePhotoEditingContext(livePhotoEditingInput: try await editor.begin(asset)) == nil) }
            #expect(PHLivePhotoEditingContext(livePhotoEditingInput: PHContentEditingInput()) == nil)
        }

        @Test func aContextSaysWhatItIsAbout() async throws {
            let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: try await editor.begin(livePhoto())))
            #expect(context.fullSizeImage.extent == CGRect(x: 0, y: 0, width: 160, height: 120) && context.orientation == .up)
            #expect(abs(context.duration.seconds - 1) < 0.1 && abs(context.photoTime.seconds - context.duration.seconds / 2) < 0.01)
            #expect(context.audioVolume == 1 && context.frameProcessor == nil)
            for (set, kept) in [(Float(0.5), Float(0.5)), (-1, 0), (7, 1)] {
                context.audioVolume = set
                #expect(context.audioVolume == kept)
            }
            let picture = try #require(CIContext().createCGImage(context.fullSizeImage, from: context.fullSizeImage.extent))
            #expect((picture.width, picture.height) == (160, 120))
            #expect(PHLivePhotoFrameType.photo.rawValue == 0 && PHLivePhotoFrameType.video.rawValue == 1 && PHLivePhotoFrameType(rawValue: 2) == nil)
            #expect(PHLivePhotoEditingErrorCode.unknown.rawValue == 0 && PHLivePhotoEditingErrorCode.aborted.rawValue == 1 && PHLivePhotoEditingErrorCode(rawValue: 1) == .aborted)
            #expect(PHLivePhotoEditingOption(rawValue: "x").rawValue == "x" && PHLivePhotoEditingOption.shouldRenderAtPlaybackTime != PHLivePhotoEditingOption(rawValue: "x"))
            #expect(!PHLivePhotoEditingErrorDomain.isEmpty)
        }

        /// The whole of it: every frame once, the halves changed alike, and both reverted.
        @Test func everyFrameIsProcessedSavedAndReverted() async throws {
            let asset = try livePhoto(), before = try await film(asset, .pairedVideo)
            let original = try await bytes(PHAssetResource.assetResources(for: asset).first { $0.type == .photo })
            let input = try await editor.begin(asset), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input)), frames = Frames()
            let invert: PHLivePhotoFrameProcessingBlock = { frame, _ in
                frames.note(frame)
                return frame.image.applyingFilter("CIColorInvert", parameters: [:])
            }
            context.frameProcessor = invert
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = editor.recipe("invert")
            #expect(try await context.saveLivePhoto(to: output, options: nil))
            #expect(frames.stills.count == 1 && frames.stills.allSatisfy { $0.scale == 1 && $0.extent.size == CGSize(width: 160, height: 120) })
            #expect(frames.stills.first?.seconds == context.photoTime.seconds)
            #expect(frames.movie.count == 10 && frames.movie.allSatisfy { $0.scale == 0.5 && $0.extent == CGRect(x: 0, y: 0, width: 80, height: 60) })
            #expect(zip(frames.movie, before.times).allSatisfy { abs($0.seconds - $1) < 0.001 } && frames.all.allSatisfy { !$0.isMain })
            try commit(output, to: asset)
            let edited = try world.again(asset)
            #expect(kinds(edited) == [.photo, .fullSizePhoto, .adjustmentData, .pairedVideo, .fullSizePairedVideo] && edited.mediaSubtypes == .photoLive)
            #expect((edited.pixelWidth, edited.pixelHeight) == (160, 120))
            let after = try await film(edited, .fullSizePairedVideo)
            #expect(after.times.count == 10 && after.size == (80, 60) && after.sound == "aac" && after.picture == "h264")
            #expect(zip(after.times, before.times).allSatisfy { abs($0 - $1) < 0.002 })
            #expect(after.greys.first ?? 0 > 225, "black is white")
            #expect(zip(after.greys, after.greys.dropFirst()).allSatisfy { $0 >= $1 } && after.greys.last ?? 255 < 240)
            // Both halves of the edit say that they belong together.
            let live = try #require(try await Editor.input(edited).livePhoto), files = PHAssetResource.assetResources(for: live)
            #expect(files.map(\.type) == [.fullSizePhoto, .fullSizePairedVideo])
            var halves: [URL] = []
            for (file, name) in zip(files, ["a.jpg", "a.mov"]) { halves.append(try world.file(name, try await bytes(file))) }
            #expect(try await joined(halves) != nil)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: edited).revertAssetContentToOriginal() }
            let reverted = try world.again(asset)
            #expect(kinds(reverted) == [.photo, .pairedVideo] && shownData(reverted) == original)
        }

        private func joined(_ files: [URL]) async throws -> PHLivePhoto? {
            await withCheckedContinuation { (done: CheckedContinuation<PHLivePhoto?, Never>) in
                PHLivePhoto.request(withResourceFileURLs: files, placeholderImage: nil, targetSize: .zero, contentMode: .aspectFit) { photo, info in
                    if (info[PHLivePhotoInfoIsDegradedKey] as? NSNumber)?.boolValue != true { done.resume(returning: photo) }
                }
            }
        }

        /// The still is turned by its tag and the movie by its own: the block sees both lie alike, and what is saved stands.
        @Test func framesLieAsTheStillDoes() async throws {
            let asset = try livePhoto(orientation: 6) { $0.rotation = 90 }
            #expect((asset.pixelWidth, asset.pixelHeight) == (120, 160))
            let input = try await editor.begin(asset), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input)), frames = Frames()
            #expect(context.orientation == .right && context.fullSizeImage.extent == CGRect(x: 0, y: 0, width: 160, height: 120))
            context.frameProcessor = { frame, _ in
                frames.note(frame)
                // The left half of what lies, which is the upper half of what stands.
                var part = frame.image.extent
                part.size.width /= 2
                return frame.image.cropped(to: part)
            }
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = editor.recipe("crop")
            try await context.saveLivePhoto(to: output)
            #expect(frames.movie.allSatisfy { $0.extent.size == CGSize(width: 80, height: 60) })
            try commit(output, to: asset)
            let edited = try world.again(asset), movie = try await film(edited, .fullSizePairedVideo)
            #expect((edited.pixelWidth, edited.pixelHeight) == (120, 80) && movie.size == (60, 40) && movie.rotation == 0)
            // The white square at the upper left of what lies is at the upper right of what stands, so it is in that half.
            #expect(movie.corners[1] > 200 && movie.corners[0] < 60 && movie.corners[2] < 60 && movie.corners[3] < 60, "\(movie.corners)")
        }

        @Test func aPreviewIsAsLargeAsItIsAskedFor() async throws {
            let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: try await editor.begin(livePhoto()))), frames = Frames()
            context.frameProcessor = { frame, _ in
                frames.note(frame)
                return frame.image
            }
            var photo: PHLivePhoto? = try await context.prepareLivePhotoForPlayback(withTargetSize: CGSize(width: 40, height: 40), options: nil)
            #expect(photo?.size == CGSize(width: 40, height: 30))
            #expect(frames.stills.map(\.scale) == [0.25] && frames.movie.count == 10 && frames.movie.allSatisfy { $0.scale == 0.25 })
            let files = PHAssetResource.assetResources(for: try #require(photo))
            #expect(files.map(\.type) == [.fullSizePhoto, .fullSizePairedVideo])
            let movie = try SeenFilm([UInt8](try await bytes(files.last)))
            #expect(movie.size == (40, 30) && movie.times.count == 10)
            let place = try #require(files.last?.value(forKey: "fileURL") as? URL)
            #expect(FileManager.default.fileExists(atPath: place.path))
            photo = nil
            #expect(
                try await context.livePhotoForPlayback(targetSize: .zero, options: [PHLivePhotoEditingOption.shouldRenderAtPlaybackTime.rawValue: true]).size
                    == CGSize(width: 160, height: 120))
        }

        @Test func withoutAProcessorOnlyTheSoundChanges() async throws {
            let asset = try livePhoto(), before = try await film(asset, .pairedVideo)
            for (volume, name) in [(Float(0.25), "aac"), (0, "")] {
                let input = try await editor.begin(asset), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
                context.audioVolume = volume
                let output = PHContentEditingOutput(contentEditingInput: input)
                output.adjustmentData = editor.recipe("quiet \(volume)")
                try await context.saveLivePhoto(to: output)
                try commit(output, to: asset)
                let after = try await film(world.again(asset), .fullSizePairedVideo)
                #expect(after.times.count == 10 && after.sound == name && zip(after.greys, before.greys).allSatisfy { abs($0 - $1) <= 4 })
                if volume > 0 { #expect(abs(after.loudness / before.loudness - 0.25) < 0.05) }
            }
        }

        /// Neither the bits nor the brightness of a movie for bright screens are lost, whether a block makes its frames or nobody does.
        @Test(arguments: [false, true]) func aBrightMovieStaysBright(hasBlock: Bool) async throws {
            let asset = try livePhoto { ($0.picture, $0.pixels, $0.colors) = ("libx265", "yuv420p10le", (9, 18, 9)) }, before = try await film(asset, .pairedVideo)
            let input = try await editor.begin(asset), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
            context.audioVolume = 0
            if hasBlock { context.frameProcessor = { frame, _ in frame.image } }
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = editor.recipe("quiet \(hasBlock)")
            try await context.saveLivePhoto(to: output)
            try commit(output, to: asset)
            let after = try await film(world.again(asset), .fullSizePairedVideo)
            #expect(after.times.count == 10 && after.sound.isEmpty)
            #expect(after.picture == "hevc" && after.pixels == "yuv420p10le" && after.colors == [9, 18, 9])
            #expect(zip(after.greys, before.greys).allSatisfy { abs($0 - $1) <= 4 }, "\(after.greys) \(before.greys)")
            // White there is five times as bright as a photo's, which is at 180.
            #expect(after.corners[0] > 220 && abs(after.corners[0] - before.corners[0]) <= 8, "\(after.corners) \(before.corners)")
        }

        @Test func whatTheBlockLeavesIsTheError() async throws {
            let asset = try livePhoto(), input = try await editor.begin(asset), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
            let output = PHContentEditingOutput(contentEditingInput: input)
            context.frameProcessor = { frame, error in
                guard frame.time.seconds > 0.45, frame.type == .video else { return frame.image }
                error?.pointee = NSError(domain: "org.example", code: 42)
                return nil
            }
            do {
                try await context.saveLivePhoto(to: output)
                Issue.record("it was saved")
            } catch {
                #expect((error as NSError).domain == "org.example" && (error as NSError).code == 42)
            }
            context.frameProcessor = { frame, _ in frame.type == .photo ? nil : frame.image }
            await #expect(throws: PHPhotosError.self) { try await context.prepareLivePhotoForPlayback(withTargetSize: .zero) }
            context.frameProcessor = { _, _ in CIImage.empty() }
            await #expect(throws: PHPhotosError.self) { try await context.saveLivePhoto(to: output) }
            // Nothing half was left.
            output.adjustmentData = editor.recipe("nothing")
            #expect(throws: (any Error).self) { try commit(output, to: asset) }
            #expect(try world.again(asset).hasAdjustments == false)
        }

        @Test func aCancelledProcessingSaysSo() async throws {
            let input = try await editor.begin(livePhoto()), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
            let output = PHContentEditingOutput(contentEditingInput: input), held = DispatchSemaphore(value: 0), goOn = DispatchSemaphore(value: 0)
            context.frameProcessor = { frame, _ in
                if frame.type == .photo {
                    held.signal()
                    goOn.wait()
                }
                return frame.image
            }
            let code: Int = await withCheckedContinuation { done in
                context.saveLivePhoto(to: output, options: nil) { isSaved, error in
                    dispatchPrecondition(condition: .onQueue(.main))
                    #expect(!isSaved)
                    done.resume(returning: (error as NSError?)?.code ?? 0)
                }
                DispatchQueue.global().async {
                    held.wait()
                    context.cancel()
                    goOn.signal()
                }
            }
            #expect(code == PHPhotosError.Code.userCancelled.rawValue)
            #expect(!FileManager.default.fileExists(atPath: output.renderedContentURL.path))
            context.cancel()
            context.frameProcessor = nil
            // A new one ends the one before.
            async let first = context.prepareLivePhotoForPlayback(withTargetSize: .zero)
            _ = try? await first
            #expect(try await context.prepareLivePhotoForPlayback(withTargetSize: CGSize(width: 80, height: 80)).size == CGSize(width: 80, height: 60))
        }

        @Test func aNewProcessingCancelsTheOneBefore() async throws {
            let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: try await editor.begin(livePhoto())))
            let held = DispatchSemaphore(value: 0), goOn = DispatchSemaphore(value: 0), isFirst = Mutex(true)
            context.frameProcessor = { frame, _ in
                let waits = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                if waits {
                    held.signal()
                    goOn.wait()
                }
                return frame.image
            }
            let outcomes = Mutex<[String: Int]>([:]), ended = DispatchSemaphore(value: 0)
            for name in ["first", "second"] {
                context.prepareLivePhotoForPlayback(withTargetSize: .zero, options: nil) { photo, error in
                    let code = photo == nil ? (error as NSError?)?.code ?? -1 : 0
                    outcomes.withLock { $0[name] = code }
                    ended.signal()
                }
                if name == "first" { await Self.wait(held) }
            }
            goOn.signal()
            for _ in 0..<2 { await Self.wait(ended) }
            #expect(outcomes.withLock { $0 } == ["first": PHPhotosError.Code.userCancelled.rawValue, "second": 0])
        }

        private static func wait(_ semaphore: DispatchSemaphore) async {
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                DispatchQueue.global().async {
                    semaphore.wait()
                    done.resume()
                }
            }
        }

        @Test func anOutputOfAnotherInputIsRefused() async throws {
            let asset = try livePhoto(), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: try await editor.begin(asset)))
            let other = PHContentEditingOutput(contentEditingInput: try await editor.begin(asset))
            do {
                try await context.saveLivePhoto(to: other)
                Issue.record("it was saved")
            } catch {
                #expect((error as? PHPhotosError)?.code == .changeNotSupported)
            }
        }

        /// When the still was taken is known to the edit of an edit.
        @Test func theTimeOfTheStillIsKept() async throws {
            let halves = world.folder.appendingPathComponent("halves")
            try FileManager.default.createDirectory(at: halves, withIntermediateDirectories: true)
            let film = MadeFilm { ($0.size, $0.rate, $0.seconds) = ((80, 60), 10, 3) }
            let copies = try await PHLivePhoto.writeFiles(
                photo: world.jpeg("IMG_1.JPG", width: 160, height: 120), video: world.file("IMG_1.MOV", Data(film.bytes())), to: halves)
            // The last edit list is that of the still's time, which was written as the middle: half a second of 1000 units.
            var movie = try Data(contentsOf: copies.video)
            let list = try #require(movie.range(of: Data("elst".utf8), options: .backwards)?.upperBound)
            movie.replaceSubrange(list + 8..<list + 12, with: [0, 0, 1, 0xF4])
            try movie.write(to: copies.video)
            let asset = try create((.photo, copies.photo), (.pairedVideo, copies.video))
            let input = try await editor.begin(asset), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
            #expect(abs(context.photoTime.seconds - 0.5) < 0.01)
            let output = PHContentEditingOutput(contentEditingInput: input)
            context.frameProcessor = { frame, _ in frame.image.cropped(to: CGRect(x: 4, y: 4, width: 40, height: 30)) }
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example.other", formatVersion: "1", data: Data([1]))
            try await context.saveLivePhoto(to: output)
            try commit(output, to: asset)
            let again = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: try await Editor.input(world.again(asset))))
            #expect(abs(again.photoTime.seconds - 0.5) < 0.01 && again.fullSizeImage.extent == CGRect(x: 0, y: 0, width: 40, height: 30))
            #expect(abs(again.duration.seconds - context.duration.seconds) < 0.1)
        }
    }
}
