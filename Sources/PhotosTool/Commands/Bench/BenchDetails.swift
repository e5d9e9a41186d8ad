import ArgumentParser
import Foundation
import LibraryEngine
import PhotoModel
import Photos
import Synchronization

struct BenchDetails: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "details",
        abstract: "Change details of a result of everything after a thousand changes, and how soon a commit of another connection is heard.",
        discussion: "Assets are deleted, moved in time and marked. Run it on a copy.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: ArgumentHelp("Runs, of which the best counts.", valueName: "n"))
    var runs = 5

    func validate() throws {
        guard (1...100).contains(runs) else { throw wrongUsage("--runs must be from 1 to 100.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openQuietLibrary()
            library.updateColumns()
            let photos = PHPhotoLibrary(session: LibrarySession(library))
            let observer = Observer()
            photos.register(observer)
            let rounds = try (0..<runs).map { try round($0, photos, observer) }
            let latencies = try (0..<runs * 4).map { try latency($0, library, observer) }.sorted()
            for measurement in [
                Measurement(name: "details.thousand", value: rounds.map(\.whole).min() ?? 0, unit: "ms"),
                Measurement(name: "details.compare", value: rounds.map(\.compared).min() ?? 0, unit: "ms"),
                Measurement(name: "details.latency", value: latencies[latencies.count / 2], unit: "ms"),
            ] { try tool.console.resultLine(measurement.json) }
        }
    }

    /// A third each deleted, moved to another day and marked; then fetched anew, compared, and all indexes told.
    private func round(_ number: Int, _ photos: PHPhotoLibrary, _ observer: Observer) throws -> (whole: Double, compared: Double) {
        let options = PHFetchOptions()
        options.photoLibrary = photos
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        let before = PHAsset.fetchAssets(with: options)
        let stretch = max(1, before.count / 1_000)
        let assets = (0..<min(1_000, before.count)).map { before.object(at: min(before.count - 1, $0 * stretch + number * 7_919 % stretch)) }
        try photos.performChangesAndWait {
            for (index, asset) in assets.enumerated() where index % 3 > 0 {
                let request = PHAssetChangeRequest(for: asset)
                if index % 3 == 1 {
                    request.isFavorite = !asset.isFavorite
                } else {
                    request.creationDate = asset.creationDate?.addingTimeInterval(86_400)
                }
            }
            PHAssetChangeRequest.deleteAssets(assets.enumerated().filter { $0.offset % 3 == 0 }.map(\.element) as NSArray)
        }
        let change = observer.next()
        var told = 0
        func tell(_ details: PHFetchResultChangeDetails<PHAsset>?) {
            guard let details else { return }
            told += (details.removedIndexes?.count ?? 0) + (details.changedIndexes?.count ?? 0) + (details.insertedIndexes?.count ?? 0)
        }
        var details: PHFetchResultChangeDetails<PHAsset>?
        let whole = Stopwatch.best(of: 1) {
            details = change?.changeDetails(for: before)
            tell(details)
        }
        guard let after = details?.fetchResultAfterChanges, told >= min(1_000, before.count) / 2 else {
            throw LibraryError(.failed, "The change was not told: \(told) indexes.")
        }
        let compared = Stopwatch.best(of: 3) { tell(PHFetchResultChangeDetails(from: before, to: after, changedObjects: [])) }
        return (whole, compared)
    }

    /// From the end of another connection's commit to the call of the observer.
    private func latency(_ number: Int, _ library: PhotoLibrary, _ observer: Observer) throws -> Double {
        let album = CollectionRecord(
            uuid: library.environment.makeUUID(), type: .album(.albumRegular), title: "Bench \(number)")
        return try library.insertElsewhere(album) {
            let committed = monotonicSeconds()
            _ = observer.next()
            return max(0, (observer.called - committed) * 1_000)
        }
    }

    // Guarded by the lock.
    private final class Observer: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
        private let arrived = DispatchSemaphore(value: 0)
        private let newest = Mutex<(change: PHChange?, called: Double)>((nil, 0))

        func photoLibraryDidChange(_ changeInstance: PHChange) {
            let now = monotonicSeconds()
            newest.withLock { $0 = (changeInstance, now) }
            arrived.signal()
        }

        var called: Double { newest.withLock { $0.called } }

        /// `nil` where nothing was heard for long.
        func next() -> PHChange? {
            guard arrived.wait(timeout: .now() + 30) == .success else { return nil }
            return newest.withLock { $0.change }
        }
    }
}
