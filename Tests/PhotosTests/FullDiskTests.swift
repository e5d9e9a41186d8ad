import Photos
import PhotosTesting
import TestSupport
import Testing

@testable import LibraryEngine

extension ClientTests {
    /// Disks without room for what is to be written: the documented error, and nothing half.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: SmallDisk.isPermitted, "mounting a small tmpfs needs root")) struct FullDisks {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func disk(megabytes: Int) throws -> SmallDisk { try SmallDisk(megabytes: megabytes, at: fixture.temporary.folder.appendingPathComponent("disk")) }

        @Test func aResourceThatDoesNotFitLeavesNothing() async throws {
            let disk = try disk(megabytes: 1)
            defer { disk.unmount() }
            // A picture with much behind it, as motion photos have.
            let asset = try fixture.make([(.photo, "IMG_1.JPG", try FixtureImages.jpeg() + Data(count: 3 << 20))])
            let resource = try #require(PHAssetResource.assetResources(for: asset).first), manager = PHAssetResourceManager.default()
            let target = disk.folder.appendingPathComponent("IMG_1.JPG")
            await #expect { try await manager.writeData(for: resource, toFile: target, options: nil) } throws: { ($0 as? PHPhotosError)?.code == .notEnoughSpace }
            let told: (any Error)? = await withCheckedContinuation { done in
                manager.writeData(for: resource, toFile: target, options: nil) { done.resume(returning: $0) }
            }
            #expect((told as? PHPhotosError)?.code == .notEnoughSpace, "\(String(describing: told))")
            #expect(try disk.names() == [])
            try disk.grow(megabytes: 8)
            try await manager.writeData(for: resource, toFile: target, options: nil)
            #expect(try disk.names() == ["IMG_1.JPG"])
        }

        /// Encoded, put into another file, and copied.
        @Test(arguments: [(AVAssetExportPreset640x480, AVFileType.mp4), (AVAssetExportPresetPassthrough, AVFileType.mp4), (AVAssetExportPresetPassthrough, AVFileType.mov)])
        func anExportThatDoesNotFitLeavesNothing(_ preset: String, _ type: AVFileType) async throws {
            let disk = try disk(megabytes: 1)
            defer { disk.unmount() }
            let asset = try fixture.make([(.video, "a.mov", Data(try MadeFilm { ($0.picture, $0.size) = ("libx265", (960, 640)) }.bytes()))])
            try disk.fill()
            let session = try await session(asset, preset), target = disk.folder.appendingPathComponent("a.\(type == .mp4 ? "mp4" : "mov")")
            await #expect { try await session.export(to: target, as: type) } throws: { AVError.diskFull ~= $0 }
            #expect(try session.status == .failed && disk.names() == [])
        }

        /// The asset shows what it did, and takes an edit that fits.
        @Test func anEditThatDoesNotFitChangesNothing() async throws {
            let disk = try disk(megabytes: 24)
            defer { disk.unmount() }
            let engine = try PhotoLibrary.create(at: disk.folder.appendingPathComponent("Small.photolibrary"), environment: fixture.temporary.library.environment)
            defer { engine.close() }
            let library = PHPhotoLibrary(session: LibrarySession(engine)), options = PHFetchOptions(), picture = try fixture.temporary.file("IMG_1.JPG", FixtureImages.jpeg())
            options.photoLibrary = library
            try library.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture) }
            func now() throws -> PHAsset { try #require(PHAsset.fetchAssets(with: options).firstObject) }
            let asset = try now(),
                input: PHContentEditingInput? = await withCheckedContinuation { done in
                    asset.requestContentEditingInput(with: nil) { input, _ in done.resume(returning: input) }
                }
            let output = PHContentEditingOutput(contentEditingInput: try #require(input)), rendering = try FixtureImages.jpeg(seed: 2)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example", formatVersion: "1", data: Data([1]))
            func commit(_ bytes: Data) throws {
                try bytes.write(to: output.renderedContentURL)
                try library.performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
            }
            #expect { try commit(rendering + Data(count: 40 << 20)) } throws: { ($0 as? PHPhotosError)?.code == .notEnoughSpace }
            #expect(try !now().hasAdjustments && PHAssetResource.assetResources(for: now()).map(\.type) == [.photo])
            try commit(rendering)
            #expect(try now().hasAdjustments)
            #expect(try engine.verify().isSound)
        }

        private func session(_ asset: PHAsset, _ preset: String) async throws -> AVAssetExportSession {
            try #require(
                await withCheckedContinuation { (done: CheckedContinuation<AVAssetExportSession?, Never>) in
                    PHImageManager.default().requestExportSession(forVideo: asset, options: nil, exportPreset: preset) { session, _ in done.resume(returning: session) }
                })
        }
    }
}
