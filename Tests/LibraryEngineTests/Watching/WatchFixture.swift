import Catalog
import Decoding
import Foundation
import Importing
import Metadata
import Originals
import PhotoModel
import Pixels
import PhotosTesting
import Query
import Synchronization
import Testing

@testable import LibraryEngine

/// Finds in a file what its text says of it: `live=ID` is a content identifier.
final class WatchDecoder: MediaDecoder {
    /// What files were looked into, in order.
    let examined = Mutex<[String]>([])
    /// Whether nothing can be looked into for a while.
    let isIll = Mutex(false)

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        examined.withLock { $0.append(source.name) }
        if isIll.withLock({ $0 }) { throw CodecError(.timedOut, "\(source.name) took too long") }
        let data = FileHandle(fileDescriptor: source.descriptor, closeOnDealloc: false).readDataToEndOfFile()
        let isMovie = data.dropFirst(4).starts(with: Array("ftyp".utf8)), isRaw = data.starts(with: [0x49, 0x49, 0x55])
        if data.starts(with: Array("<x:xmpmeta".utf8)) { return Examination(facts: MediaFacts(kind: .sidecar, uniformType: "com.adobe.xmp"), preview: nil, thumbnail: nil) }
        var facts = MediaFacts(
            kind: isMovie ? .video : isRaw ? .rawImage : .image,
            uniformType: isMovie ? "com.apple.quicktime-movie" : isRaw ? "com.panasonic.rw2-raw-image" : "public.jpeg")
        facts.contentIdentifier = String(decoding: data, as: UTF8.self).firstMatch(of: /live=([A-Z0-9]+)/).map { String($0.1) }
        (facts.pixelWidth, facts.pixelHeight) = (40, 30)
        let image = options.previewSide > 0 ? EncodedImage(bytes: [1, 2, 3], width: 40, height: 30) : nil
        return Examination(facts: facts, preview: image, thumbnail: image)
    }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage { throw CodecError(.unsupported, "no pixels here") }
    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { throw CodecError(.unsupported, "no pixels here") }
}

/// Whether somebody has a file open for writing, by its name; `nil` where nobody can tell.
final class OpenFiles: Sendable {
    private let files = Mutex<[String: Bool?]>([:])

    subscript(name: String) -> Bool? {
        get { files.withLock { $0[name] ?? .some(false) } }
        set { files.withLock { $0[name] = .some(newValue) } }
    }
}

/// A library, a folder that it watches, and a clock that stands still.
final class WatchFixture {
    /// Long before the files, so that only what is seen of them tells their age.
    let clock = TestClock()
    let decoder = WatchDecoder()
    let fixture: LibraryFixture
    let open = OpenFiles()
    var folder: URL { fixture.base.appendingPathComponent("camera") }
    var library: PhotoLibrary { fixture.library }

    init(keepsRecord: Bool = true) throws {
        let (clock, decoder) = (clock, decoder)
        fixture = try LibraryFixture(keepsRecord: keepsRecord) { environment in
            environment.now = { clock.now }
            environment.decoder = .given(decoder)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func watcher(_ library: PhotoLibrary? = nil, _ change: (inout FolderWatcher.Options) -> Void = { _ in }) -> FolderWatcher {
        var options = FolderWatcher.Options()
        options.usesKernel = false
        options.isOpen = { [open] path in open[path.lastComponent.text] }
        change(&options)
        return FolderWatcher(library ?? self.library, options: options)
    }

    @discardableResult
    func add(_ storage: WatchedFolder.Storage = .copy, album: String? = nil, _ path: URL? = nil) throws -> WatchedFolder {
        try library.addWatchedFolder(BytePath((path ?? folder).path), storage: storage, album: album)
    }

    /// Steps until nothing is to be done at once.
    @discardableResult
    func steps(_ watcher: FolderWatcher, after seconds: Double = 0) throws -> [WatchStep.Told] {
        clock.advance(by: seconds)
        var told: [WatchStep.Told] = []
        while true {
            let step = try watcher.step()
            told += step.told
            if !step.isBusy { return told }
        }
    }

    /// As long as passes over folders are apart, and then as long as files take to be left alone.
    @discardableResult
    func finish(_ watcher: FolderWatcher) throws -> [WatchStep.Told] { try steps(watcher, after: 4_000) + steps(watcher, after: 6) + steps(watcher, after: 6) }

    func jpeg(_ name: String, _ salt: String? = nil) throws { try write(LibraryFixture.jpeg(salt ?? name), name) }
    func raw(_ name: String, _ salt: String = "raw") throws { try write(Data([0x49, 0x49, 0x55, 0, 8, 0, 0, 0] + Array(salt.utf8)), name) }
    func movie(_ name: String, _ salt: String = "movie") throws { try write(LibraryFixture.movie + Data(salt.utf8), name) }

    func write(_ data: Data, _ name: String) throws { try fixture.write(data, to: "camera/\(name)") }
    func append(_ text: String, to name: String) throws {
        let handle = try FileHandle(forWritingTo: folder.appendingPathComponent(name))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }
    /// What is heard while a file is written, until it is heard that it was closed: a program that another test starts has it open as well until it runs.
    func heard(by events: FolderEvents, of name: String) throws -> FolderEvents.Heard {
        try jpeg(name)
        var all = events.drain()
        let file = BytePath(folder.appendingPathComponent(name).path), end = ContinuousClock.now + .seconds(60)
        while !all.closed.contains(file), ContinuousClock.now < end {
            sched_yield()
            let more = events.drain()
            all.folders.formUnion(more.folders)
            all.closed += more.closed
            all.isOverflown = all.isOverflown || more.isOverflown
        }
        return all
    }
    func move(_ name: String, to other: String) throws {
        let to = folder.appendingPathComponent(other)
        try FileManager.default.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: folder.appendingPathComponent(name), to: to)
    }
    func remove(_ name: String) throws { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }

    func status() throws -> WatchStatus {
        let watched = try library.watchedFolders()[0]
        return try #require(library.watchStatus(of: watched))
    }

    /// Names of the living assets, sorted.
    var names: [String] {
        get throws { try library.catalog.read { reader in try reader.assets(ids: Array(reader.assetIDs(AssetQuery()))).compactMap { $0?.filename } }.sorted() }
    }

    /// The only asset's resources.
    var resources: [ResourceRecord] {
        get throws {
            try library.catalog.read { reader in
                let id = try #require(Array(reader.assetIDs(AssetQuery())).first)
                return try reader.resources(assetID: id)
            }
        }
    }
}
