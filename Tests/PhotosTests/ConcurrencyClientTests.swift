import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Clients on the main actor, in Swift 6 mode, without a word about isolation.
    @Suite struct OnTheMainActor {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @MainActor @Test func aPlaceholderIsTakenOutOfAnAwaitedBlock() async throws {
            let file = try fixture.temporary.file("a.jpg", FixtureImages.jpeg())
            var placeholder: PHObjectPlaceholder?
            try await PHPhotoLibrary.shared().performChanges {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                placeholder = request?.placeholderForCreatedAsset
            }
            let identifier = try #require(placeholder?.localIdentifier)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).count == 1)
        }

        @MainActor @Test func aBlockWithACompletionHandler() async throws {
            let asset = try fixture.save()
            let worked: Bool = await withCheckedContinuation { continuation in
                PHPhotoLibrary.shared().performChanges({
                    PHAssetChangeRequest(for: asset).isFavorite = true
                }) { ok, error in
                    continuation.resume(returning: ok && error == nil)
                }
            }
            #expect(worked)
        }

        @MainActor @Test func authorizationHandlers() async {
            let status: PHAuthorizationStatus = await withCheckedContinuation { continuation in
                PHPhotoLibrary.requestAuthorization { status in continuation.resume(returning: status) }
            }
            #expect(status == .authorized)
            let again: PHAuthorizationStatus = await withCheckedContinuation { continuation in
                PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in continuation.resume(returning: status) }
            }
            #expect(again == .authorized)
        }
    }
}
