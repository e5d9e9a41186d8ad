import Catalog
import Cloud
import Decoding
import Dispatch
import Foundation
import Imaging
import Importing
import Metadata
import PhotoModel
import Pixels
import Synchronization
import TestSupport
import Testing

@testable import LibraryEngine

/// Photos of 4,000 by 3,000 pixels, of which little is drawn: 40 columns of a file, 14 of a preview.
private struct LargePhotoDecoder: MediaDecoder {
    static let file = 40
    static let preview = 14
    private static let previewBytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("the preview".utf8) + [0xFF, 0xD9]

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        guard bytes(source).starts(with: [0xFF, 0xD8]) else { throw CodecError(.unsupported, "\(source.name) is no picture") }
        var facts = MediaFacts(kind: .image, uniformType: "public.jpeg")
        (facts.pixelWidth, facts.pixelHeight) = (4000, 3000)
        let preview = options.previewSide > 0 ? EncodedImage(bytes: Self.previewBytes, width: 1440, height: 1080) : nil
        let thumbnail = options.thumbnailSide > 0 ? EncodedImage(bytes: [1, 2, 3], width: 256, height: 192) : nil
        return Examination(facts: facts, preview: preview, thumbnail: thumbnail)
    }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        let bytes = bytes(source)
        guard bytes.starts(with: [0xFF, 0xD8]) else { throw CodecError(.damaged, "\(source.name) is no picture") }
        let side = bytes.count < 1000 ? Self.preview : Self.file
        return PixelImage(width: side, height: side, bytesPerRow: side * 4, pixels: [UInt8](repeating: 7, count: side * side * 4), hasAlpha: false)
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { throw CodecError(.unsupported, "nothing is encoded here") }

    private func bytes(_ source: MediaSource) -> Data { FileHandle(fileDescriptor: source.descriptor, closeOnDealloc: false).readDataToEndOfFile() }
}

/// Previews in the store: sent after the originals, fetched in their place where they are enough, and gone with them.
@Suite("Previews in a store", .timeLimit(.minutes(20))) final class CloudPreviewTests {
    private static let passphrase = "four horses fly at noon"
    private let hook = StoreHook()
    private let fixture: LibraryFixture
    private let warnings: Warnings
    private var library: PhotoLibrary { fixture.library }
    private var store: URL { fixture.base.appendingPathComponent("store") }

    private final class Warnings: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock { $0 } }

        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    init() throws {
        let hook = hook, warnings = Warnings()
        self.warnings = warnings
        fixture = try LibraryFixture { environment in
            environment.decoder = .given(LargePhotoDecoder())
            environment.storeWrapper = { HookedStore(inner: $0, hook: hook) }
            environment.log = { level, text in if level == .warning { warnings.add(text) } }
            if S3Server.isInstalled {
                let system = environment.variable
                environment.variable = { name in
                    guard let server = try? S3Server.shared() else { return system(name) }
                    return ["AWS_ACCESS_KEY_ID": server.accessKey, "AWS_SECRET_ACCESS_KEY": server.secretKey][name] ?? system(name)
                }
            }
        }
    }

    /// A file of which a preview is worth its while, unless `size` says otherwise.
    private func photo(_ name: String, size: Int = 600_000) throws -> Int64 {
        let salt = name + String(repeating: "x", count: size - name.utf8.count)
        return try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg(salt)), filename: "\(name).JPG")])
    }

    private func connect(_ address: String? = nil, encrypts: Bool = false) throws {
        var settings = CloudSettings(address: address ?? store.path)
        settings.pinnedDays = 0
        try library.configureCloud(settings, encrypts: encrypts, secret: encrypts ? .passphrase(Self.passphrase) : nil)
    }

    private func key(_ id: Int64) throws -> String { try "previews/\(fixture.resource(id).location.path).jpg" }

    private func object(_ key: String) -> URL { store.appendingPathComponent("objects").appendingPathComponent(key) }

    private func loseDerivatives() throws {
        library.images.forgetPictures()
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("derivatives"))
    }

    /// Originals and previews are in the store alone, of which nothing was asked yet.
    /// - Returns: how many originals.
    @discardableResult
    private func sendAway(encrypts: Bool = false) throws -> Int {
        try connect(encrypts: encrypts)
        _ = try library.upload()
        _ = try library.uploadPreviews()
        let count = try library.evict(downTo: 0).files
        try loseDerivatives()
        hook.reset()
        return count
    }

    private func request(_ library: PhotoLibrary, _ uuid: UUID, _ side: Int?, mayFetch: Bool = true) throws -> ImageRequest {
        let asset = try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
        var request = ImageRequest(.current, of: asset, through: ResourceAccess(library, network: mayFetch ? NetworkUse() : nil))
        request.target = side.map { PixelSize(width: $0, height: $0) }
        return request
    }

    /// Columns of what is drawn.
    private func width(_ id: Int64, _ side: Int?) throws -> Int {
        let width = try library.images.renderNow(request(library, fixture.record(id).uuid, side)).image.width
        library.fetcher.waitForRecords()
        return width
    }

    private func isHere(_ id: Int64) throws -> Bool { try FileManager.default.fileExists(atPath: fixture.file(of: fixture.resource(id)).path) }

    private var gets: [String] { hook.calls.filter { $0.hasPrefix("get ") && !$0.hasSuffix("library.json") } }

    // MARK: Sending

    @Test func theyGoAfterTheOriginalsAndOnce() throws {
        let ids = try ["a", "b"].map { try photo($0) }, small = try photo("small", size: 1000)
        try connect()
        #expect(try library.upload().files == 3)
        for id in ids { #expect(!FileManager.default.fileExists(atPath: object(try key(id)).path)) }
        let report = try library.uploadPreviews()
        #expect(report.files == 2 && report.bytes > 0 && !report.isCutShort)
        for id in ids { #expect(DerivativeStore.isSealedPreview(try Array(Data(contentsOf: object(key(id)))))) }
        #expect(!FileManager.default.fileExists(atPath: object(try key(small)).path), "it comes as soon itself")
        hook.reset()
        #expect(try library.uploadPreviews() == PreviewReport())
        #expect(hook.calls.isEmpty, "where nothing is new the store is not asked")
        // Only what is new goes.
        let late = try photo("late")
        _ = try library.upload()
        #expect(try library.uploadPreviews().files == 1)
        #expect(FileManager.default.fileExists(atPath: object(try key(late)).path))
    }

    @Test func theyWaitForTheirOriginals() throws {
        let id = try photo("a")
        try connect()
        #expect(try library.uploadPreviews() == PreviewReport())
        #expect(!FileManager.default.fileExists(atPath: object(try key(id)).path))
        _ = try library.upload()
        #expect(try library.uploadPreviews().files == 1)
    }

    @Test func aRoundThatIsCutShortIsGoneOnWith() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        #expect(try library.uploadPreviews(atMost: 0).isCutShort)
        let first = try library.uploadPreviews(atMost: 1)
        #expect(first.files == 1 && first.isCutShort, "it is not known yet that this was all")
        let last = try library.uploadPreviews(atMost: 1)
        #expect(last.files == 0 && !last.isCutShort)
        #expect(FileManager.default.fileExists(atPath: object(try key(id)).path))
    }

    @Test func oneThatIsThereIsNotSentAgain() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        _ = try library.uploadPreviews()
        let path = object(try key(id)).path, sent = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        // As after a crash, and on another machine.
        try library.catalog.write(author: "test") { try $0.forgetCloudFilesOfRecord() }
        #expect(try library.uploadPreviews().files == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == sent)
        #expect(try library.catalog.read { try $0.cloudFile(path: self.key(id))?.etag } != nil)
    }

    @Test func aPreviewGoesWithItsFile() throws {
        let (gone, kept) = (try photo("gone"), try photo("kept"))
        try connect()
        _ = try library.upload()
        _ = try library.uploadPreviews()
        let there = object(try key(gone)), known = try key(gone)
        // What another machine has sent is not noted here.
        try library.catalog.write(author: "test") { try $0.deleteCloudFile(path: known) }
        try library.performChanges(author: "test") { try $0.delete([gone]) }
        try library.performChanges(author: "test") { try $0.purge([gone]) }
        #expect(try library.upload().removed == 1)
        #expect(!FileManager.default.fileExists(atPath: there.path))
        #expect(FileManager.default.fileExists(atPath: object(try key(kept)).path))
        // One that came too late goes by its own note.
        try library.catalog.write(author: "test") { writer in try writer.updateCloudFile(path: known) { $0.etag = "late" } }
        try FileManager.default.createDirectory(at: there.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("late".utf8).write(to: there)
        _ = try library.upload()
        #expect(!FileManager.default.fileExists(atPath: there.path))
        #expect(try library.catalog.read { try $0.cloudFile(path: known) } == nil)
    }

    @Test func aServedLibrarySendsThemByItself() throws {
        let name = try key(photo("a")), sent = DispatchSemaphore(value: 0)
        try connect()
        hook.reset(after: { _, call throws(CloudError) in if call == "put \(name)" { sent.signal() } })
        let service = CloudService(library)
        service.start()
        sent.wait()
        service.stop()
        #expect(FileManager.default.fileExists(atPath: object(name).path))
    }

    // MARK: Fetching

    @Test(arguments: [false, true]) func whatIsNoLargerComesOfThePreview(isEncrypted: Bool) throws {
        let id = try photo("a"), small = try photo("small", size: 1000)
        #expect(try sendAway(encrypts: isEncrypted) == 2)
        #expect(try width(id, 1000) == LargePhotoDecoder.preview)
        #expect(try gets == ["get \(key(id))"])
        #expect(try !isHere(id))
        let asset = try fixture.record(id)
        #expect(library.derivatives.hasThumbnail(assetID: id, uuid: asset.uuid, revision: asset.revision), "it came with it")
        // It is here from now on, and what is larger comes of the file.
        library.images.forgetPictures()
        #expect(try width(id, 800) == LargePhotoDecoder.preview)
        #expect(gets.count == 1)
        #expect(try width(id, nil) == LargePhotoDecoder.file)
        #expect(try gets.last == "get \(fixture.resource(id).location.path)")
        #expect(try isHere(id))
        // Nobody asks for one that there can't be.
        hook.reset()
        #expect(try width(small, 1000) == LargePhotoDecoder.preview)
        #expect(try gets == ["get \(fixture.resource(small).location.path)"])
    }

    @Test func withoutTheNetworkNothingIsAskedFor() throws {
        let id = try photo("a")
        try sendAway()
        let error = #expect(throws: ImagingError.self) { try library.images.renderNow(request(library, fixture.record(id).uuid, 1000, mayFetch: false)) }
        #expect(error?.code == .inCloud && hook.calls.isEmpty)
    }

    @Test func manyRequestsAreOneDownload() throws {
        let id = try photo("a")
        try sendAway()
        let wanted = try (0..<40).map { try request(library, fixture.record(id).uuid, 1000 + $0) }, ended = DispatchGroup()
        let widths = Mutex<[Int]>([])
        for request in wanted {
            ended.enter()
            library.images.request(request) { event in
                guard event.isTerminal else { return }
                if case .finished(let result) = event { widths.withLock { $0.append(result.image.width) } }
                ended.leave()
            }
        }
        ended.wait()
        #expect(widths.withLock { $0 } == Array(repeating: LargePhotoDecoder.preview, count: 40))
        #expect(try gets == ["get \(key(id))"])
        #expect(try !isHere(id))
    }

    @Test func theFileComesWhereThereIsNoPreviewOrADamagedOne() throws {
        let (without, torn) = (try photo("without"), try photo("torn"))
        try sendAway()
        try FileManager.default.removeItem(at: object(try key(without)))
        let file = object(try key(torn))
        var bytes = try Data(contentsOf: file)
        bytes[bytes.index(before: bytes.endIndex)] ^= 1
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try bytes.write(to: file)
        hook.reset()
        for id in [without, torn] {
            #expect(try width(id, 1000) == LargePhotoDecoder.preview, "made of the file")
            #expect(try isHere(id))
            #expect(try gets.suffix(2) == ["get \(key(id))", "get \(fixture.resource(id).location.path)"])
        }
        #expect(try warnings.all.count { try $0.contains(key(torn)) } == 1, "\(warnings.all)")
        // It is replaced.
        #expect(try library.uploadPreviews().files == 1)
        #expect(DerivativeStore.isSealedPreview(try Array(Data(contentsOf: file))))
    }

    @Test func aStoreThatCannotBeReachedIsNotAskedTwice() throws {
        let ids = try ["a", "b"].map { try photo($0) }
        try sendAway()
        hook.reset(before: { _, call throws(CloudError) in
            if call.hasPrefix("get ") { throw CloudError(.network, object: nil, "The test has cut the network.") }
        })
        for id in ids { #expect(throws: ImagingError.self) { try width(id, 1000) } }
        let previews = gets.count { $0.hasPrefix("get previews/") }
        #expect(previews == 1 && gets.count == 3, "\(gets)")
    }

    // MARK: Another machine

    @Test func aMachineThatIsMadeAgainSeesPhotosWithoutTheirOriginals() throws {
        let ids = try ["a", "b"].map { try photo($0) }
        try connect()
        _ = try library.upload()
        _ = try library.uploadPreviews()
        let url = fixture.base.appendingPathComponent("New.photolibrary")
        _ = try #require(try PhotoLibrary.recover(from: store.path, to: url, environment: fixture.environment, options: RecoveryOptions(), CloudWork()))
        let new = try PhotoLibrary.open(at: url, environment: fixture.environment)
        defer { new.close() }
        hook.reset()
        for id in ids {
            #expect(try new.images.renderNow(request(new, fixture.record(id).uuid, 1000)).image.width == LargePhotoDecoder.preview)
        }
        #expect(try gets == ids.map { try "get \(key($0))" })
        #expect(try new.uploadPreviews() == PreviewReport(), "it has none that the store has not")
    }

    @Test func thumbnailsComeTheNewestFirstAndAPackThatIsTornCostsNoOther() throws {
        try connect()
        var ids: [Int64] = []
        for name in ["a", "b", "c"] {
            ids.append(try photo(name, size: 1000))
            _ = try library.upload()
        }
        let folder = store.appendingPathComponent("objects/thumbnails"), packs = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(packs.count == 3)
        let torn = folder.appendingPathComponent(packs[1])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: torn.path)
        try Data("torn".utf8).write(to: torn)
        try loseDerivatives()
        let library = library, connected = try #require(try library.cloud.store())
        hook.reset()
        #expect(throws: LibraryError.self) { try waiting { try await ThumbnailUpload.restore(library, connected, CloudWork()) } }
        #expect(gets == packs.reversed().map { "get thumbnails/\($0)" })
        let there = try ids.map { id in
            let asset = try fixture.record(id)
            return library.derivatives.hasThumbnail(assetID: id, uuid: asset.uuid, revision: asset.revision)
        }
        #expect(there.filter { $0 }.count == 2 && there[0] && there[2], "\(there)")
    }

    // MARK: In a bucket

    @Test(.enabled(if: S3Server.isInstalled), arguments: [false, true]) func theyGoToABucketAndComeBack(isEncrypted: Bool) throws {
        let server = try S3Server.shared(), id = try photo("a")
        try connect("s3://\(server.bucket)/\(UUID().uuidString.lowercased())?endpoint=\(server.endpoint)", encrypts: isEncrypted)
        _ = try library.upload()
        #expect(try library.uploadPreviews().files == 1)
        try library.catalog.write(author: "test") { try $0.forgetCloudFilesOfRecord() }
        #expect(try library.uploadPreviews().files == 0)
        #expect(try library.evict(downTo: 0).files == 1)
        try loseDerivatives()
        hook.reset()
        #expect(try width(id, 1000) == LargePhotoDecoder.preview)
        #expect(try gets == ["get \(key(id))"])
        #expect(try !isHere(id))
    }
}
