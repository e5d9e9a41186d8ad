import ArgumentParser
import Foundation
import LibraryEngine
import PhotoModel
import Photos
import Pixels
import Query
import Synchronization

struct BenchCloud: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "What it costs that files are in a store: the first picture of one, the changes of another machine, and making the library again.",
        discussion: """
            degraded is how soon the first picture comes of a photo whose file is elsewhere, and of one whose file is here. merge is how long a machine takes for \
            changes of another one, and how long the same changes take where they are made, two thousand at a time. recover is how long it takes until the first \
            screen of a library is there that is made again from its store. A store in a temporary folder takes a bucket's place.

            The library is one of photos-generate --stored, whose files are said to be in a store. Run it on a copy.
            """)

    enum Subject: String, CaseIterable, ExpressibleByArgument { case degraded, merge, recover }

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: ArgumentHelp("What to measure.", valueName: "what"))
    var subject: Subject

    @Option(help: ArgumentHelp("Changes of the other machine.", valueName: "n"))
    var changes = 100_000

    /// Pictures of a screen.
    private static let cells = 100
    /// Assets of one transaction, as many as a machine tells others of at a time.
    private static let together = 2_000
    private static let rounds = 8

    func validate() throws {
        guard (1...1_000_000).contains(changes) else { throw wrongUsage("--changes must be from 1 to 1000000.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openQuietLibrary()
            var environment = tool.environment
            environment.takesSnapshots = false
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(at: folder) }
            let measurements =
                switch subject {
                case .degraded: try degraded(library)
                case .merge: try merge(library, environment, folder)
                case .recover: try recover(library, environment, folder)
                }
            for measurement in measurements { try tool.console.resultLine(measurement.json) }
        }
    }

    // MARK: The first picture

    /// Of photos that have their thumbnails, every second one is said to be elsewhere.
    private func degraded(_ library: PhotoLibrary) throws -> [Measurement] {
        let assets: [AssetRecord] = try library.read { reader in
            let newest = try reader.assetIDs(AssetQuery()).sorted(by: >).prefix(2 * Self.cells)
            return try reader.assets(ids: Array(newest)).compactMap { $0 }
        }
        let requests = try assets.map { asset -> ImageRequest in
            var request = try library.imageRequest(for: asset, version: .current)
            // Larger than what is stored, so that the first picture is the stored one and no other.
            request.target = PixelSize(width: 512, height: 512)
            request.wantsDegradedFirst = true
            return request
        }
        guard requests.count == 2 * Self.cells else {
            throw LibraryError(.failed, "The library has fewer than \(2 * Self.cells) assets. Make a larger one with photos-generate --stored.")
        }
        func isElsewhere(_ index: Int) -> Bool { index.isMultiple(of: 2) }
        let gone = requests.indices.filter(isElsewhere).map { requests[$0].assetID }
        let resources = try library.read { reader in try gone.flatMap { try reader.resources(assetID: $0) } }
        try library.performChanges(author: "bench") { transaction in
            for resource in resources { try transaction.update(resourceID: resource.id) { $0.isLocal = false } }
        }
        var elsewhere: [Double] = [], here: [Double] = []
        for _ in 0..<Self.rounds {
            library.images.forgetPictures()
            for (index, request) in requests.enumerated() {
                let time = try first(request, library.images)
                if isElsewhere(index) { elsewhere.append(time) } else { here.append(time) }
            }
        }
        return [
            Measurement(name: "cloud.degraded.elsewhere", value: elsewhere.sorted()[elsewhere.count / 2], unit: "ms"),
            Measurement(name: "cloud.degraded.here", value: here.sorted()[here.count / 2], unit: "ms"),
        ]
    }

    /// Milliseconds from a request to its degraded picture, on an idle pipeline.
    private func first(_ request: ImageRequest, _ images: ImagePipeline) throws -> Double {
        let arrived = Mutex<Double?>(nil), ended = DispatchSemaphore(value: 0), began = monotonicSeconds()
        images.request(request) { event in
            if case .degraded = event { arrived.withLock { if $0 == nil { $0 = monotonicSeconds() } } }
            if event.isTerminal { ended.signal() }
        }
        ended.wait()
        guard let end = arrived.withLock({ $0 }) else {
            throw LibraryError(.failed, "An asset has no stored thumbnail. Make the library with photos-generate --stored.")
        }
        return (end - began) * 1000
    }

    // MARK: Changes of another machine

    private func merge(_ library: PhotoLibrary, _ environment: LibraryEngine.Environment, _ folder: URL) throws -> [Measurement] {
        let store = try connect(library, folder)
        _ = try library.synchronize()
        let url = folder.appendingPathComponent("Other.photolibrary")
        guard try PhotoLibrary.recover(from: store, joins: true, to: url, environment: environment, options: RecoveryOptions(), CloudWork()) != nil else {
            throw LibraryError(.failed, "Another machine could not join the library.")
        }
        let other = try PhotoLibrary.open(at: url, environment: environment)
        defer { other.close() }
        _ = try other.synchronize()

        let photos = PHPhotoLibrary(session: LibrarySession(library)), options = PHFetchOptions()
        options.photoLibrary = photos
        let assets = PHAsset.fetchAssets(with: options), count = min(changes, assets.count)
        let local = try Stopwatch.best(of: 1) {
            for start in stride(from: 0, to: count, by: Self.together) {
                try photos.performChangesAndWait {
                    for index in start..<min(start + Self.together, count) {
                        let asset = assets.object(at: index), request = PHAssetChangeRequest(for: asset)
                        request.isFavorite = !asset.isFavorite
                    }
                }
            }
        }
        _ = try library.synchronize()
        var received = 0
        let foreign = try Stopwatch.best(of: 1) { received = try other.synchronize().received }
        guard received >= count else { throw LibraryError(.failed, "Of \(count) changes \(received) came to the other machine.") }
        return [Measurement(name: "cloud.merge.foreign", value: foreign, unit: "ms"), Measurement(name: "cloud.merge.local", value: local, unit: "ms")]
    }

    // MARK: Making it again

    /// Until as many thumbnails are back as a screen shows, and the library is opened and asked for its newest photos. What comes later is not waited for.
    private func recover(_ library: PhotoLibrary, _ environment: LibraryEngine.Environment, _ folder: URL) throws -> [Measurement] {
        let store = try connect(library, folder), url = folder.appendingPathComponent("Again.photolibrary")
        let isShown = Mutex(false)
        var work = CloudWork()
        work.progress = { progress in
            // Packs of thumbnails; the record's files have no folder in their names.
            if progress.name.hasPrefix("thumbnails/"), progress.files >= Self.cells { isShown.withLock { $0 = true } }
        }
        work.isCancelled = { isShown.withLock { $0 } }
        let began = monotonicSeconds()
        let result = try PhotoLibrary.recover(from: store, to: url, environment: environment, options: RecoveryOptions(), work)
        guard result != nil, isShown.withLock({ $0 }) else {
            throw LibraryError(.failed, "The library that was made again has no thumbnails for a screen. Make one with photos-generate --stored.")
        }
        let again = try PhotoLibrary.open(at: url, environment: environment)
        defer { again.close() }
        let options = PHFetchOptions()
        options.photoLibrary = PHPhotoLibrary(session: LibrarySession(again))
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = Self.cells
        let count = PHAsset.fetchAssets(with: options).count, seconds = monotonicSeconds() - began
        guard count == Self.cells else { throw LibraryError(.failed, "The library that was made again shows \(count) of \(Self.cells) assets.") }
        return [Measurement(name: "cloud.recover.first", value: seconds, unit: "s")]
    }

    /// Connects the library to a folder, which then has its record and its thumbnails.
    private func connect(_ library: PhotoLibrary, _ folder: URL) throws -> String {
        let store = folder.appendingPathComponent("store").path
        try library.configureCloud(CloudSettings(address: store))
        _ = try library.upload()
        return store
    }
}
