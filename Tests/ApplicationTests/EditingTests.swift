import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// The flow of "Editing Asset Content", for photos.
    @Suite(.timeLimit(.minutes(20))) struct Editing {
        let world: World
        let editor = Editor()
        init() throws { world = try World() }

        private func jpeg(_ seed: Int, width: Int = 32, height: Int = 24) throws -> Data {
            try Data(contentsOf: world.jpeg("rendering-\(seed).jpg", width: width, height: height, seed: seed))
        }

        @Test func anInputSaysWhatIsToBeEdited() async throws {
            let place = CLLocation(latitude: 52.5, longitude: 13.4)
            let asset = try world.save("IMG_1.JPG", seed: 1) { ($0.creationDate, $0.location, $0.isFavorite) = (World.day(3), place, true) }
            let original = try #require(shownData(asset))
            #expect(asset.canPerform(.content))
            let input = try await Editor.input(asset)
            #expect((input.mediaType, input.mediaSubtypes, input.playbackStyle) == (.image, [], .image))
            #expect(input.creationDate == World.day(3) && input.location?.coordinate.latitude == 52.5)
            #expect(input.uniformTypeIdentifier == "public.jpeg" && input.contentType == .jpeg)
            #expect(input.adjustmentData == nil && input.audiovisualAsset == nil && input.avAsset == nil && input.livePhoto == nil)
            #expect(input.displaySizeImage?.size == CGSize(width: 64, height: 48))
            #expect(input.fullSizeImageOrientation == 1)
            #expect(try Data(contentsOf: #require(input.fullSizeImageURL)) == original)

            let options = PHContentEditingInputRequestOptions()
            #expect(!options.isNetworkAccessAllowed && options.progressHandler == nil && !options.skipsDisplaySizeImage)
            #expect(!options.canHandleAdjustmentData(editor.recipe("anything")) && options.originalResourceChoice == .compressed)
            options.skipsDisplaySizeImage = true
            #expect(try await Editor.input(asset, options).displaySizeImage == nil)
        }

        @Test func theHandlerRunsOnTheMainQueue() async throws {
            let asset = try world.save(), mark = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: mark, value: true)
            let isMain = await withCheckedContinuation { continuation in
                asset.requestContentEditingInput(with: nil) { input, info in
                    #expect(info[PHContentEditingInputErrorKey] == nil && info[PHContentEditingInputResultIsInCloudKey] as? Bool != true)
                    continuation.resume(returning: DispatchQueue.getSpecific(key: mark) == true && input != nil)
                }
            }
            #expect(isMain)
        }

        @Test func aCancelledRequestSaysSo() async throws {
            let asset = try world.save()
            let isCancelled = await withCheckedContinuation { continuation in
                // Nothing comes between on the main thread, where the handler runs.
                DispatchQueue.main.async {
                    let id: PHContentEditingInputRequestID = asset.requestContentEditingInput(with: nil) { input, info in
                        continuation.resume(returning: input == nil && info[PHContentEditingInputCancelledKey] as? Bool == true)
                    }
                    asset.cancelContentEditingInputRequest(id)
                    asset.cancelContentEditingInputRequest(id)
                }
            }
            #expect(isCancelled)
        }

        @Test func anEditIsWhatTheAssetShows() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), original = try #require(shownData(asset))
            world.wait(60)
            let rendering = try jpeg(2)
            let output = try editor.output(try await editor.begin(asset), "sepia", rendering: rendering)
            #expect(output.defaultRenderedContentType == .jpeg && output.supportedRenderedContentTypes.contains(.jpeg))
            #expect(output.renderedContentURL.pathExtension.hasPrefix("jp"))
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetChangeRequest(for: asset)
                request.contentEditingOutput = output
                #expect(request.contentEditingOutput === output)
                request.isFavorite = true
            }
            let edited = try world.again(asset)
            #expect(edited.hasAdjustments && edited.adjustmentFormatIdentifier == "org.example.editor" && edited.isFavorite)
            #expect(edited.adjustmentsState == .userAdjusted && edited.adjustmentTimestamp == world.now && edited.modificationDate == world.now)
            #expect((edited.pixelWidth, edited.pixelHeight) == (32, 24))
            #expect(shownData(edited) == rendering && shownData(edited, .unadjusted) == original && shownData(edited, .original) == original)
            #expect(kinds(edited) == [.photo, .fullSizePhoto, .adjustmentData])
            #expect(PHAssetResource.assetResources(for: edited).first?.originalFilename == "IMG_1.JPG")
            #expect(PHAsset.fetchAssets(with: options { $0.predicate = NSPredicate(format: "hasAdjustments == YES") }).all == [asset])
        }

        @Test func whoKnowsTheRecipeGetsWhatItWasMadeOn() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), original = try #require(shownData(asset)), rendering = try jpeg(2)
            try await editor.edit(asset, "sepia", rendering: rendering)
            let again = try await editor.begin(asset)
            #expect(again.adjustmentData?.data == Data("sepia".utf8))
            #expect(again.adjustmentData?.formatIdentifier == "org.example.editor" && again.adjustmentData?.formatVersion == "1.0")
            #expect(try Data(contentsOf: #require(again.fullSizeImageURL)) == original)
            #expect(again.displaySizeImage?.size == CGSize(width: 64, height: 48))
            for input in [try await Editor.input(asset), try await Editor(resumes: false).begin(asset)] {
                #expect(input.adjustmentData == nil, "the edit is baked in")
                #expect(try Data(contentsOf: #require(input.fullSizeImageURL)) == rendering)
                #expect(input.displaySizeImage?.size == CGSize(width: 32, height: 24))
            }
            // The edit is made anew, stronger.
            let stronger = try jpeg(3)
            try commit(editor.output(again, "more sepia", rendering: stronger), to: asset)
            #expect(shownData(try world.again(asset)) == stronger)
            #expect(kinds(asset) == [.photo, .fullSizePhoto, .adjustmentData], "one edit, on the original")
            #expect(try await editor.begin(asset).adjustmentData?.data == Data("more sepia".utf8))
        }

        @Test func anEditOnAnotherOnesEditHasThatForItsBase() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), original = try #require(shownData(asset)), first = try jpeg(2), second = try jpeg(3)
            try await editor.edit(asset, "sepia", rendering: first)
            let other = Editor(format: "org.example.other")
            try await other.edit(asset, "frame", rendering: second)
            #expect(kinds(asset) == [.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto])
            #expect(try shownData(world.again(asset)) == second)
            #expect(try shownData(world.again(asset), .original) == original)
            let again = try await other.begin(asset)
            #expect(try Data(contentsOf: #require(again.fullSizeImageURL)) == first, "the previous version, and not the original")
            #expect(again.adjustmentData?.data == Data("frame".utf8))
            #expect(try Data(contentsOf: #require(try await editor.begin(asset).fullSizeImageURL)) == second)
            let third = try jpeg(4)
            try commit(other.output(again, "wide frame", rendering: third), to: asset)
            #expect(try Data(contentsOf: #require(try await other.begin(asset).fullSizeImageURL)) == first, "made on the same")
            #expect(shownData(try world.again(asset)) == third)
        }

        @Test func aRevertedAssetIsTheOriginal() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), original = try #require(shownData(asset))
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
            #expect(try world.again(asset).modificationDate == asset.modificationDate, "nothing to take back")
            try await editor.edit(asset, "sepia", rendering: jpeg(2))
            try await Editor(format: "org.example.other").edit(asset, "frame", rendering: jpeg(3))
            world.wait(60)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
            let reverted = try world.again(asset)
            #expect(!reverted.hasAdjustments && reverted.adjustmentFormatIdentifier == nil && reverted.adjustmentsState == .none)
            #expect(reverted.adjustmentTimestamp == world.now && reverted.modificationDate == world.now)
            #expect((reverted.pixelWidth, reverted.pixelHeight) == (64, 48))
            #expect(kinds(reverted) == [.photo] && shownData(reverted) == original)
            #expect(PHAsset.fetchAssets(with: nil).all == [asset])
            #expect(try await editor.begin(reverted).adjustmentData == nil)
        }

        @Test func observersHearThatTheContentChanged() async throws {
            let asset = try world.save(), recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let output = try editor.output(try await editor.begin(asset), "sepia", rendering: jpeg(2))
            let edit = try #require(try await recorder.after { PHAssetChangeRequest(for: asset).contentEditingOutput = output })
            #expect(edit.changeDetails(for: asset)?.assetContentChanged == true)
            #expect(edit.changeDetails(for: asset)?.objectAfterChanges?.hasAdjustments == true)
            let fetched = PHAsset.fetchAssets(with: nil)
            let reversion = try #require(try await recorder.after { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() })
            #expect(reversion.changeDetails(for: asset)?.assetContentChanged == true)
            let details = try #require(reversion.changeDetails(for: fetched))
            #expect(details.changedObjects == [asset] && details.insertedObjects.isEmpty)
            let favorite = try #require(try await recorder.after { PHAssetChangeRequest(for: asset).isFavorite = true })
            #expect(favorite.changeDetails(for: asset)?.assetContentChanged == false)
        }

        @Test func anAssetIsCreatedWithAnEdit() async throws {
            let original = try world.jpeg("IMG_7.JPG", seed: 1), rendering = try jpeg(2)
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: original, options: nil)
                guard let placeholder = request.placeholderForCreatedAsset else { return }
                let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
                try? rendering.write(to: output.renderedContentURL)
                output.adjustmentData = editor.recipe("sepia")
                request.contentEditingOutput = output
                identifier = placeholder.localIdentifier
            }
            let asset = try world.asset(identifier)
            #expect(asset.hasAdjustments && asset.adjustmentFormatIdentifier == "org.example.editor" && asset.pixelWidth == 32)
            #expect(try shownData(asset) == rendering && shownData(asset, .original) == Data(contentsOf: original))
            #expect(try await editor.begin(asset).adjustmentData?.data == Data("sepia".utf8))
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
            #expect(try shownData(world.again(asset)) == Data(contentsOf: original))
        }

        @Test func anEditIsSavedAgainAndAgain() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1)
            try await Editor(format: "org.example.other").edit(asset, "frame", rendering: jpeg(2))
            let input = try await editor.begin(asset)
            for seed in [3, 4, 5] {
                try commit(editor.output(input, "step \(seed)", rendering: jpeg(seed)), to: asset)
                #expect(try shownData(world.again(asset)) == jpeg(seed))
            }
            #expect(try Data(contentsOf: #require(try await editor.begin(asset).fullSizeImageURL)) == jpeg(2), "all were made on the same")
        }

        @Test func anOtherTypeIsAskedFor() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1)
            let output = PHContentEditingOutput(contentEditingInput: try await editor.begin(asset))
            #expect(throws: (any Error).self) { try output.renderedContentURL(for: .gif) }
            #expect(output.supportedRenderedContentTypes.contains(.heic))
            #expect(try output.renderedContentURL(for: .heic) != output.renderedContentURL)
            #expect(try output.renderedContentURL(for: .jpeg) == output.renderedContentURL)
        }
    }
}
