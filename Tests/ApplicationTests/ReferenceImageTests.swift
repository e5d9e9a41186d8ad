import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// Whether an application shows its button for Apple's viewer of reference images: not for pictures like these.
    @Suite(.timeLimit(.minutes(20))) struct ReferenceImages {
        let world: World
        init() throws { world = try World() }

        private func isReference(_ file: URL) -> Bool { PHReferenceImageInfo(fileURL: file).imageContainsReferenceImageData }

        @Test func aFileWithoutReferenceDataSaysSo() throws {
            #expect(try !isReference(world.jpeg()))
            #expect(try !isReference(world.raw("IMG_2.DNG")))
            #expect(try !isReference(world.movie()), "no image")
            #expect(try !isReference(world.file("broken.jpg", Data("no picture".utf8))))
            #expect(!isReference(world.folder.appendingPathComponent("nowhere.heic")))
            #expect(!isReference(world.folder), "no file")
        }

        @Test func anAssetWithoutReferenceDataSaysSo() throws {
            let asset = try world.save()
            #expect(!PHReferenceImageInfo(asset: asset).imageContainsReferenceImageData)
            #if OPENPHOTOKIT
                let elsewhere = try world.invent { _, _ in }
                #expect(elsewhere.map { PHReferenceImageInfo(asset: $0).imageContainsReferenceImageData } == [false], "its file is not here")
            #endif
        }

        // Guarded by holding nothing of its own.
        private final class Reference: PHReferenceImageInfo, @unchecked Sendable {
            init() { super.init(fileURL: URL(fileURLWithPath: "/nowhere.heic")) }
            override var imageContainsReferenceImageData: Bool { true }
        }

        /// As the button's own tests need it. Applications ask off the main thread.
        @Test func aDoubleHasReferenceData() async {
            let info: PHReferenceImageInfo = Reference()
            let isShown = await Task { info.imageContainsReferenceImageData }.value
            #expect(isShown)
        }
    }
}
