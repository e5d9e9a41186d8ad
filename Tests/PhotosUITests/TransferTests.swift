import Foundation
import PhotosTesting
import PhotosUI
import SharedWorld
import Synchronization
import Testing

/// A movie as applications declare it.
private struct Movie: Transferable {
    let bytes: Data
    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(contentType: .movie) { movie in
            SentTransferredFile(URL(fileURLWithPath: "/\(movie.bytes.count)"))
        } importing: { received in
            Movie(bytes: try Data(contentsOf: received.file))
        }
    }
}

/// One that takes two kinds of content.
private struct Picture: Transferable {
    let kind: String
    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(importedContentType: .png) { _ in Picture(kind: "png") }
        DataRepresentation(importedContentType: .image) { data in Picture(kind: "image of \(data.count) bytes") }
        FileRepresentation(importedContentType: .movie) { file in Picture(kind: file.isOriginalFile ? "the movie" : "a copy of a movie") }
    }
}

extension PhotosUITests {
    @MainActor @Suite(.timeLimit(.minutes(20))) struct Transfer {
        let world: World
        init() throws {
            world = try World()
            PHPickerViewController.presenter = PHPickerSessionList()
        }

        private func item(_ asset: PHAsset) throws -> PhotosPickerItem { PhotosPickerItem(try #require(world.pick([asset]).first)) }

        @Test func anItemOfAnIdentifierHoldsNothing() async throws {
            let item = PhotosPickerItem(itemIdentifier: "abc")
            #expect(item.itemIdentifier == "abc" && item.supportedContentTypes.isEmpty)
            #expect(try await item.loadTransferable(type: Data.self) == nil)
            #expect(item == PhotosPickerItem(itemIdentifier: "abc") && item != PhotosPickerItem(itemIdentifier: "b") && Set([item, item]).count == 1)
        }

        @Test func contentIsMadeOfWhatFitsFirst() async throws {
            let photo = try world.save("IMG_1.JPG", seed: 3), bytes = try Data(contentsOf: world.jpeg("same.jpg", seed: 3)), item = try item(photo)
            #expect(item.itemIdentifier == photo.localIdentifier && item.supportedContentTypes == [.jpeg])
            #expect(try await item.loadTransferable(type: Data.self) == bytes)
            #expect(try await item.loadTransferable(type: Picture.self)?.kind == "image of \(bytes.count) bytes")
            #expect(try await item.loadTransferable(type: Movie.self) == nil, "nothing of it is a movie")
            let film = try world.save([(.video, world.movie())])
            #expect(try await self.item(film).loadTransferable(type: Movie.self)?.bytes == Data(contentsOf: world.folder.appendingPathComponent("IMG_0002.MOV")))
            #expect(try await self.item(film).loadTransferable(type: Picture.self)?.kind == "a copy of a movie")
        }

        @Test func aLivePhotoIsLoaded() async throws {
            var metadata = FixtureImages.Metadata()
            metadata.contentIdentifier = "11111111-2222-3333-4444-555555555555"
            let asset = try world.save([
                (.photo, world.file("IMG_7.JPG", FixtureImages.jpeg(metadata: metadata))),
                (.pairedVideo, world.file("IMG_7.MOV", FixtureMovies.quarters(width: 64, height: 48, seconds: 1, contentIdentifier: metadata.contentIdentifier))),
            ])
            let photo = try await item(asset).loadTransferable(type: PHLivePhoto.self)
            #expect(photo?.size == CGSize(width: 64, height: 48))
            #expect(try await item(world.save("IMG_8.JPG", seed: 8)).loadTransferable(type: PHLivePhoto.self) == nil)
        }

        @Test func aHandlerIsCalledOnce() async throws {
            let bytes = try Data(contentsOf: world.jpeg("same.jpg", seed: 3)), item = try item(world.save("IMG_1.JPG", seed: 3))
            let loaded: Data? = try await withCheckedThrowingContinuation { done in
                item.loadTransferable(type: Data.self) { done.resume(with: $0) }
            }
            #expect(loaded == bytes)
            let nothing: Movie? = try await withCheckedThrowingContinuation { done in item.loadTransferable(type: Movie.self) { done.resume(with: $0) } }
            #expect(nothing == nil)
        }

        @Test func cancellingEndsALoad() async throws {
            let asset = try world.save([(.photo, world.file("IMG_9.JPG", FixtureImages.jpeg(width: 1600, height: 120)))]), cloud = world.temporary.cloud
            try world.temporary.sendToCloud([asset], [.photo])
            cloud.fault = .hold
            let item = try item(asset)
            let error = await #expect(throws: CocoaError.self) {
                let _: Data? = try await withCheckedThrowingContinuation { done in
                    let progress = item.loadTransferable(type: Data.self) { done.resume(with: $0) }
                    Task.detached {
                        cloud.waitUntilHolding()
                        progress.cancel()
                    }
                }
            }
            #expect(error?.code == .userCancelled)
            cloud.release()
            cloud.fault = .unreachable
            await #expect(throws: PHPhotosError.self) { try await item.loadTransferable(type: Data.self) }
        }

        @Test func choicesAreThoseOfTheConfiguration() {
            let policies: [PhotosPickerItem.EncodingDisambiguationPolicy] = [.automatic, .current, .compatible]
            #expect(policies.map(\.mode) == [.automatic, .current, .compatible] && Set(policies).count == 3)
            let behaviors: [PhotosPickerSelectionBehavior] = [.default, .ordered, .continuous, .continuousAndOrdered]
            #expect(behaviors.map(\.selection) == [.default, .ordered, .continuous, .continuousAndOrdered] && Set(behaviors).count == 4)
            let styles: [PhotosPickerStyle] = [.presentation, .inline, .compact]
            #expect(styles.map(\.mode) == [.default, .default, .compact] && Set(styles).count == 3)
        }
    }
}
