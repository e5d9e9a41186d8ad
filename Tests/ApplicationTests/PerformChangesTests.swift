import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct PerformingChanges {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        @Test func theCompletionHandlerComesWhenTheEffectsAreVisible() async throws {
            let asset = try world.save()
            let history: [String] = await withCheckedContinuation { continuation in
                library.performChanges {
                    PHAssetChangeRequest(for: asset).isFavorite = true
                } completionHandler: { success, error in
                    let now = PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).firstObject
                    continuation.resume(returning: ["\(success)", "\(error == nil)", "\(now?.isFavorite == true)"])
                }
            }
            #expect(history == ["true", "true", "true"])
        }

        @Test func theCompletionHandlerMayBeLeftOut() async throws {
            let asset = try world.save()
            library.performChanges({ PHAssetChangeRequest(for: asset).isFavorite = true }, completionHandler: nil)
            try await library.performChanges { PHAssetChangeRequest(for: asset).caption = "after" }
            let now = try world.again(asset)
            #expect(now.isFavorite, "blocks happen one after the other")
            #expect(now.extendedMetadata.caption == "after")
        }

        @Test func theAwaitedFormThrowsWhatTheHandlerWouldHear() async throws {
            let bad = try world.file("bad.jpg", Data("no".utf8))
            let caught = await #expect(throws: PHPhotosError.self) {
                try await library.performChanges { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: bad) }
            }
            let heard: (Bool, Int) = await withCheckedContinuation { continuation in
                library.performChanges({ _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: bad) }) { success, error in
                    continuation.resume(returning: (success, error.map { ($0 as NSError).code } ?? 0))
                }
            }
            #expect(heard.0 == false)
            #expect(heard.1 == caught?.code.rawValue)
        }

        @Test func aFailedBlockLeavesNothingBehind() throws {
            let asset = try world.save()
            let good = try world.jpeg("good.jpg", seed: 2), bad = try world.file("bad.jpg", Data("no".utf8))
            #expect(throws: (any Error).self) {
                try library.performChangesAndWait {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: good)
                    PHAssetChangeRequest(for: asset).isFavorite = true
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Half")
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: bad)
                }
            }
            #expect(PHAsset.fetchAssets(with: nil).all == [asset])
            #expect(try world.again(asset).isFavorite == false)
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
        }

        @Test func everyRequestIsAChangeRequest() throws {
            let file = try world.jpeg()
            var kinds: [Bool] = []
            try library.performChangesAndWait {
                let requests: [PHChangeRequest] = [
                    PHAssetCreationRequest.forAsset(), PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A"),
                    PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "F"),
                ]
                (requests[0] as? PHAssetCreationRequest)?.addResource(with: .photo, fileURL: file, options: nil)
                kinds = [requests[0] is PHAssetChangeRequest, requests[1] is PHAssetCollectionChangeRequest, requests[2] is PHCollectionListChangeRequest]
            }
            #expect(kinds == [true, true, true])
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 2)
        }

        @Test func theSharedLibraryIsOneObject() {
            let first: PHPhotoLibrary = .shared()
            #expect(first === PHPhotoLibrary.shared())
            #expect(first.unavailabilityReason == nil)
        }

        @Test func manyBlocksFromManyThreadsAllHappen() async throws {
            let asset = try world.save()
            let done = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<24 {
                    group.addTask { (try? await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).addKeyword("k\(number)") }) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 24)
            #expect(try world.again(asset).extendedMetadata.keywords.count == 24)
        }
    }
}
