import Foundation
import Photos
import Synchronization

/// Keeps every change it is told of, in order, for whoever waits for the next.
// Guarded by its mutex.
public final class ChangeRecorder: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    private let heard = Mutex<[PHChange]>([])
    private let bell = DispatchSemaphore(value: 0)

    public func photoLibraryDidChange(_ changeInstance: PHChange) {
        heard.withLock { $0.append(changeInstance) }
        bell.signal()
    }

    /// Starts hearing.
    public static func registered() -> ChangeRecorder {
        let recorder = ChangeRecorder()
        PHPhotoLibrary.shared().register(recorder)
        return recorder
    }

    public func stop() { PHPhotoLibrary.shared().unregisterChangeObserver(self) }

    public var count: Int { heard.withLock { $0.count } }

    /// The next change nobody has taken yet; `nil` after two minutes of silence, which ends a test that fails.
    public func next() async -> PHChange? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                guard self.bell.wait(timeout: .now() + 120) == .success else { return continuation.resume(returning: nil) }
                let change = self.heard.withLock { $0.removeFirst() }
                continuation.resume(returning: change)
            }
        }
    }

    /// Makes the changes and gives what was heard of them.
    public func after(_ changes: @escaping () -> Void) async throws -> PHChange? {
        try PHPhotoLibrary.shared().performChangesAndWait(changes)
        return await next()
    }
}
