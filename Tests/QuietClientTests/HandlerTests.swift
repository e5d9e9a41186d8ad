import Foundation
import Photos
import SharedWorld
import Testing

/// A model as applications of the language's fifth mode have it: its handlers change variables and objects of its own, which Apple's declarations accept without a
/// word. This target's warnings are errors, so that it is built only where ours do, too.
private final class Model {
    private(set) var status = PHAuthorizationStatus.notDetermined
    private(set) var failure: Error?
    private(set) var bytes = Data()

    func authorize(_ done: @escaping (Int) -> Void) {
        var calls = 0
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
            calls += 1
            self.status = status
            done(calls)
        }
    }

    func authorizeAsBefore(_ done: @escaping (Int) -> Void) {
        var calls = 0
        PHPhotoLibrary.requestAuthorization { status in
            calls += 1
            self.status = status
            done(calls)
        }
    }

    /// Nobody has to look at the answer.
    func ask() async { await PHPhotoLibrary.requestAuthorization(for: .readWrite) }

    func like(_ asset: PHAsset, _ done: @escaping (Int) -> Void) {
        var calls = 0
        PHPhotoLibrary.shared().performChanges(
            {
                calls += 1
                PHAssetChangeRequest(for: asset).isFavorite = true
            },
            completionHandler: { _, error in
                calls += 1
                self.failure = error
                done(calls)
            })
    }

    func load(_ resource: PHAssetResource, _ done: @escaping (Int) -> Void) {
        var calls = 0
        PHAssetResourceManager.default().requestData(
            for: resource, options: nil,
            dataReceivedHandler: { piece in
                calls += 1
                self.bytes.append(piece)
            },
            completionHandler: { error in
                calls += 1
                self.failure = error
                done(calls)
            })
    }

    func write(_ resource: PHAssetResource, to file: URL, _ done: @escaping (Int) -> Void) {
        var calls = 0
        PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil) { error in
            calls += 1
            self.failure = error
            done(calls)
        }
    }
}

@Suite(.serialized, .sharedLibrary) struct HandlerTests {
    let world: World
    init() throws { world = try World() }

    /// How often the handlers had been called when the last one was.
    private func calls(_ ask: (@escaping (Int) -> Void) -> Void) async -> Int {
        await withCheckedContinuation { (done: CheckedContinuation<Int, Never>) in ask { done.resume(returning: $0) } }
    }

    @Test func handlersMayChangeWhatTheClientHas() async throws {
        let model = Model(), asset = try world.save("IMG_1.JPG", seed: 1)
        #expect(await calls(model.authorize) == 1)
        #expect(await calls(model.authorizeAsBefore) == 1)
        await model.ask()
        #expect(model.status == .authorized)
        #expect(await calls { model.like(asset, $0) } == 2)
        #expect(try world.again(asset).isFavorite && model.failure == nil)
        let resource = try #require(PHAssetResource.assetResources(for: asset).first), file = world.folder.appendingPathComponent("copy.jpg")
        #expect(await calls { model.load(resource, $0) } == 2)
        #expect(await calls { model.write(resource, to: file, $0) } == 1)
        #expect(try !model.bytes.isEmpty && model.bytes == Data(contentsOf: file) && model.failure == nil)
    }
}
