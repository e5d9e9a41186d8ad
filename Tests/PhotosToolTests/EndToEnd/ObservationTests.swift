import Foundation
import Photos
import Synchronization
import Testing

/// A program that watches the library while the tool, another process, changes it.
@Suite struct ToolObservationTests {
    // Guarded by its lock.
    private final class Observer: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
        private let state: Mutex<(result: PHFetchResult<PHAsset>, lines: [String])>
        private let arrived = DispatchSemaphore(value: 0)

        init(_ result: PHFetchResult<PHAsset>) { state = Mutex((result, [])) }

        func photoLibraryDidChange(_ changeInstance: PHChange) {
            state.withLock { state in
                guard let details = changeInstance.changeDetails(for: state.result) else { return }
                state.result = details.fetchResultAfterChanges
                let indexes = [details.removedIndexes, details.insertedIndexes, details.changedIndexes].map { Array($0 ?? []) }
                state.lines.append("\(indexes) \(details.changedObjects.map(\.isFavorite))")
            }
            arrived.signal()
        }

        func next() -> Bool { arrived.wait(timeout: .now() + 120) == .success }
        var history: [String] { state.withLock { $0.lines } }
    }

    @Test func whatTheToolDoesIsHeardWithItsDetails() throws {
        let world = try World.imported(3)
        let library = try PHPhotoLibrary(url: world.library)
        let options = PHFetchOptions()
        options.photoLibrary = library
        let result = PHAsset.fetchAssets(with: options)
        let observer = Observer(result)
        library.register(observer)
        let second = String(result.object(at: 1).localIdentifier.prefix(36))
        #expect(try world.photos("favorite", second).status == 0)
        #expect(observer.next())
        #expect(try world.photos("delete", second).status == 0)
        #expect(observer.next())
        #expect(try world.photos("restore", second).status == 0)
        #expect(observer.next())
        #expect(observer.history == ["[[], [], [1]] [true]", "[[1], [], []] []", "[[], [1], []] []"])
        library.unregisterChangeObserver(observer)
    }
}
