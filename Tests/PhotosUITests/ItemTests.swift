import Foundation
import PhotosTesting
import PhotosUI
import SharedWorld
import Synchronization
import TestSupport
import Testing

extension PhotosUITests {
    /// What is loaded of what was picked.
    @MainActor @Suite(.timeLimit(.minutes(20))) struct Items {
        let world: World
        init() throws {
            world = try World()
            PHPickerViewController.presenter = PHPickerSessionList()
        }

        private typealias Mode = PHPickerConfiguration.AssetRepresentationMode

        private func film(_ name: String, _ change: @escaping (inout MadeFilm) -> Void) throws -> PHAsset {
            let film = MadeFilm {
                ($0.seconds, $0.size) = (0.5, (64, 48))
                change(&$0)
            }
            return try world.save([(.video, world.file(name, Data(film.bytes())))])
        }

        private func livePhoto() throws -> (asset: PHAsset, still: Data, movie: Data) {
            var metadata = FixtureImages.Metadata()
            metadata.contentIdentifier = "11111111-2222-3333-4444-555555555555"
            let still = try FixtureImages.jpeg(metadata: metadata),
                movie = try FixtureMovies.quarters(width: 64, height: 48, seconds: 1, contentIdentifier: metadata.contentIdentifier)
            return (try world.save([(.photo, world.file("IMG_7.JPG", still)), (.pairedVideo, world.file("IMG_7.MOV", movie))]), still, movie)
        }

        // MARK: Types

        @Test func aCommonPictureComesAsItIs() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 4), original = try Data(contentsOf: world.jpeg("same.jpg", seed: 4))
            for mode in [Mode.automatic, .current, .compatible] {
                let provider = try world.provider(asset) { $0.preferredAssetRepresentationMode = mode }
                #expect(provider.registeredTypeIdentifiers == ["public.jpeg"] && provider.suggestedName == "IMG_1")
                #expect(provider.hasItemConformingToTypeIdentifier(UTType.image.identifier) && !provider.hasItemConformingToTypeIdentifier(UTType.movie.identifier))
                #expect(try await provider.data(.image) == original, "the very bytes")
            }
        }

        @Test func aRAWPictureIsMadeAJPEGOnlyWhereThatIsWanted() async throws {
            let file = try world.raw("IMG_2.DNG"), asset = try world.save([(.photo, file)])
            let current = try world.provider(asset) { $0.preferredAssetRepresentationMode = .current }
            #expect(current.registeredTypeIdentifiers == ["com.adobe.raw-image"])
            #expect(try await current.data(.image) == Data(contentsOf: file))
            for mode in [Mode.automatic, .compatible] {
                let provider = try world.provider(asset) { $0.preferredAssetRepresentationMode = mode }
                #expect(provider.registeredTypeIdentifiers == ["public.jpeg", "com.adobe.raw-image"])
                let jpeg = try await provider.data(.image)
                #expect(jpeg.prefix(3) == Data([0xFF, 0xD8, 0xFF]) && UIImage(data: jpeg)?.size == CGSize(width: 64, height: 48))
                #expect(try await provider.data(.rawImage) == Data(contentsOf: file), "what the library has is there as well")
            }
        }

        @Test func anEditedPictureComesEdited() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), rendering = try Data(contentsOf: world.jpeg("edit.jpg", width: 32, height: 24, seed: 9))
            let input: PHContentEditingInput = try await withCheckedThrowingContinuation { done in
                asset.requestContentEditingInput(with: nil) { input, _ in
                    if let input { done.resume(returning: input) } else { done.resume(throwing: CocoaError(.featureUnsupported)) }
                }
            }
            let output = PHContentEditingOutput(contentEditingInput: input)
            try rendering.write(to: output.renderedContentURL)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example", formatVersion: "1", data: Data([1]))
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
            let provider = try world.provider(asset)
            #expect(try await provider.data(.jpeg) == rendering && provider.suggestedName == "IMG_1")
        }

        @Test func anH264FilmComesAsItIs() async throws {
            let film = try world.movie(), asset = try world.save([(.video, film)])
            for mode in [Mode.automatic, .current] {
                let provider = try world.provider(asset) { $0.preferredAssetRepresentationMode = mode }
                #expect(provider.registeredTypeIdentifiers == ["com.apple.quicktime-movie"] && !provider.canLoadObject(ofClass: UIImage.self))
                #expect(try await provider.data(.movie) == Data(contentsOf: film))
            }
        }

        @Test func anHEVCFilmIsMadeH264WhereThatIsWanted() async throws {
            let asset = try film("IMG_3.MOV") { ($0.picture, $0.options) = ("libx265", "x265-params=log-level=none") }
            func codec(_ mode: Mode) async throws -> AVVideoCodecType? {
                let provider = try world.provider(asset) { $0.preferredAssetRepresentationMode = mode }
                #expect(provider.registeredTypeIdentifiers == ["com.apple.quicktime-movie"])
                return try await provider.file(UTType.movie.identifier) { url in
                    #expect(url.lastPathComponent == "IMG_3.mov" || url.lastPathComponent == "IMG_3.MOV")
                    let bytes = try Data(contentsOf: url)
                    return bytes.firstRange(of: Data("avc1".utf8)) != nil
                        ? .h264 : bytes.firstRange(of: Data("hvc1".utf8)) ?? bytes.firstRange(of: Data("hev1".utf8)) != nil ? .hevc : nil
                }.value
            }
            #expect(try await codec(.current) == .hevc)
            #expect(try await codec(.compatible) == .h264)
            #expect(try await codec(.automatic) == .h264)
        }

        @Test func aFilmInAnotherContainerIsGivenInBoth() async throws {
            let asset = try film("IMG_4.MKV") { ($0.container, $0.sound) = ("matroska", nil) }
            let provider = try world.provider(asset)
            #expect(provider.registeredTypeIdentifiers == ["com.apple.quicktime-movie", "org.matroska.mkv"])
            let head = try await provider.data(.movie).prefix(12)
            #expect(head.suffix(8).prefix(4) == Data("ftyp".utf8), "the frames in a QuickTime movie")
            #expect(try await provider.data(#require(UTType("org.matroska.mkv"))).prefix(4) == Data([0x1A, 0x45, 0xDF, 0xA3]))
        }

        @Test func aLivePhotoComesAsAFolderAStillAndAnObject() async throws {
            let (asset, still, movie) = try livePhoto(), provider = try world.provider(asset)
            #expect(provider.registeredTypeIdentifiers == ["com.apple.live-photo-bundle", "public.jpeg"])
            #expect(provider.hasItemConformingToTypeIdentifier(UTType.livePhoto.identifier))
            let (files, bundle) = try await provider.file("com.apple.live-photo-bundle") { url in
                try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil).sorted { $0.path < $1.path }.map {
                    [$0.lastPathComponent: try Data(contentsOf: $0)]
                }
            }
            #expect(files == [["IMG_7.JPG": still], ["IMG_7.MOV": movie]] && bundle.lastPathComponent == "IMG_7.pvt")
            #expect(try await provider.data(.image) == still)
            let error = await #expect(throws: (any Error).self) { try await provider.data(UTType("com.apple.live-photo-bundle") ?? .data) }
            #expect((error as NSError?)?.code == NSItemProvider.ErrorCode.unavailableCoercionError.rawValue)

            #expect(provider.canLoadObject(ofClass: PHLivePhoto.self))
            let resources: [PHAssetResource] = try await withCheckedThrowingContinuation { done in
                provider.loadObject(ofClass: PHLivePhoto.self) { object, error in
                    done.resume(
                        with: Result {
                            guard let photo = object as? PHLivePhoto else { throw error ?? CocoaError(.featureUnsupported) }
                            #expect(photo.size == CGSize(width: 64, height: 48))
                            return PHAssetResource.assetResources(for: photo)
                        })
                }
            }
            #expect(resources.map(\.type) == [.photo, .pairedVideo] && resources.map(\.assetLocalIdentifier) == ["", ""], "it tells of no asset")
            let plain = try world.provider(world.save("IMG_8.JPG", seed: 8))
            #expect(!plain.canLoadObject(ofClass: PHLivePhoto.self))
            #expect(PHLivePhoto.readableTypeIdentifiersForItemProvider == ["com.apple.live-photo-bundle"])
            #expect(throws: PHPhotosError.self) { try PHLivePhoto.object(withItemProviderData: still, typeIdentifier: "com.apple.live-photo-bundle") }
        }

        /// An application's own view, without pixels.
        @MainActor private final class Frame: PHLivePhotoDisplaying {
            var livePhoto: PHLivePhoto?
            var isMuted = false
            var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
            private(set) var played: [PHLivePhotoViewPlaybackStyle] = []

            func startPlayback(with playbackStyle: PHLivePhotoViewPlaybackStyle) { played.append(livePhoto == nil ? .undefined : playbackStyle) }
            func stopPlayback() { played.append(.undefined) }
        }

        /// As code has it that plays Live Photos in whatever view there is.
        private func hint(at photo: PHLivePhoto, in view: any PHLivePhotoDisplaying) {
            (view.livePhoto, view.isMuted) = (photo, true)
            view.startPlayback(with: .hint)
        }

        @Test func whatPlaysLivePhotosNeedNotKnowTheView() async throws {
            let provider = try world.provider(livePhoto().asset), frame = Frame()
            let photo: PHLivePhoto = try await withCheckedThrowingContinuation { done in
                provider.loadObject(ofClass: PHLivePhoto.self) { object, error in
                    if let photo = object as? PHLivePhoto { done.resume(returning: photo) } else { done.resume(throwing: error ?? CocoaError(.featureUnsupported)) }
                }
            }
            hint(at: photo, in: frame)
            #expect(frame.livePhoto === photo && frame.isMuted && frame.played == [.hint])
            frame.livePhoto = nil
            frame.startPlayback(with: .full)
            frame.stopPlayback()
            #expect(frame.played == [.hint, .undefined, .undefined], "of nothing nothing plays")
        }

        @Test func anImageIsUprightAndWhole() async throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = .right
            let asset = try world.save([(.photo, world.file("IMG_5.JPG", FixtureImages.jpeg(width: 80, height: 40, metadata: metadata)))])
            let provider = try world.provider(asset)
            #expect(provider.canLoadObject(ofClass: UIImage.self))
            let size: CGSize = try await withCheckedThrowingContinuation { done in
                provider.loadObject(ofClass: UIImage.self) { object, error in
                    dispatchPrecondition(condition: .notOnQueue(.main))
                    done.resume(
                        with: Result {
                            guard let image = object as? UIImage else { throw error ?? CocoaError(.featureUnsupported) }
                            #expect(image.imageOrientation == .up)
                            return image.size
                        })
                }
            }
            #expect(size == CGSize(width: 40, height: 80))
        }

        // MARK: Loading

        @Test func aFileIsThereUntilTheHandlerReturns() async throws {
            let provider = try world.provider(world.save("IMG_6.JPG", seed: 6))
            let (bytes, url) = try await provider.file("public.jpeg") { try Data(contentsOf: $0) }
            #expect(bytes == (try Data(contentsOf: world.jpeg("same.jpg", seed: 6))) && url.lastPathComponent == "IMG_6.JPG")
            // The handler has returned when its thread has gone on.
            while FileManager.default.fileExists(atPath: url.path) { await Task.yield() }
            // A program may keep it by moving it.
            let kept = world.folder.appendingPathComponent("kept.jpg")
            _ = try await provider.file("public.jpeg") { try FileManager.default.moveItem(at: $0, to: kept) }
            #expect(try Data(contentsOf: kept) == bytes)
        }

        @Test func whatIsNotThereIsAnError() async throws {
            let provider = try world.provider(world.save())
            let error = await #expect(throws: (any Error).self) { try await provider.data(.movie) } as NSError?
            #expect(error?.domain == NSItemProvider.errorDomain && error?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
            #expect(error?.localizedDescription.contains("public.jpeg") == true)
        }

        @Test func whatWasPurgedMeanwhileIsAnErrorWithItsReason() async throws {
            let asset = try world.save(), provider = try world.provider(asset)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
            try world.temporary.purge([asset])
            let error = await #expect(throws: (any Error).self) { try await provider.data(.jpeg) } as NSError?
            #expect(error?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue && error?.userInfo[NSUnderlyingErrorKey] is PHPhotosError)
        }

        @Test func whatIsInTheCloudIsFetchedWithProgress() async throws {
            let original = try FixtureImages.jpeg(width: 1600, height: 120), asset = try world.save([(.photo, world.file("IMG_9.JPG", original))])
            try world.temporary.sendToCloud([asset], [.photo])
            let provider = try world.provider(asset)
            let progress = Mutex<Progress?>(nil)
            let data: Data = try await withCheckedThrowingContinuation { done in
                let running = provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") { data, error in
                    if let data { done.resume(returning: data) } else { done.resume(throwing: error ?? CocoaError(.featureUnsupported)) }
                }
                progress.withLock { $0 = running }
            }
            let ended = try #require(progress.withLock { $0 })
            #expect(data == original && ended.fractionCompleted == 1 && ended.isFinished && world.temporary.cloud.downloads == 1)
        }

        @Test func aCancelledLoadIsToldSoOnce() async throws {
            let asset = try world.save([(.photo, world.file("IMG_9.JPG", FixtureImages.jpeg(width: 1600, height: 120)))]), cloud = world.temporary.cloud
            try world.temporary.sendToCloud([asset], [.photo])
            cloud.fault = .hold
            let provider = try world.provider(asset), calls = Mutex(0)
            let error: NSError = await withCheckedContinuation { done in
                let progress = provider.loadFileRepresentation(forTypeIdentifier: "public.jpeg") { url, error in
                    calls.withLock { $0 += 1 }
                    #expect(url == nil)
                    done.resume(returning: (error ?? CocoaError(.featureUnsupported)) as NSError)
                }
                Task.detached {
                    cloud.waitUntilHolding()
                    progress.cancel()
                    progress.cancel()
                    cloud.release()
                }
            }
            #expect(error.domain == NSCocoaErrorDomain && error.code == CocoaError.userCancelled.rawValue && calls.withLock { $0 } == 1)
        }

        @Test func whatCannotBeDownloadedSaysWhy() async throws {
            let asset = try world.save("IMG_9.JPG", seed: 3)
            try world.temporary.sendToCloud([asset], [.photo])
            world.temporary.cloud.fault = .unreachable
            let provider = try world.provider(asset)
            let error = await #expect(throws: (any Error).self) { try await provider.data(.jpeg) } as NSError?
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? PHPhotosError)?.code == .networkError)
        }

        // MARK: What items don't say

        private func facts(_ data: Data, _ name: String) throws -> (hasPlace: Bool, words: [String]) {
            let asset = try world.save([(name.hasSuffix("MOV") ? .video : .photo, world.file(name, data))])
            let again = try world.again(asset)
            return (again.location != nil, [again.value(forKey: "title"), again.value(forKeyPath: "extendedMetadata.caption")].compactMap { $0 as? String })
        }

        @Test func aPictureWithoutItsPlaceAndWords() async throws {
            var metadata = FixtureImages.Metadata()
            (metadata.coordinate, metadata.dateTimeOriginal) = (CLLocationCoordinate2D(latitude: 48.2, longitude: 16.4), "2023:11:02 17:04:05")
            let asset = try world.save([(.photo, world.file("IMG_1.JPG", FixtureImages.jpeg(seed: 5, metadata: metadata)))])
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).caption = "Caption" }
            let placeless = try await world.provider(asset) { $0.metadataOptions = .removeLocation }.data(.jpeg)
            let found = try facts(placeless, "IMG_21.JPG")
            #expect(!found.hasPlace && found.words == ["Caption"])
            let silent = try await world.provider(asset) { $0.metadataOptions = [.removeLocation, .removeCaptions] }.data(.jpeg)
            let less = try facts(silent, "IMG_22.JPG")
            #expect(!less.hasPlace && less.words.isEmpty)
            #expect(UIImage(data: silent)?.cgImage.map { Array($0.pixels) } == UIImage(data: placeless)?.cgImage.map { Array($0.pixels) })
            let whole = try await world.provider(asset).data(.jpeg)
            #expect(try facts(whole, "IMG_23.JPG").hasPlace)
        }

        @Test func aFilmWithoutItsPlaceAndWords() async throws {
            let asset = try film("IMG_2.MOV") { $0.metadata = [("com.apple.quicktime.location.ISO6709", "+48.2082+016.3738+171.000/"), ("com.apple.quicktime.title", "A walk")] }
            #expect(try world.again(asset).location != nil)
            for mode in [Mode.current, .compatible] {
                let provider = try world.provider(asset) { ($0.metadataOptions, $0.preferredAssetRepresentationMode) = ([.removeLocation, .removeCaptions], mode) }
                let data = try await provider.data(.movie)
                #expect(data.firstRange(of: Data("48.2082".utf8)) == nil && data.firstRange(of: Data("A walk".utf8)) == nil && data.firstRange(of: Data("avc1".utf8)) != nil)
            }
        }

        @Test func whatCannotSayLessComesAsAJPEGAlone() async throws {
            let asset = try world.save([(.photo, world.raw("IMG_2.DNG"))])
            let provider = try world.provider(asset) { ($0.metadataOptions, $0.preferredAssetRepresentationMode) = (.removeLocation, .current) }
            #expect(provider.registeredTypeIdentifiers == ["public.jpeg"])
            #expect(try await UIImage(data: provider.data(.image))?.size == CGSize(width: 64, height: 48))
            // The movie of a Live Photo would not belong to its still any more.
            let live = try world.provider(livePhoto().asset) { $0.metadataOptions = .removeLocation }
            #expect(live.registeredTypeIdentifiers == ["public.jpeg"] && !live.canLoadObject(ofClass: PHLivePhoto.self))
        }
    }
}
