import Foundation
import Photos
import Synchronization

/// Keeps every change it is told of, in order, for whoever waits for the next.
// Guarded by its mutex.
final class ChangeRecorder: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    private let heard = Mutex<[PHChange]>([])
    private let bell = DispatchSemaphore(value: 0)

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        heard.withLock { $0.append(changeInstance) }
        bell.signal()
    }

    /// Starts hearing.
    static func registered() -> ChangeRecorder {
        let recorder = ChangeRecorder()
        PHPhotoLibrary.shared().register(recorder)
        return recorder
    }

    func stop() { PHPhotoLibrary.shared().unregisterChangeObserver(self) }

    var count: Int { heard.withLock { $0.count } }

    /// The next change nobody has taken yet; `nil` after two minutes of silence, which ends a test that fails.
    func next() async -> PHChange? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                guard self.bell.wait(timeout: .now() + 120) == .success else { return continuation.resume(returning: nil) }
                let change = self.heard.withLock { $0.removeFirst() }
                continuation.resume(returning: change)
            }
        }
    }

    /// Makes the changes and gives what was heard of them.
    func after(_ changes: @escaping () -> Void) async throws -> PHChange? {
        try PHPhotoLibrary.shared().performChangesAndWait(changes)
        return await next()
    }
}

/// What an application does with details, in the order that Apple's page prescribes.
func updated<T: PHObject>(_ before: [T], by details: PHFetchResultChangeDetails<T>) -> [T] {
    guard details.hasIncrementalChanges else {
        return (0..<details.fetchResultAfterChanges.count).map { details.fetchResultAfterChanges.object(at: $0) }
    }
    var items = before
    if let removed = details.removedIndexes {
        for index in removed.reversed() { items.remove(at: index) }
    }
    if let inserted = details.insertedIndexes {
        for (index, object) in zip(inserted, details.insertedObjects) { items.insert(object, at: index) }
    }
    if let changed = details.changedIndexes {
        for index in changed where !details.hasMoves { items[index] = details.fetchResultAfterChanges.object(at: index) }
    }
    details.enumerateMoves { from, to in items.insert(items.remove(at: from), at: to) }
    return items
}
