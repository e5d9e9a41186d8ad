import Foundation
import Photos
import PhotosTesting
import Testing

/// Resources that are in the cloud, in a library that nobody else uses.
@Suite(.timeLimit(.minutes(20))) struct ResourceCloudTests {
    let temporary: TemporaryLibrary
    let asset: PHAsset
    let photo: Data
    let resource: PHAssetResource

    init() throws {
        let made = try CloudPhoto()
        (temporary, asset, photo) = (made.temporary, made.asset, made.photo)
        resource = try #require(asset.resource(.photo))
    }

    private func options(_ history: ResourceHistory) -> PHAssetResourceRequestOptions {
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = { history.note("\($0)" + (MainQueue.isCurrent ? " main" : "")) }
        return options
    }

    private var target: URL { temporary.folder.appendingPathComponent("out.jpg") }

    @Test func withoutLeaveForTheNetworkNothingIsFetched() {
        let history = ResourceHistory()
        history.request(resource)
        #expect(history.all() == ["error 3164"])
        #expect(ResourceHistory().write(resource, to: target, PHAssetResourceRequestOptions()) == ["error 3164"])
        #expect(temporary.cloud.downloads == 0)
    }

    @Test(arguments: [false, true]) func progressComesBeforeTheBytesAndTheFileStays(_ writes: Bool) throws {
        let history = ResourceHistory(), words: [String]
        if writes {
            words = history.write(resource, to: target, options(history))
        } else {
            history.request(resource, options(history))
            words = history.all()
        }
        let fractions = words.compactMap { Double($0) }.filter { $0 <= 1 }
        #expect(fractions.first == 0 && fractions.last == 1 && fractions == fractions.sorted() && Set(fractions).count == fractions.count)
        #expect(Array(words.dropFirst(fractions.count)) == (writes ? ["done"] : ["\(photo.count)", "done"]))
        #expect(try (writes ? Data(contentsOf: target) : history.data) == photo)
        let again = ResourceHistory()
        again.request(resource, options(again))
        #expect(again.all() == ["\(photo.count)", "done"])
        #expect(temporary.cloud.downloads == 1)
    }

    @Test(arguments: [TemporaryLibrary.TestCloud.Fault.unreachable, .missing, .corrupt])
    func aDownloadThatFails(_ fault: TemporaryLibrary.TestCloud.Fault) throws {
        temporary.cloud.fault = fault
        let history = ResourceHistory()
        history.request(resource, options(history))
        let words = history.all()
        #expect(words.first == "0.0" && words.last == "error 3169" && !words.contains("1.0") && history.data.isEmpty)
        let file = ResourceHistory()
        #expect(file.write(resource, to: target, options(file)).last == "error 3169")
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test func requestsShareADownloadAndOneMayLeave() throws {
        temporary.cloud.fault = .hold
        let histories = (0..<3).map { _ in ResourceHistory() }
        // One that leaves before the others have joined ends the download, and they begin another.
        let joined = DispatchSemaphore(value: 0)
        let ids = histories.map { history in
            let options = options(history), note = options.progressHandler
            options.progressHandler = { fraction in
                note?(fraction)
                if fraction == 0 { joined.signal() }
            }
            return history.request(resource, options)
        }
        for _ in histories { try #require(joined.wait(timeout: .now() + 60) == .success) }
        temporary.cloud.waitUntilHolding()
        PHAssetResourceManager.default().cancelDataRequest(ids[0])
        #expect(histories[0].all().last == "error 3072")
        temporary.cloud.release()
        for history in histories.dropFirst() { #expect(history.all().suffix(2) == ["\(photo.count)", "done"]) }
        #expect(temporary.cloud.downloads == 1 && histories[0].data.isEmpty)
    }

    @Test func aTaskThatIsCancelledWritesNothing() async throws {
        temporary.cloud.fault = .hold
        let task = Task { [resource, target] in
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            try await PHAssetResourceManager.default().writeData(for: resource, toFile: target, options: options)
        }
        temporary.cloud.waitUntilHolding()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        temporary.cloud.release()
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test func aTargetThatIsTakenIsToldBeforeAnythingIsFetched() throws {
        try Data("precious".utf8).write(to: target)
        let history = ResourceHistory()
        #expect(history.write(resource, to: target, options(history)) == ["error -1"])
        #expect(temporary.cloud.downloads == 0)
    }
}
