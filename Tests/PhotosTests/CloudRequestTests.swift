import Foundation
import Photos
import PhotosTesting
import Synchronization
import Testing

/// Requests for files that are in the cloud, in a library that nobody else uses.
@Suite(.timeLimit(.minutes(20))) struct CloudRequestTests {
    let temporary: TemporaryLibrary
    let asset: PHAsset
    let photo: Data

    init() throws {
        let made = try CloudPhoto()
        (temporary, asset, photo) = (made.temporary, made.asset, made.photo)
    }

    /// What a progress handler and a result handler were told, in one order.
    private final class Story: Sendable {
        private let words = Mutex<[String]>([])
        private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        private let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)

        func tell(_ word: String, isLast: Bool = false) {
            words.withLock { $0.append(word) }
            beginning.yield()
            if isLast { continuation.yield() }
        }

        /// Waits for the first word.
        func begun() async {
            for await _ in beginnings { break }
        }

        var all: [String] { words.withLock { $0 } }

        func finished() async -> [String] {
            for await _ in stream { break }
            return all
        }

        func progress(_ fraction: Double, _ error: (any Error)?, _ stop: UnsafeMutablePointer<ObjCBool>, _ info: [AnyHashable: Any]?) {
            let isTold = info?[PHImageResultRequestIDKey] as? NSNumber != nil && info?[PHImageResultIsInCloudKey] as? Bool == true
            tell("\(fraction)" + (error.map { " error \(($0 as NSError).code)" } ?? "") + (MainQueue.isCurrent ? " main" : "") + (isTold ? "" : " of nothing"))
        }

        func result(_ picture: String?, _ info: [AnyHashable: Any]?) {
            var words = [picture ?? "nil"]
            let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool == true
            if isDegraded { words.append("degraded") }
            if info?[PHImageResultIsInCloudKey] as? Bool == true { words.append("in cloud") }
            if info?[PHImageCancelledKey] as? Bool == true { words.append("cancelled") }
            if let error = info?[PHImageErrorKey] as? NSError { words.append("error \(error.code)") }
            tell(words.joined(separator: " "), isLast: !isDegraded)
        }
    }

    private func options(_ story: Story, _ change: (PHImageRequestOptions) -> Void = { _ in }) -> PHImageRequestOptions {
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = story.progress
        change(options)
        return options
    }

    @discardableResult
    private func ask(_ story: Story, _ options: PHImageRequestOptions) -> PHImageRequestID {
        PHImageManager.default().requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options) { image, info in
            story.result(image.map { "\(Int($0.size.width))x\(Int($0.size.height))" }, info)
        }
    }

    @discardableResult
    private func askForData(_ story: Story, _ options: PHImageRequestOptions) -> PHImageRequestID {
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { [photo] data, _, _, info in
            story.result(data.map { $0 == photo ? "the file" : "something else" }, info)
        }
    }

    private static func fractions(_ words: [String]) -> [Double] { words.compactMap { Double($0) } }

    @Test func theFileIsDownloadedOnceAndStays() async throws {
        let story = Story()
        ask(story, options(story))
        let words = await story.finished()
        let fractions = Self.fractions(words)
        #expect(fractions.first == 0 && fractions.last == 1 && fractions.count >= 5)
        #expect(fractions == fractions.sorted() && Set(fractions).count == fractions.count)
        #expect(words.count == fractions.count + 2 && words.contains("256x19 degraded") && words.last == "1600x120")
        temporary.forgetPictures()
        let again = Story()
        ask(again, options(again) { $0.isSynchronous = true })
        askForData(again, options(again) { $0.isSynchronous = true })
        #expect(again.all == ["1600x120", "the file"])
        #expect(temporary.cloud.downloads == 1)
    }

    @Test(arguments: [false, true]) func nothingIsDownloadedForWhatAPreviewServes(_ isAllowed: Bool) async throws {
        let story = Story(), options = options(story) { ($0.isNetworkAccessAllowed, $0.resizeMode) = (isAllowed, .exact) }
        PHImageManager.default().requestImage(for: asset, targetSize: CGSize(width: 600, height: 600), contentMode: .aspectFit, options: options) { image, info in
            story.result(image.map { "\(Int($0.size.width))x\(Int($0.size.height))" }, info)
        }
        #expect(await story.finished() == ["256x19 degraded", "600x45"])
        #expect(temporary.cloud.downloads == 0)
    }

    @Test func synchronousRequestsWaitForTheFile() throws {
        let story = Story()
        askForData(story, options(story) { $0.isSynchronous = true })
        #expect(story.all.first == "0.0" && Array(story.all.suffix(2)) == ["1.0", "the file"])
        try temporary.sendToCloud([asset], [.photo])
        temporary.forgetPictures()
        let second = Story()
        ask(second, options(second) { $0.isSynchronous = true })
        #expect(second.all.first == "0.0" && Array(second.all.suffix(2)) == ["1.0", "1600x120"])
    }

    @Test func whoAsksMeanwhileJoinsTheDownload() async throws {
        temporary.cloud.fault = .hold
        let stories = (0..<6).map { _ in Story() }
        for (number, story) in stories.enumerated() {
            let options = options(story) { $0.deliveryMode = .highQualityFormat }
            if number.isMultiple(of: 2) { ask(story, options) } else { askForData(story, options) }
        }
        temporary.cloud.waitUntilHolding()
        let denied = Story()
        ask(denied, options(denied) { ($0.isNetworkAccessAllowed, $0.isSynchronous) = (false, true) })
        #expect(denied.all == ["nil in cloud error 3164"])
        temporary.cloud.release()
        for (number, story) in stories.enumerated() {
            let words = await story.finished()
            #expect(words.last == (number.isMultiple(of: 2) ? "1600x120" : "the file"))
        }
        #expect(temporary.cloud.downloads == 1)
    }

    @Test(arguments: [TemporaryLibrary.TestCloud.Fault.unreachable, .missing, .corrupt])
    func aDownloadThatFailsIsToldToBothHandlersAndLeavesNothing(_ fault: TemporaryLibrary.TestCloud.Fault) async throws {
        temporary.cloud.fault = fault
        for isData in [false, true] {
            for isSynchronous in [false, true] {
                let story = Story(), options = options(story) { ($0.isSynchronous, $0.deliveryMode) = (isSynchronous, .highQualityFormat) }
                if isData { askForData(story, options) } else { ask(story, options) }
                let words = isSynchronous ? story.all : await story.finished()
                #expect(words.first == "0.0")
                #expect(words.last == "nil in cloud error 3169")
                #expect(words.dropLast().last?.hasSuffix(" error 3169") == true)
                #expect(words.filter { $0.contains("error") }.count == 2 && !words.contains("1.0"))
            }
        }
        temporary.cloud.fault = nil
        let story = Story()
        ask(story, options(story) { $0.isSynchronous = true })
        #expect(story.all.last == "1600x120")
    }

    @Test(arguments: [false, true]) func theStopFlagEndsTheRequestAndNoOther(_ isSynchronous: Bool) async throws {
        temporary.cloud.fault = .hold
        let other = Story()
        askForData(other, options(other))
        temporary.cloud.waitUntilHolding()
        let story = Story(), options = options(story) { ($0.isSynchronous, $0.deliveryMode) = (isSynchronous, .highQualityFormat) }
        options.progressHandler = { fraction, _, stop, _ in
            story.tell("\(fraction)")
            stop.pointee = true
        }
        let words: [String]
        if isSynchronous {
            ask(story, options)
            words = story.all
        } else {
            ask(story, options)
            words = await story.finished()
        }
        #expect(words == ["0.0", "nil cancelled"])
        temporary.cloud.release()
        #expect(await other.finished().last == "the file")
    }

    @Test func cancellingEndsTheDownloadOfOneWhoIsAlone() async throws {
        temporary.cloud.fault = .hold
        let manager = PHImageManager.default(), stories = [Story(), Story()]
        let ids = [ask(stories[0], options(stories[0]) { $0.deliveryMode = .highQualityFormat }), askForData(stories[1], options(stories[1]))]
        temporary.cloud.waitUntilHolding()
        // Progress comes on a queue of its own: what is told of it while somebody cancels may be heard after that.
        for story in stories { await story.begun() }
        for id in ids { manager.cancelImageRequest(id) }
        for story in stories { #expect(await story.finished().last == "nil cancelled") }
        let task = Task { [asset] in
            let options = PHImageRequestOptions()
            options.isNetworkAccessAllowed = true
            return try await manager.image(for: asset, targetSize: PHImageManagerMaximumSize, options: options)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        temporary.cloud.release()
        let last = Story()
        ask(last, options(last) { $0.isSynchronous = true })
        #expect(last.all.last == "1600x120")
    }

    /// Pages of pictures come and go: the download is that of whoever is left, and ends with the last.
    @Test(arguments: [false, true]) func twoHundredRequestsShareOneDownloadWhichEndsWithTheLastOfThem(_ isLastCancelled: Bool) async throws {
        temporary.cloud.fault = .hold
        let manager = PHImageManager.default(), stories = (0..<200).map { _ in Story() }
        let ids = stories.enumerated().map { number, story in
            let options = options(story) { $0.deliveryMode = .highQualityFormat }
            return number.isMultiple(of: 2) ? ask(story, options) : askForData(story, options)
        }
        temporary.cloud.waitUntilHolding()
        // Whoever joins is told where the download stands.
        for story in stories { await story.begun() }
        for id in ids.dropLast() { manager.cancelImageRequest(id) }
        for story in stories.dropLast() { #expect(await story.finished().last == "nil cancelled") }
        let last = try #require(stories.last), id = try #require(ids.last)
        #expect(!last.all.contains { $0.hasPrefix("nil") })
        if isLastCancelled {
            manager.cancelImageRequest(id)
            #expect(await last.finished().last == "nil cancelled")
            // It is held until its own end: nobody has released it.
            temporary.cloud.waitUntilHoldingNothing()
            temporary.cloud.release()
            #expect(temporary.cloud.downloads == 1)
            let again = Story()
            askForData(again, options(again) { $0.isSynchronous = true })
            #expect(again.all.last == "the file" && temporary.cloud.downloads == 2)
        } else {
            temporary.cloud.release()
            #expect(await last.finished().last == "the file")
            #expect(temporary.cloud.downloads == 1)
        }
    }

    @Test func awaitedPicturesAndFilesAreDownloadedToo() async throws {
        let options = PHImageRequestOptions(), manager = PHImageManager.default()
        let error = await #expect(throws: PHPhotosError.self) { try await manager.data(for: asset, options: options) }
        #expect(error?.code == .networkAccessRequired)
        options.isNetworkAccessAllowed = true
        #expect(try await manager.data(for: asset, options: options).data == photo)
        try temporary.sendToCloud([asset], [.photo])
        #expect(try await manager.image(for: asset, targetSize: PHImageManagerMaximumSize, options: options).size.width == 1600)
    }
}
