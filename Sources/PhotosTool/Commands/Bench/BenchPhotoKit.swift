import Foundation
import LibraryEngine
import Photos

/// The same fetches as an application makes them, through `PHAsset`.
struct BenchPhotoKit {
    private let library: PHPhotoLibrary
    private let runs: Int

    init(_ library: PhotoLibrary, runs: Int) {
        self.library = PHPhotoLibrary(session: LibrarySession(library))
        self.runs = runs
    }

    func measurements() -> [Measurement] {
        let everything = options()
        var run = 0
        let all = Stopwatch.best(of: runs) {
            // Another limit each time, far beyond the library, so that no result is known from before.
            run += 1
            let options = options()
            options.fetchLimit = Int(Int32.max) - run
            _ = PHAsset.fetchAssets(with: options).count
        }
        let again = Stopwatch.best(of: runs) { _ = PHAsset.fetchAssets(with: everything).count }
        let first100 = Stopwatch.best(of: runs) {
            let result = PHAsset.fetchAssets(with: everything)
            for index in 0..<min(100, result.count) { _ = result.object(at: index).localIdentifier }
        }
        return [
            Measurement(name: "fetch.api.all", value: all, unit: "ms"),
            Measurement(name: "fetch.api.again", value: again, unit: "ms"),
            Measurement(name: "fetch.api.first100", value: first100, unit: "ms"),
        ]
    }

    private func options() -> PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = library
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        return options
    }
}
