import Foundation
import Photos
import SharedWorld
import Synchronization
import Testing

extension ApplicationTests {
    /// What is no edit is refused, and nothing has happened then.
    @Suite(.timeLimit(.minutes(20))) struct EditingErrors {
        let world: World
        let editor = Editor()
        init() throws { world = try World() }

        private func jpeg(_ seed: Int) throws -> Data { try Data(contentsOf: world.jpeg("rendering-\(seed).jpg", width: 32, height: 24, seed: seed)) }

        private func code(_ output: PHContentEditingOutput, _ asset: PHAsset) -> Int? { Self.code(output, asset) }

        private static func code(_ output: PHContentEditingOutput, _ asset: PHAsset) -> Int? {
            do { try commit(output, to: asset) } catch {
                let error = error as NSError
                return error.domain == PHPhotosErrorDomain ? error.code : -2
            }
            return nil
        }

        @Test func whatIsNoEditIsRefused() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), original = shownData(asset), input = try await editor.begin(asset)
            func output(_ rendering: Data?, _ data: PHAdjustmentData?) throws -> PHContentEditingOutput {
                let output = PHContentEditingOutput(contentEditingInput: input)
                try rendering?.write(to: output.renderedContentURL)
                output.adjustmentData = data
                return output
            }
            let rendering = try jpeg(2), recipe = editor.recipe("sepia")
            let invalid = PHPhotosError.invalidResource.rawValue
            #expect(try code(output(rendering, nil), asset) == invalid, "no recipe")
            #expect(try code(output(nil, recipe), asset) == PHPhotosError.missingResource.rawValue, "no rendering")
            #expect(try code(output(Data("a text".utf8), recipe), asset) == invalid)
            #expect(try code(output(Data(), recipe), asset) == invalid)
            #expect(try code(output(world.png(), recipe), asset) == invalid, "another type than was asked for")
            #expect(try code(output(Data(contentsOf: world.movie()), recipe), asset) == invalid)
            #expect(try code(output(rendering.prefix(100), recipe), asset) == invalid)
            #expect(try code(output(rendering, PHAdjustmentData(formatIdentifier: "", formatVersion: "1.0", data: Data([1]))), asset) == invalid)
            #expect(try code(output(rendering, PHAdjustmentData(formatIdentifier: "org.example", formatVersion: "1.0", data: Data())), asset) == invalid)
            #expect(!(try world.again(asset).hasAdjustments) && kinds(asset) == [.photo] && shownData(asset) == original)
            #expect(try code(output(rendering, recipe), asset) == nil, "the next one is fine")
        }

        @Test func aRecipeHasALimit() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), input = try await editor.begin(asset)
            let output = try editor.output(input, "sepia", rendering: jpeg(2))
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example", formatVersion: "1.0", data: Data(count: 2 << 20 + 1))
            #expect(code(output, asset) == PHPhotosError.limitExceeded.rawValue)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example", formatVersion: "1.0", data: Data(count: 2 << 20))
            #expect(code(output, asset) == nil)
        }

        @Test func anOutputIsForItsAssetOnly() async throws {
            let (one, other) = (try world.save("IMG_1.JPG", seed: 1), try world.save("IMG_2.JPG", seed: 2))
            let output = try editor.output(try await editor.begin(one), "sepia", rendering: jpeg(3))
            #expect(code(output, other) == PHPhotosError.changeNotSupported.rawValue)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets([one] as NSFastEnumeration) }
            #expect(code(output, one) != nil, "a deleted one takes no edit")
        }

        @Test func ofTwoEditorsTheSecondIsTold() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), original = shownData(asset)
            let (one, other) = (try await editor.begin(asset), try await Editor(format: "org.example.other").begin(asset))
            try commit(editor.output(one, "sepia", rendering: jpeg(2)), to: asset)
            let late = try editor.output(other, "frame", rendering: jpeg(3))
            #expect(code(late, asset) == PHPhotosError.operationInterrupted.rawValue)
            #expect(try shownData(world.again(asset)) == jpeg(2) && shownData(asset, .original) == original, "the first edit stays")
            #expect(try world.again(asset).adjustmentFormatIdentifier == "org.example.editor")
            #expect(FileManager.default.fileExists(atPath: late.renderedContentURL.path), "what the second made is not lost either")
            try await Editor(format: "org.example.other").edit(asset, "frame", rendering: jpeg(3))
            #expect(try shownData(world.again(asset)) == jpeg(3))
        }

        /// Two threads save at the same moment: one edit is there, whole, and whoever made the other is told and has kept it.
        @Test func ofTwoEditorsThatSaveAtOnceOneIsTold() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1)
            for round in 0..<20 {
                let renderings = [try jpeg(2 * round + 2), try jpeg(2 * round + 3)]
                let one = try editor.output(try await editor.begin(asset), "one of \(round)", rendering: renderings[0])
                let other = try editor.output(try await editor.begin(asset), "other of \(round)", rendering: renderings[1])
                let codes = await Self.saved(one, other, to: asset), late = codes[0] == nil ? other : one
                #expect(codes.compactMap { $0 } == [PHPhotosError.operationInterrupted.rawValue], "round \(round): \(codes)")
                let winner = codes[0] == nil ? 0 : 1, recipe = try await editor.begin(asset).adjustmentData?.data
                #expect(try shownData(world.again(asset)) == renderings[winner], "round \(round)")
                #expect(recipe == Data("\(winner == 0 ? "one" : "other") of \(round)".utf8), "round \(round)")
                #expect(FileManager.default.fileExists(atPath: late.renderedContentURL.path))
            }
        }

        /// What came of both, each saved by a thread of its own once both are there.
        private static func saved(_ one: PHContentEditingOutput, _ other: PHContentEditingOutput, to asset: PHAsset) async -> [Int?] {
            // Guarded by being used by the first thread alone until both have ended.
            nonisolated(unsafe) let one = one
            // Guarded by being used by the second thread alone until both have ended.
            nonisolated(unsafe) let other = other
            return await withCheckedContinuation { (done: CheckedContinuation<[Int?], Never>) in
                Thread {
                    let second = Mutex<Int?>(nil), met = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
                    Thread {
                        met.signal()
                        let code = Self.code(other, asset)
                        second.withLock { $0 = code }
                        ended.signal()
                    }.start()
                    met.wait()
                    let first = Self.code(one, asset)
                    ended.wait()
                    done.resume(returning: [first, second.withLock { $0 }])
                }.start()
            }
        }

        @Test func anEditOfWhatWasRevertedIsLate() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1)
            try await editor.edit(asset, "sepia", rendering: jpeg(2))
            let output = try editor.output(try await editor.begin(asset), "more", rendering: jpeg(3))
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
            #expect(code(output, asset) == PHPhotosError.operationInterrupted.rawValue)
            #expect(!(try world.again(asset).hasAdjustments))
        }

        @Test func aBlockThatFailsLeavesTheEditBefore() async throws {
            let (asset, gone) = (try world.save("IMG_1.JPG", seed: 1), try world.save("IMG_2.JPG", seed: 2))
            let output = try editor.output(try await editor.begin(asset), "sepia", rendering: jpeg(3))
            #expect(throws: (any Error).self) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetChangeRequest(for: asset).contentEditingOutput = output
                    PHAssetChangeRequest.deleteAssets([gone] as NSFastEnumeration)
                    PHAssetChangeRequest(for: gone).isFavorite = true
                }
            }
            #expect(!(try world.again(asset).hasAdjustments))
            #expect(code(output, asset) == nil, "it may be tried again")
            #expect(try world.again(asset).hasAdjustments)
        }

        @Test func whatIsNewHasNothingToRevert() throws {
            let file = try world.jpeg()
            #expect(throws: (any Error).self) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.revertAssetContentToOriginal()
                }
            }
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
        }

        @Test func aSoundCantBeEdited() async throws {
            let sound = try #require(world.invent { $1.type = .audio }.first)
            #expect(!sound.canPerform(.content) && sound.canPerform(.properties))
            await #expect(throws: (any Error).self) { try await Editor.input(sound) }
        }
    }
}
