import ArgumentParser
import Foundation
import LibraryEngine
import Photos
import Pixels
import Support
import Synchronization

struct BenchThumbnails: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails",
        abstract: "Stored thumbnails to pixels, as a grid shows them.",
        discussion: """
            A hundred from the table to pixels, as many to a trip as requests take along; a screen of them by requests that are made at once; and the first \
            picture of an asset that was never asked for.
            """)

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: ArgumentHelp("Also write the thumbnails' JPEGs there, for a floor that decodes the same.", valueName: "folder"), completion: .directory)
    var keep: String?

    @Option(help: ArgumentHelp("Rounds, of which the best counts.", valueName: "n"))
    var runs = 8

    private static let cells = 100
    /// As the pipeline does.
    private static let together = 16

    func validate() throws {
        guard (1...1000).contains(runs) else { throw wrongUsage("--runs must be from 1 to 1000.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openQuietLibrary()
            if let keep { try library.requireForeign(BytePath(keep)) }
            let requests = try newest(2 * Self.cells, library)
            guard requests.count == 2 * Self.cells else {
                throw LibraryError(.failed, "The library has fewer than \(2 * Self.cells) assets. Make a larger one with photos-generate --thumbnails.")
            }
            let (screen, others) = (requests.prefix(Self.cells), requests.suffix(Self.cells))
            if let keep { try write(screen, to: keep, library) }
            func show() throws {
                // What is measured is the way from the stored thumbnail.
                library.images.forgetPictures()
                let shown = Mutex(0), ended = DispatchSemaphore(value: 0)
                for request in screen {
                    library.images.request(request) { event in
                        if case .finished = event { shown.withLock { $0 += 1 } }
                        if event.isTerminal { ended.signal() }
                    }
                }
                for _ in screen { ended.wait() }
                guard shown.withLock({ $0 }) == Self.cells else { throw LibraryError(.failed, "Some of the thumbnails could not be shown.") }
            }
            try show()
            let pixels = try Stopwatch.best(of: runs) { try decode(screen, library) }
            let best = try Stopwatch.best(of: runs, show)
            let firsts = others.map { first($0, library.images) }.sorted()
            for measurement in [
                Measurement(name: "thumbnails.pixels", value: pixels / Double(Self.cells), unit: "ms"),
                Measurement(name: "thumbnails.each", value: best / Double(Self.cells), unit: "ms"),
                Measurement(name: "thumbnails.screen", value: best, unit: "ms"),
                Measurement(name: "thumbnails.first", value: firsts[firsts.count / 2], unit: "ms"),
            ] { try tool.console.resultLine(measurement.json) }
        }
    }

    private func newest(_ count: Int, _ library: PhotoLibrary) throws -> [ImageRequest] {
        let options = PHFetchOptions()
        options.photoLibrary = PHPhotoLibrary(session: LibrarySession(library))
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = count
        let assets = PHAsset.fetchAssets(with: options)
        return try (0..<assets.count).map { index in
            let record = try library.read { try AssetLookup($0).asset(assets.object(at: index).localIdentifier) }
            var request = try library.imageRequest(for: record, version: .current)
            request.target = PixelSize(width: DerivativeStore.thumbnailSide, height: DerivativeStore.thumbnailSide)
            return request
        }
    }

    private func decode(_ requests: some Collection<ImageRequest>, _ library: PhotoLibrary) throws {
        var decoding = RenderRequest()
        decoding.orientation = 1
        var rest = requests[...]
        while !rest.isEmpty {
            let files = library.derivatives.thumbnails(rest.prefix(Self.together).map { ($0.assetID, $0.uuid, $0.revision) })
            let pictures = try library.decoder.render(packed: files.map { $0?.bytes ?? [] }, decoding)
            guard pictures.allSatisfy({ $0 != nil }) else { throw LibraryError(.failed, "Some of the thumbnails have no pixels.") }
            rest = rest.dropFirst(Self.together)
        }
    }

    private func write(_ requests: some Sequence<ImageRequest>, to folder: String, _ library: PhotoLibrary) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, request) in requests.enumerated() {
            guard let stored = library.derivatives.thumbnail(assetID: request.assetID, uuid: request.uuid, revision: request.revision) else {
                throw LibraryError(.failed, "An asset has no stored thumbnail. Make the library with photos-generate --thumbnails.")
            }
            try Data(stored.bytes).write(to: URL(fileURLWithPath: folder).appending(path: "\(index).jpg"))
        }
    }

    /// Milliseconds from a request to its first picture, on an idle pipeline.
    private func first(_ request: ImageRequest, _ images: ImagePipeline) -> Double {
        var request = request
        // Larger than what is stored, so that the first picture is the stored one and the last another.
        request.target = PixelSize(width: 512, height: 512)
        request.wantsDegradedFirst = true
        let arrived = Mutex<Double?>(nil)
        let ended = DispatchSemaphore(value: 0)
        let began = monotonicSeconds()
        images.request(request) { event in
            arrived.withLock { if $0 == nil { $0 = monotonicSeconds() } }
            if case .degraded = event { return }
            ended.signal()
        }
        ended.wait()
        return ((arrived.withLock { $0 } ?? .infinity) - began) * 1000
    }
}
