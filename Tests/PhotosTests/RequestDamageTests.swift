import Foundation
import Photos
import PhotosTesting
import Testing

/// Files that turn out to be damaged when they are asked for.
@Suite(.timeLimit(.minutes(20))) struct RequestDamageTests {
    let temporary: TemporaryLibrary

    init() throws { temporary = try TemporaryLibrary() }

    private func save(_ data: Data) throws -> PHAsset {
        let file = try temporary.file("IMG_1.JPG", data)
        try temporary.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        return try #require(fetched())
    }

    private func fetched() -> PHAsset? {
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        return PHAsset.fetchAssets(with: options).firstObject
    }

    private func ask(_ asset: PHAsset, _ side: CGFloat = -1) -> (image: UIImage?, info: [AnyHashable: Any]) {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        var answer: (UIImage?, [AnyHashable: Any]) = (nil, [:])
        PHImageManager.default().requestImage(for: asset, targetSize: CGSize(width: side, height: side), contentMode: .default, options: options) {
            answer = ($0, $1 ?? [:])
        }
        return answer
    }

    @Test func whatIsLeftOfAFileSaysThatItIsDamaged() throws {
        let whole = try FixtureImages.jpeg(width: 800, height: 600)
        let asset = try save(whole.prefix(whole.count * 6 / 10))
        #expect(asset.damage != nil)
        #expect(PHAssetResource.assetResources(for: asset).first?.damage != nil)
        for side in [-1, 100] as [CGFloat] {
            let (image, info) = ask(asset, side)
            #expect(image != nil && info[PHImageErrorKey] == nil)
            let damage = info[PHImageResultDamageKey] as? NSError
            #expect(damage?.domain == PHPhotosErrorDomain && damage?.code == PHPhotosError.Code.invalidResource.rawValue)
            #expect(damage?.localizedDescription.contains("IMG_1.JPG is damaged") == true)
        }
    }

    @Test func whatIsAwaitedSaysItToo() async throws {
        let whole = try FixtureImages.jpeg(width: 800, height: 600), asset = try save(whole.prefix(whole.count * 6 / 10))
        for side in [-1, 100] as [CGFloat] {
            for try await delivery in PHImageManager.default().images(for: asset, targetSize: CGSize(width: side, height: side)) {
                #expect(delivery.damage != nil, "\(side)")
            }
        }
    }

    @Test func soundPicturesSayNothingOfDamage() throws {
        let asset = try save(FixtureImages.jpeg(width: 400, height: 300))
        for side in [-1, 100] as [CGFloat] { #expect(ask(asset, side).info[PHImageResultDamageKey] == nil) }
        #expect(asset.damage == nil)
    }

    @Test(arguments: [FaultInjectingDecoder.Fault.damage, .crash, .timeOut])
    func aFileThatCannotBeDecodedIsMarkedOnceAndRepairTakesTheMarkAway(_ fault: FaultInjectingDecoder.Fault) throws {
        let asset = try save(FixtureImages.jpeg(width: 400, height: 300))
        let before = temporary.photoLibrary.currentChangeToken
        temporary.faults.fault = fault
        for _ in 0..<3 {
            #expect((ask(asset).info[PHImageErrorKey] as? NSError)?.code == 3302)
            temporary.noteDamage()
        }
        let marked = try #require(fetched())
        #expect(marked.damage != nil && PHAssetResource.assetResources(for: marked).first?.damage == marked.damage)
        var changes = 0
        try temporary.photoLibrary.fetchPersistentChanges(since: before).enumerateChanges { _, _ in changes += 1 }
        #expect(changes == 1, "observers hear of it once")
        temporary.faults.fault = nil
        try temporary.repair()
        #expect(fetched()?.damage == nil)
        #expect(ask(asset).image?.size.width == 400)
    }

    @Test func aFileThatTakesTooLongIsNotWaitedForAgainUntilItIsAnother() throws {
        let asset = try save(FixtureImages.jpeg(width: 400, height: 300))
        temporary.faults.fault = .timeOut
        #expect(ask(asset).image == nil)
        let renders = temporary.faults.renders
        temporary.faults.fault = nil
        #expect((ask(asset).info[PHImageErrorKey] as? NSError)?.code == 3302)
        #expect(temporary.faults.renders == renders)
        let file = try #require(PHAssetResource.assetResources(for: asset).first?.value(forKey: "fileURL") as? URL)
        let bytes = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
        #expect(ask(asset).image?.size.width == 400)
    }
}
