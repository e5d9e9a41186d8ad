import Catalog
import Foundation
import Imaging
import Importing
import PhotoModel
import Photos
import PhotosTesting
import Synchronization
import Testing

@testable import LibraryEngine

/// The one way to bytes: what is here is opened, what is elsewhere fetched first, for exports and pictures as for single files.
@Suite("Access to resources", .timeLimit(.minutes(20))) final class ResourceAccessTests {
    /// Another folder as the cloud. Knows keys, sizes and hashes.
    private final class FolderStore: ObjectStore {
        let folder: URL
        /// The keys that were asked for.
        let asked = Mutex<[String]>([])

        init(_ folder: URL) { self.folder = folder }

        func file(_ key: String) -> URL { folder.appendingPathComponent(key.replacing("/", with: "_")) }

        func fetch(_ object: StoredObject, until cancellation: FetchCancellation, write: (UnsafeRawBufferPointer) throws -> Void) throws {
            asked.withLock { $0.append(object.key) }
            guard let content = try? Data(contentsOf: file(object.key)) else { throw ObjectStoreError(.missing, "Restore it from a backup.") }
            #expect(object.size > 0 && object.sha256.count == 32)
            for start in stride(from: 0, to: content.count, by: 3) {
                try content[start..<min(content.count, start + 3)].withUnsafeBytes { try write($0) }
            }
        }
    }

    /// What a request was told of its downloads.
    private final class Told: Sendable {
        let fractions = Mutex<[Double]>([])
        let errors = Mutex<[LibraryError.Code?]>([])

        func network(stoppingAt end: Double = 2) -> NetworkUse {
            NetworkUse(
                progress: { fraction in
                    self.fractions.withLock { $0.append(fraction) }
                    return fraction < end
                }, failed: { _, error in self.errors.withLock { $0.append((error as? LibraryError)?.code) } })
        }

        /// 0 first and once, then more each time, 1 last.
        var isWhole: Bool {
            fractions.withLock { told in told.first == 0 && told.last == 1 && zip(told, told.dropFirst()).allSatisfy { $0 < $1 } }
        }
    }

    private let fixture: LibraryFixture
    private let store: FolderStore
    /// With the store as its cloud.
    private let library: PhotoLibrary

    init() throws {
        fixture = try LibraryFixture()
        store = FolderStore(fixture.base.appendingPathComponent("store"))
        try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        var environment = fixture.environment
        environment.store = store
        library = try PhotoLibrary.open(at: fixture.url, environment: environment)
    }

    deinit { library.close() }

    private func livePhoto(_ name: String = "a") throws -> Int64 {
        try fixture.add([
            ResourceInput(.photo, .data(LibraryFixture.jpeg(name)), filename: "\(name).jpg"),
            ResourceInput(.pairedVideo, .data(LibraryFixture.movie), filename: "\(name).mov"),
        ])
    }

    private func resources(_ id: Int64) throws -> [ResourceRecord] { try library.catalog.read { try $0.resources(assetID: id) } }

    /// Takes files away, into the store.
    /// - Returns: what the catalogue says of them since.
    @discardableResult
    private func send(_ resources: [ResourceRecord]) throws -> [ResourceRecord] {
        for resource in resources {
            guard case .managed(let path) = resource.location else { continue }
            try Data(contentsOf: fixture.url.appendingPathComponent(path)).write(to: store.file(path))
            try library.originals.remove(managedPath: path)
        }
        _ = try library.catalog.write(author: "test") { writer in
            for resource in resources { try writer.update(resourceID: resource.id) { ($0.isLocal, $0.isInCloud) = (false, true) } }
        }
        return try library.catalog.read { reader in try resources.compactMap { try reader.resource(id: $0.id) } }
    }

    private func bytes(_ resource: ResourceRecord) throws -> Data { try Data(contentsOf: fixture.file(of: resource)) }

    @Test func whatIsElsewhereIsFetchedOnceVerifiedAndNoted() throws {
        let id = try livePhoto(), told = Told(), files = try resources(id)
        let content = try bytes(files[0]), photo = try send([files[0]])[0]
        let access = ResourceAccess(library, network: told.network())
        for _ in 0..<2 { #expect(try access.open(photo).digest() == Array(photo.sha256)) }
        #expect(try bytes(photo) == content && told.isWhole && store.asked.withLock { $0.count } == 1)
        library.fetcher.waitForRecords()
        #expect(try resources(id)[0].isLocal)
    }

    @Test func withoutTheNetworkOrAStoreTheErrorNamesFileAndRemedy() throws {
        let photo = try send([resources(livePhoto())[0]])[0]
        let denied = try #require(throws: LibraryError.self) { try ResourceAccess(library).open(photo) }
        #expect(denied.code == .inCloud && denied.message.contains("a.jpg") && denied.message.contains("Allow network access"))
        let alone = try #require(throws: LibraryError.self) { try ResourceAccess(fixture.library, network: NetworkUse()).open(photo) }
        #expect(alone.code == .inCloud && alone.message.contains("a.jpg") && alone.message.contains("connected to none"))
        #expect(store.asked.withLock { $0.isEmpty })
    }

    @Test func whatIsNotTheFileIsNotKept() throws {
        let photo = try send([resources(livePhoto())[0]])[0], told = Told()
        guard case .managed(let path) = photo.location else { return }
        let content = try Data(contentsOf: store.file(path))
        for wrong in [Data(content.reversed()), content + [0], content.dropLast()] {
            try wrong.write(to: store.file(path))
            let error = try #require(throws: LibraryError.self) { try ResourceAccess(library, network: told.network()).open(photo) }
            #expect(error.code == .network && error.message.contains("a.jpg"))
            #expect(!library.originals.holds(managedPath: path))
        }
        #expect(told.errors.withLock { $0 } == [.network, .network, .network])
        #expect(try fixture.stagedNames() == ["gate"])
        try FileManager.default.removeItem(at: store.file(path))
        let gone = try #require(throws: LibraryError.self) { try ResourceAccess(library, network: NetworkUse()).open(photo) }
        #expect(gone.code == .network && gone.message == "The cloud has no a.jpg any more. Restore it from a backup. Where you have the file, import it again.")
    }

    @Test func severalFilesAreOneDownloadToTheRequest() async throws {
        let files = try send(resources(livePhoto())), told = Told()
        let fetch = try #require(ResourceAccess(library, network: told.network()).fetch { files })
        try await FetchingWork<Void>().result(fetch: nil) { turn in fetch { turn.end($0) } }
        #expect(told.isWhole && store.asked.withLock { $0.count } == 2)
        try await FetchingWork<Void>().result(fetch: nil) { turn in fetch { turn.end($0) } }
        #expect(told.isWhole, "nothing is told where nothing is downloaded")
    }

    @Test(arguments: [0, 0.3, 0.6]) func whoGivesUpHearsACancellation(_ end: Double) throws {
        let files = try send(resources(livePhoto())), told = Told()
        let access = ResourceAccess(library, network: told.network(stoppingAt: end))
        #expect(throws: CancellationError.self) {
            try FetchingWork<Void>.now(access.fetch { files }) { for file in files { _ = try library.openResource(file) } }
        }
        #expect(told.fractions.withLock { $0.last ?? 0 } < 1 && told.errors.withLock { $0.isEmpty })
        let again = Told()
        for file in files { #expect(try ResourceAccess(library, network: again.network()).open(file).digest() == Array(file.sha256)) }
    }

    // MARK: Exports

    @Test func anExportHasWhatIsElsewhereInIt() throws {
        let ids = try ["a", "b"].map { try livePhoto($0) }, told = Told(), files = try ids.flatMap { try resources($0) }
        let contents = try files.map { try bytes($0) }
        try send(files)
        let folder = fixture.base.appendingPathComponent("out")
        let without = try library.export(ids, to: folder, options: ExportOptions())
        #expect(without.files.isEmpty && without.failed.map(\.code) == Array(repeating: "inCloud", count: 4))
        let report = try library.export(ids, to: folder, options: ExportOptions(), network: told.network())
        #expect(report.failed.isEmpty && report.assets == 2)
        #expect(try report.files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == contents)
        #expect(report.files.map { URL(fileURLWithPath: $0).lastPathComponent } == ["a.jpg", "a.mov", "b.jpg", "b.mov"])
    }

    @Test func anExportGoesOnAfterWhatCantBeHadAndEndsWhereItIsGivenUp() throws {
        let ids = try ["a", "b", "c"].map { try livePhoto($0) }
        try send(try ids.flatMap { try resources($0) })
        guard case .managed(let path) = try resources(ids[0])[0].location else { return }
        try FileManager.default.removeItem(at: store.file(path))
        let folder = fixture.base.appendingPathComponent("out")
        let report = try library.export(Array(ids.prefix(2)), to: folder, options: ExportOptions(), network: NetworkUse())
        #expect(report.failed.map(\.filename) == ["a.jpg"] && report.failed.map(\.code) == ["network"] && report.files.count == 3)
        let ended = try library.export(ids.reversed(), to: folder, options: ExportOptions(), network: NetworkUse(progress: { $0 < 0.5 }))
        #expect(ended.files.isEmpty && ended.failed.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.mov", "b.jpg", "b.mov"])
    }

    // MARK: Pictures

    /// The request that the tool, the server and PhotoKit's requests begin with.
    @Test func aPictureIsMadeOfTheFileOfItsVersion() throws {
        let temporary = try TemporaryLibrary()
        let file = try temporary.file("IMG_1.JPG", FixtureImages.jpeg(width: 2000, height: 100))
        try temporary.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        let asset = try #require(PHAsset.fetchAssets(with: options).firstObject), library = temporary.library, told = Told()
        try temporary.sendToCloud([asset], [.photo])
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        let record = try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
        for version in [ImageRequest.Version.current, .unadjusted, .original] {
            let error = try #require(throws: ImagingError.self) {
                try library.images.renderNow(ImageRequest(version, of: record, through: ResourceAccess(library)))
            }
            #expect(error.code == .inCloud && "\(error)".contains("IMG_1.JPG"))
        }
        let request = ImageRequest(.original, of: record, through: ResourceAccess(library, network: told.network()))
        #expect(try library.images.renderNow(request).image.width == 2000)
        #expect(told.isWhole && temporary.cloud.downloads == 1)
    }
}
