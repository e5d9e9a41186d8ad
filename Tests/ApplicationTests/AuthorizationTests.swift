import Foundation
import Photos
import SharedWorld
import Synchronization
import Testing

extension ApplicationTests {
    @Suite struct Authorization {
        let world: World
        init() throws { world = try World() }

        @Test func statusAndRequestAreOfALevel() async {
            for level in [PHAccessLevel.addOnly, .readWrite] {
                let answer = await PHPhotoLibrary.requestAuthorization(for: level)
                #expect(answer == .authorized)
                #expect(PHPhotoLibrary.authorizationStatus(for: level) == answer)
            }
        }

        @Test func handlersAreCalledOnce() async {
            let history = Mutex<[PHAuthorizationStatus]>([])
            await withCheckedContinuation { continuation in
                PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
                    history.withLock { $0.append(status) }
                    continuation.resume()
                }
            }
            #expect(history.withLock { $0 } == [PHPhotoLibrary.authorizationStatus(for: .readWrite)])
        }

        @Test func theFormsWithoutALevelAnswerForReadingAndWriting() async {
            let answer: PHAuthorizationStatus = await withCheckedContinuation { continuation in
                PHPhotoLibrary.requestAuthorization { continuation.resume(returning: $0) }
            }
            #expect(answer == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus() == .authorized)
        }
    }
}
