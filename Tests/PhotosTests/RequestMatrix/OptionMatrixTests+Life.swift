import Foundation
import Photos
import PhotosTesting
import Testing

extension OptionMatrixTests {
    private typealias Matrix = OptionMatrix

    /// What a caching manager has prepared comes at once and whole, asked for with the same parameters.
    @Test(arguments: OptionMatrix.resizes) func whatWasPreparedIsTheFirstAndLastAnswer(_ resize: PHImageRequestOptionsResizeMode) throws {
        let world = try Matrix.World(.usual), manager = PHCachingImageManager()
        let cell = Matrix.Cell(resize: resize, target: .box(400, 400)), unlike = Matrix.Cell(resize: .exact, target: .box(410, 410))
        manager.startCachingImages(for: [world.asset], targetSize: cell.target.size, contentMode: cell.content, options: cell.options)
        // One that joins the preparation and waits for its end.
        _ = Matrix.request(cell.synchronous, for: world.asset, from: manager)
        let picture = Matrix.Pictures.usual.original
        for (cell, isPrepared) in [(cell, true), (unlike, false)] {
            let expected = Matrix.history(of: cell, in: Matrix.Situation(picture: picture, isRemembered: isPrepared))
            let history = Matrix.request(cell, for: world.asset, from: manager)
            #expect(history.wait(for: expected.count))
            #expect(history.difference(from: expected) == nil)
        }
        manager.stopCachingImagesForAllAssets()
        try world.finish()
    }

    /// Cancelled before anything was told: one call says so, with every delivery mode, and nothing else is told.
    @Test(arguments: OptionMatrix.deliveries) func cancellingIsToldOnceAndIsTheEnd(_ delivery: PHImageRequestOptionsDeliveryMode) throws {
        let world = try Matrix.World(.usual, count: 4), manager = PHImageManager.default()
        let cell = Matrix.Cell(delivery: delivery)
        let histories = world.assets.flatMap { asset in
            let (image, data) = (Matrix.History(), Matrix.History())
            DispatchQueue.main.sync {
                image.during { manager.requestImage(for: asset, targetSize: cell.target.size, contentMode: .default, options: cell.options, resultHandler: $0.image) }
                data.during { history in
                    manager.requestImageDataAndOrientation(for: asset, options: cell.options) { data, _, _, info in
                        history.note(data == nil ? .nothing : .bytes("data"), info)
                    }
                }
                // Twice is once; what was never given out is nobody's.
                for id in [image.id, data.id, image.id, PHInvalidImageRequestID, -7, .max] { manager.cancelImageRequest(id ?? 0) }
            }
            return [image, data]
        }
        for history in histories { #expect(history.wait(for: 1)) }
        try world.finish()
        for history in histories { #expect(history.difference(from: [Matrix.Expected(content: .nothing, isCancelled: true)]) == nil) }
    }

    @Test func cancellingWhatIsDoneDoesNothing() throws {
        let world = try Matrix.World(.usual)
        let late = Matrix.request(Matrix.Cell(), for: world.asset), atOnce = Matrix.request(Matrix.Cell(isSynchronous: true), for: world.asset)
        #expect(late.wait(for: 2) && atOnce.wait(for: 1))
        for history in [late, atOnce] { PHImageManager.default().cancelImageRequest(history.id ?? 0) }
        try world.finish()
        #expect([late.texts, atOnce.texts] == [["256x192 degraded main", "800x600 main"], ["800x600 caller"]])
    }

    @Test func everyRequestHasAnIdentifierOfItsOwn() throws {
        let world = try Matrix.World(.usual)
        let histories = (0..<40).map { Matrix.request(Matrix.Cell(isSynchronous: $0.isMultiple(of: 2), target: .box(100, 100)), for: world.asset) }
        for history in histories { #expect(history.wait(for: 1)) }
        let ids = histories.compactMap(\.id)
        #expect(ids.count == 40 && Set(ids).count == 40 && !ids.contains(PHInvalidImageRequestID))
        world.end()
    }

    @Test(.timeLimit(.minutes(20))) func atOnceFromTheMainQueueAndFromInsideAHandler() throws {
        let world = try Matrix.World(.usual)
        let asset = world.asset, cell = Matrix.Cell(isSynchronous: true, target: .box(400, 400))
        let onMain = Matrix.History(), inner = Matrix.History()
        DispatchQueue.main.sync { onMain.during { Self.atOnce(cell, asset, $0) } }
        let outer = Matrix.requestData(of: asset) { _, _, _ in
            inner.during { Self.atOnce(cell, asset, $0) }
            return "data"
        }
        #expect(outer.wait(for: 1))
        world.end()
        let expected = Matrix.history(of: cell, in: Matrix.Situation(picture: Matrix.Pictures.usual.original))
        #expect(onMain.difference(from: expected) == nil)
        #expect(inner.difference(from: expected) == nil)
    }

    private static func atOnce(_ cell: OptionMatrix.Cell, _ asset: PHAsset, _ history: OptionMatrix.History) -> PHImageRequestID {
        PHImageManager.default().requestImage(
            for: asset, targetSize: cell.target.size, contentMode: cell.content, options: cell.options, resultHandler: history.image)
    }

    /// All threads of Swift's pool wait at once, so none is left to do their work.
    @Test(.timeLimit(.minutes(20))) func atOnceFromEveryThreadOfThePool() async throws {
        let world = try Matrix.World(.usual, count: ProcessInfo.processInfo.activeProcessorCount * 4)
        let differences = await withTaskGroup(of: String?.self) { group in
            for (number, asset) in world.assets.enumerated() {
                group.addTask {
                    let cell = Matrix.Cell(resize: .exact, isSynchronous: true, target: .box(300 + number, 300))
                    return Matrix.request(cell, for: asset).difference(from: Matrix.history(of: cell, in: Matrix.Situation(picture: Matrix.Pictures.usual.original)))
                }
            }
            return await group.reduce(into: [String]()) { if let difference = $1 { $0.append(difference) } }
        }
        world.end()
        #expect(differences == [])
    }
}
