import ArgumentParser
import Foundation
import LibraryEngine
import Photos

struct BenchChanges: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Changes the library through PhotoKit, a thousand assets and one at a time, and makes its column file; the best of several runs.",
        discussion: "Favorites are turned round. Run it on a copy.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: ArgumentHelp("Runs of each change, of which the best counts.", valueName: "n"))
    var runs = 5

    func validate() throws {
        guard (1...1000).contains(runs) else { throw wrongUsage("--runs must be from 1 to 1000.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openQuietLibrary()
            for measurement in try columns(library) + changes(library) { try tool.console.resultLine(measurement.json) }
        }
    }

    /// Making the file, mapping it, and its size on the disk.
    private func columns(_ library: PhotoLibrary) throws -> [Measurement] {
        let build = try Stopwatch.best(of: min(runs, 3)) {
            try? FileManager.default.removeItem(atPath: library.columnFile)
            guard library.updateColumns() else { throw LibraryError(.cannotRead, "The column file \(library.columnFile) can't be made.") }
        }
        var open = Double.infinity
        for _ in 0..<runs {
            let other = try library.reopened()
            defer { other.close() }
            // The connection itself is not what is measured.
            _ = try other.read { try $0.position }
            open = min(open, try Stopwatch.best(of: 1) { _ = try other.columnRows() })
        }
        let (count, size) = (try library.columnRows() ?? 0, try library.columnBytes())
        return [
            Measurement(name: "columns.build", value: build, unit: "ms", sql: PhotoLibrary.columnSelection),
            Measurement(name: "columns.open", value: open, unit: "ms"),
            Measurement(name: "columns.bytes", value: Double(size) / Double(max(1, count)), unit: "bytes"),
        ]
    }

    /// From the call to the notification of the commit, the columns in step.
    private func changes(_ library: PhotoLibrary) throws -> [Measurement] {
        let photos = PHPhotoLibrary(session: LibrarySession(library))
        let options = PHFetchOptions()
        options.photoLibrary = photos
        let all = PHAsset.fetchAssets(with: options)
        let heard = DispatchSemaphore(value: 0)
        let subscription = library.onCommit { heard.signal() }
        defer { subscription.cancel() }
        func edit(_ count: Int, _ run: Int) throws -> Double {
            let stretch = max(1, all.count / count)
            let assets = (0..<min(count, all.count)).map { all.object(at: min(all.count - 1, $0 * stretch + run * 7919 % stretch)) }
            return try Stopwatch.best(of: 1) {
                try photos.performChangesAndWait {
                    for asset in assets {
                        let request = PHAssetChangeRequest(for: asset)
                        request.isFavorite = !asset.isFavorite
                    }
                }
                heard.wait()
            }
        }
        let thousand = try (0..<runs).map { try edit(1000, $0) }.min() ?? 0
        let one = try (0..<max(runs, 20)).map { try edit(1, $0) }.min() ?? 0
        return [
            Measurement(name: "changes.thousand", value: thousand, unit: "ms"), Measurement(name: "changes.one", value: one, unit: "ms"),
        ]
    }
}
