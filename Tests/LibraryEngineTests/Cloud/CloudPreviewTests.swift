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

/// Previews in the store: sent after the originals, and gone with them.
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

    private func key(_ id: Int64) throws -> String { try "previews/\(fixture.resource(id).place.path).jpg" }

    private func object(_ key: String) -> URL { store.appendingPathComponent("objects").appendingPathComponent(key) }

    private func loseDerivatives() throws {
        library.images.forgetPictures()
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("derivatives"))
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

    // MARK: In a bucket

    @Test(.enabled(if: S3Server.isInstalled), arguments: [false, true]) func theyGoToABucketAndComeBack(isEncrypted: Bool) throws {
        let server = try S3Server.shared(), id = try photo("a")
        try connect("s3://\(server.bucket)/\(UUID().uuidString.lowercased())?endpoint=\(server.endpoint)", encrypts: isEncrypted)
        _ = try library.upload()
        #expect(try library.uploadPreviews().files == 1)
        try library.catalog.write(author: "test") { try $0.forgetCloudFilesOfRecord() }
        #expect(try library.uploadPreviews().files == 0)
    }
}
