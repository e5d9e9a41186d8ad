import Foundation
import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// What a resource says of its file.
    @Suite(.timeLimit(.minutes(20))) struct ResourceProperties {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func everyFileHasItsOwnSize() throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = .right
            let asset = try fixture.make([
                (.photo, "a.jpg", try FixtureImages.jpeg(width: 60, height: 40, metadata: metadata)), (.pairedVideo, "a.mov", FixtureMovies.blue),
                (.adjustmentData, "a.data", Data("edit".utf8)), (.fullSizePhoto, "b.jpg", try FixtureImages.jpeg(width: 30, height: 20)),
            ])
            let sizes = PHAssetResource.assetResources(for: asset).map { "\($0.type.rawValue) \($0.pixelWidth)x\($0.pixelHeight)" }
            #expect(sizes == ["1 40x60", "5 30x20", "7 0x0", "9 64x48"])
            let plain = try fixture.save(width: 50, height: 30), resource = try #require(plain.resource(.photo))
            try fixture.spoil(plain, .photo, with: nil)
            #expect(resource.pixelWidth == 50 && resource.pixelHeight == 30, "which its asset knows without the file")
            #expect(resource.value(forKey: "pixelWidth") as? Int == 50 && resource.value(forKey: "pixelHeight") as? Int == 30)
            try fixture.spoil(asset, .fullSizePhoto, with: Data("nothing".utf8))
            #expect(asset.resource(.fullSizePhoto)?.pixelWidth == 0)
        }

        @Test func aFileOfNoLibraryHasASizeAndNoHash() async throws {
            let live = try fixture.livePhoto(), options = PHLivePhotoRequestOptions()
            options.deliveryMode = .highQualityFormat
            let photo = try #require(
                await withCheckedContinuation { (done: CheckedContinuation<PHLivePhoto?, Never>) in
                    PHImageManager.default().requestLivePhoto(for: live, targetSize: .zero, contentMode: .default, options: options) { photo, _ in
                        done.resume(returning: photo)
                    }
                })
            #expect(PHAssetResource.assetResources(for: photo).map { [$0.pixelWidth, $0.pixelHeight] } == [[800, 600], [64, 48]])
            let archive = try NSKeyedArchiver.archivedData(withRootObject: photo, requiringSecureCoding: true)
            let loose = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive))
            let files = PHAssetResource.assetResources(for: loose)
            #expect(files.map { [$0.pixelWidth, $0.pixelHeight] } == [[800, 600], [64, 48]])
            #expect(files.allSatisfy { $0.sha256 == nil && $0.sha1 == nil && $0.isLocallyAvailable && !$0.isInCloud && $0.assetLocalIdentifier.isEmpty })
        }

        @Test func whereAFileIsAndItsHashAreToldWithoutIt() throws {
            let asset = try fixture.make([(.photo, "a.jpg", Data(try FixtureImages.jpeg())), (.adjustmentData, "a.data", Data("abc".utf8))])
            try fixture.temporary.sendToCloud([asset], [.adjustmentData])
            let resources = PHAssetResource.assetResources(for: asset)
            #expect(resources.map(\.isLocallyAvailable) == [true, false] && resources.map(\.isInCloud) == [false, true])
            let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            #expect(resources.last?.sha256?.map { String(format: "%02x", $0) }.joined() == hash)
            let sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d"
            #expect(resources.last?.sha1?.map { String(format: "%02x", $0) }.joined() == sha1 && resources.first?.sha1?.count == 20)
            #expect(fixture.temporary.cloud.downloads == 0)
        }

        @Test func sha1IsComputedAnewOnDemand() async throws {
            let asset = try fixture.make([(.photo, "a.jpg", Data(try FixtureImages.jpeg())), (.adjustmentData, "a.data", Data("abc".utf8))])
            let resource = try #require(asset.resource(.adjustmentData)), manager = PHAssetResourceManager.default()
            let hash = "a9993e364706816aba3e25717850c26c9cd0d89d"
            #expect(try await manager.computeSHA1(of: resource).map { String(format: "%02x", $0) }.joined() == hash)
            try fixture.temporary.sendToCloud([asset], [.adjustmentData])
            let error = await #expect(throws: PHPhotosError.self) { try await manager.computeSHA1(of: resource) }
            #expect(error?.code == .networkAccessRequired)
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            #expect(try await manager.computeSHA1(of: resource, options: options).count == 20)
            let other = try fixture.make([(.photo, "b.jpg", Data(try FixtureImages.jpeg(seed: 1))), (.adjustmentData, "b.data", Data("abc".utf8))])
            try fixture.spoil(other, .adjustmentData, with: Data("abd".utf8))
            let spoilt = try #require(other.resource(.adjustmentData))
            let damaged = await #expect(throws: PHPhotosError.self) { try await manager.computeSHA1(of: spoilt) }
            #expect(damaged?.code == .invalidResource)
        }

        @Test func aHintAtTheTypeChangesNothing() throws {
            let jpeg = try FixtureImages.jpeg()
            var identifier: String?
            try fixture.library.performChangesAndWait {
                let options = PHAssetResourceCreationOptions(), request = PHAssetCreationRequest.forAsset()
                options.contentType = .png
                request.addResource(with: .photo, data: jpeg, options: options)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            let asset = try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier ?? ""], options: nil).firstObject)
            let resource = try #require(asset.resource(.photo))
            #expect(resource.contentType == .jpeg && resource.uniformTypeIdentifier == "public.jpeg")
            #expect(resource.originalFilename == asset.localIdentifier.prefix(36) + ".jpg", "nobody named it")
        }
    }
}
