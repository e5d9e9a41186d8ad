import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// Edits of what is no plain photo.
    @Suite(.timeLimit(.minutes(20))) struct EditedMovies {
        let world: World
        let editor = Editor()
        init() throws { world = try World() }

        private func create(_ resources: (PHAssetResourceType, URL)...) throws -> PHAsset {
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                for (type, file) in resources { request.addResource(with: type, fileURL: file, options: nil) }
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            return try world.asset(identifier)
        }

        private func revert(_ asset: PHAsset) throws -> PHAsset {
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
            return try world.again(asset)
        }

        private func bytes(_ movie: AVAsset?) throws -> Data { try Data(contentsOf: #require(movie as? AVURLAsset).url) }

        private func bytes(_ asset: PHAsset, _ type: PHAssetResourceType) throws -> Data {
            let resource = try #require(PHAssetResource.assetResources(for: asset).first { $0.type == type })
            return try Data(contentsOf: #require(resource.value(forKey: "privateFileURL") as? URL))
        }

        @Test func aVideoIsEditedAndReverted() async throws {
            let original = try Data(contentsOf: world.movie()), rendering = try Data(contentsOf: world.film("edited.mov", seed: 1))
            let asset = try create((.video, world.movie("IMG_1.MOV")))
            let input = try await editor.begin(asset)
            #expect((input.mediaType, input.playbackStyle, input.uniformTypeIdentifier) == (.video, .video, "com.apple.quicktime-movie"))
            #expect(input.fullSizeImageURL == nil && input.livePhoto == nil && input.displaySizeImage?.size.width == 64)
            #expect(try bytes(input.audiovisualAsset) == original && bytes(input.avAsset) == original)
            let output = try editor.output(input, "slower", rendering: rendering)
            #expect(output.defaultRenderedContentType == .quickTimeMovie && output.renderedContentURL.pathExtension == "mov")
            try commit(output, to: asset)
            let edited = try world.again(asset)
            #expect(edited.hasAdjustments && kinds(edited) == [.video, .fullSizeVideo, .adjustmentData])
            #expect((edited.pixelWidth, edited.pixelHeight, edited.duration) == (96, 64, 1))
            #expect(try await bytes(Editor.input(edited).audiovisualAsset) == rendering)
            let again = try await editor.begin(edited)
            #expect(try bytes(again.audiovisualAsset) == original && again.adjustmentData?.data == Data("slower".utf8))
            let reverted = try revert(edited)
            #expect(!reverted.hasAdjustments && (reverted.pixelWidth, reverted.duration) == (64, 2))
            #expect(try bytes(reverted, .video) == original && kinds(reverted) == [.video])
        }

        @Test func aRenderingIsNamedByWhatItHolds() async throws {
            let asset = try create((.video, world.movie("IMG_2.MOV"))), film = try Data(contentsOf: world.film("edited.mov", seed: 1))
            let output = PHContentEditingOutput(contentEditingInput: try await editor.begin(asset))
            let place = try output.renderedContentURL(for: .mpeg4Movie)
            try film.write(to: place)
            output.adjustmentData = editor.recipe("slower")
            try commit(output, to: asset)
            let rendering = PHAssetResource.assetResources(for: try world.again(asset)).first { $0.type == .fullSizeVideo }
            #expect(place.pathExtension == "mp4" && rendering?.originalFilename == "IMG_2_edited.mov")
            #expect(rendering?.uniformTypeIdentifier == "com.apple.quicktime-movie")
        }

        /// As an application trims: the part is exported to where the rendering goes. Frames that are passed through may bring up to three others along.
        @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality]) func aVideoIsTrimmedByAnExport(_ preset: String) async throws {
            let original = try Data(contentsOf: world.movie()), asset = try create((.video, world.movie("IMG_1.MOV")))
            let input = try await editor.begin(asset), output = PHContentEditingOutput(contentEditingInput: input)
            let movie = try #require(input.audiovisualAsset), session = try #require(AVAssetExportSession(asset: movie, presetName: preset))
            session.timeRange = CMTimeRange(start: CMTimeMake(value: 1, timescale: 2), end: CMTimeMake(value: 3, timescale: 2))
            try await session.export(to: output.renderedContentURL, as: .mov)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example.trim", formatVersion: "1", data: Data("0.5-1.5".utf8))
            try commit(output, to: asset)
            let trimmed = try world.again(asset)
            #expect(trimmed.hasAdjustments && (0.95...1.55).contains(trimmed.duration) && (trimmed.pixelWidth, trimmed.pixelHeight) == (64, 48), "\(trimmed.duration)")
            let reverted = try revert(trimmed)
            #expect(try reverted.duration == 2 && bytes(reverted, .video) == original)
        }

        @Test func aLivePhotoIsEditedWithItsMovie() async throws {
            let still = try world.jpeg("IMG_9.JPG", seed: 9), movie = try world.movie("IMG_9.MOV")
            let asset = try create((.photo, still), (.pairedVideo, movie))
            let input = try await editor.begin(asset)
            #expect(input.mediaSubtypes == .photoLive && input.playbackStyle == .livePhoto && input.audiovisualAsset == nil)
            #expect(input.livePhoto?.size == CGSize(width: 64, height: 48))
            #expect(try Data(contentsOf: #require(input.fullSizeImageURL)) == Data(contentsOf: still))
            let rendering = try Data(contentsOf: world.jpeg("rendering.jpg", width: 32, height: 24, seed: 2)), film = try Data(contentsOf: world.film("edited.mov", seed: 1))
            let output = try editor.output(input, "sepia", rendering: rendering)
            try film.write(to: output.renderedContentURL(for: .quickTimeMovie))
            try commit(output, to: asset)
            let edited = try world.again(asset)
            #expect(kinds(edited) == [.photo, .fullSizePhoto, .adjustmentData, .pairedVideo, .fullSizePairedVideo])
            #expect(edited.playbackStyle == .livePhoto && shownData(edited) == rendering)
            let baked = try await Editor.input(edited)
            #expect(baked.livePhoto?.size == CGSize(width: 32, height: 24))
            let files = try PHAssetResource.assetResources(for: #require(baked.livePhoto))
            #expect(files.map(\.type) == [.fullSizePhoto, .fullSizePairedVideo])
            let again = try await editor.begin(edited)
            #expect(try PHAssetResource.assetResources(for: #require(again.livePhoto)).map(\.type) == [.photo, .pairedVideo])
            let reverted = try revert(edited)
            #expect(try kinds(reverted) == [.photo, .pairedVideo] && bytes(reverted, .photo) == Data(contentsOf: still))
            #expect(try bytes(reverted, .pairedVideo) == Data(contentsOf: movie))
        }

        @Test func aRawIsEdited() async throws {
            let file = try world.raw("IMG_5.DNG"), asset = try create((.photo, file))
            let input = try await editor.begin(asset)
            #expect(input.uniformTypeIdentifier == "com.adobe.raw-image")
            #expect(try Data(contentsOf: #require(input.fullSizeImageURL)) == Data(contentsOf: file))
            let rendering = try Data(contentsOf: world.jpeg("rendering.jpg", width: 32, height: 24, seed: 2))
            try commit(editor.output(input, "sepia", rendering: rendering), to: asset)
            #expect(try shownData(world.again(asset)) == rendering)
            #expect(try Data(contentsOf: #require(try await editor.begin(asset).fullSizeImageURL)) == Data(contentsOf: file))
            #expect(try bytes(revert(asset), .photo) == Data(contentsOf: file))
            let options = PHContentEditingInputRequestOptions()
            options.originalResourceChoice = .raw
            await #expect(throws: (any Error).self, "there is one original") { try await Editor.input(asset, options) }
            #expect(throws: (any Error).self) {
                try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContent(to: .raw) }
            }
        }

        @Test func ofAPairEitherIsTheOriginal() async throws {
            let compressed = try world.jpeg("IMG_6.JPG", width: 64, height: 48, seed: 6), raw = try world.raw("IMG_6.DNG", width: 80, height: 60)
            let asset = try create((.photo, compressed), (.alternatePhoto, raw))
            let options = PHContentEditingInputRequestOptions()
            #expect(try await Data(contentsOf: #require(Editor.input(asset, options).fullSizeImageURL)) == Data(contentsOf: compressed))
            options.originalResourceChoice = .raw
            let input = try await Editor.input(asset, options)
            #expect(try Data(contentsOf: #require(input.fullSizeImageURL)) == Data(contentsOf: raw) && input.uniformTypeIdentifier == "com.adobe.raw-image")
            try await editor.edit(asset, "sepia", rendering: Data(contentsOf: world.jpeg("rendering.jpg", width: 32, height: 24, seed: 2)))
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContent(to: .raw) }
            let reverted = try world.again(asset)
            #expect(!reverted.hasAdjustments && reverted.originalResourceChoice == .raw && (reverted.pixelWidth, reverted.pixelHeight) == (80, 60))
            #expect(try shownData(reverted) == Data(contentsOf: raw))
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContent(to: .compressed) }
            #expect(try world.again(asset).originalResourceChoice == .compressed && world.again(asset).pixelWidth == 64)
        }

        @Test func anEditOfAPairIsMadeAgainFromTheOneItWasMadeOn() async throws {
            let compressed = try world.jpeg("IMG_7.JPG", width: 64, height: 48, seed: 7), raw = try world.raw("IMG_7.DNG", width: 80, height: 60)
            let asset = try create((.photo, compressed), (.alternatePhoto, raw))
            let (developed, photo) = (try Data(contentsOf: raw), try Data(contentsOf: compressed))
            let options = PHContentEditingInputRequestOptions()
            options.originalResourceChoice = .raw
            let input = try await Editor.input(asset, options)
            #expect(try world.again(asset).originalResourceChoice == .compressed, "asking changes nothing")
            let rendering = try Data(contentsOf: world.jpeg("rendering.jpg", width: 32, height: 24, seed: 2))
            try commit(editor.output(input, "sepia", rendering: rendering), to: asset)
            let edited = try world.again(asset)
            #expect(edited.hasAdjustments && edited.originalResourceChoice == .raw && shownData(edited) == rendering)
            let again = try await editor.begin(edited), base = try #require(again.fullSizeImageURL)
            #expect(try Data(contentsOf: base) == developed && again.adjustmentData?.data == Data("sepia".utf8))
            let reverted = try revert(edited)
            #expect(!reverted.hasAdjustments && shownData(reverted) == developed && (reverted.pixelWidth, reverted.pixelHeight) == (80, 60))
            // And the other way round, on an asset whose original is the RAW by now.
            options.originalResourceChoice = .compressed
            try commit(editor.output(try await Editor.input(asset, options), "noir", rendering: rendering), to: asset)
            let last = try await editor.begin(world.again(asset)), lastBase = try #require(last.fullSizeImageURL)
            #expect(try Data(contentsOf: lastBase) == photo && world.again(asset).originalResourceChoice == .compressed)
            #expect(try shownData(revert(asset)) == photo && bytes(asset, .alternatePhoto) == developed)
        }

        /// What is built upon an edit is built upon its rendering, whichever original is asked for.
        @Test func aChoiceWithoutEffectStaysOne() async throws {
            let compressed = try world.jpeg("IMG_8.JPG", width: 64, height: 48, seed: 8), raw = try world.raw("IMG_8.DNG", width: 80, height: 60)
            let asset = try create((.photo, compressed), (.alternatePhoto, raw))
            let rendering = try Data(contentsOf: world.jpeg("rendering.jpg", width: 32, height: 24, seed: 2))
            try await editor.edit(asset, "sepia", rendering: rendering)
            let options = PHContentEditingInputRequestOptions()
            options.originalResourceChoice = .raw
            let input = try await Editor.input(world.again(asset), options), shown = try #require(input.fullSizeImageURL)
            #expect(try Data(contentsOf: shown) == rendering)
            try commit(editor.output(input, "noir", rendering: rendering), to: asset)
            #expect(try world.again(asset).originalResourceChoice == .compressed)
        }
    }
}
