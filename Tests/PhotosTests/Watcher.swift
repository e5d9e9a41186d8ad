import Photos
import Synchronization
import Testing

/// An observer as a client writes one: keeps a result, and notes what each change did to it.
class Watcher: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // Guarded by the semaphore: the test looks only after a call has ended.
    private let arrived = DispatchSemaphore(value: 0)
    private let lines = Mutex<[String]>([])
    private let body: (PHChange) -> String

    init(_ body: @escaping (PHChange) -> String) { self.body = body }

    func photoLibraryDidChange(_ changeInstance: PHChange) { note(body(changeInstance)) }

    func note(_ line: String) {
        lines.withLock { $0.append(line) }
        arrived.signal()
    }

    var history: [String] { lines.withLock { $0 } }

    /// Waits for one more call. The limit only ends a test that fails.
    func next() -> Bool { arrived.wait(timeout: .now() + 120) == .success }
}

/// Hears that the library went away.
// Guarded as its superclass is.
final class AvailabilityWatcher: Watcher, PHPhotoLibraryAvailabilityObserver, @unchecked Sendable {
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
        note("gone: \((photoLibrary.unavailabilityReason as? PHPhotosError)?.code == .libraryVolumeOffline)")
    }
}

extension PHFetchResultChangeDetails {
    /// Removed, inserted and changed indexes and moves.
    var summary: String {
        guard hasIncrementalChanges else {
            return "all \(removedIndexes == nil && insertedIndexes == nil && changedIndexes == nil && !hasMoves)"
        }
        var moves: [String] = []
        enumerateMoves { from, to in moves.append("\(from)>\(to)") }
        func text(_ indexes: IndexSet?) -> String { indexes.map { "\(Array($0))" } ?? "nil" }
        return "-\(text(removedIndexes)) +\(text(insertedIndexes)) ~\(text(changedIndexes)) \(moves)"
    }
}

/// What a client does to an array of its own, in the documented order.
func applied<T: PHObject>(_ details: PHFetchResultChangeDetails<T>, to before: [T]) -> [T] {
    guard details.hasIncrementalChanges else { return details.fetchResultAfterChanges.all }
    var array = before
    for index in (details.removedIndexes ?? []).reversed() { array.remove(at: index) }
    for (index, object) in zip(details.insertedIndexes ?? [], details.insertedObjects) { array.insert(object, at: index) }
    for (index, object) in zip(details.changedIndexes ?? [], details.changedObjects) { array[index] = object }
    details.enumerateMoves { from, to in array.insert(array.remove(at: from), at: to) }
    return array
}
