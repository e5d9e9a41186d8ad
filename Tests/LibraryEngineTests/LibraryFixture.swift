import Catalog
import Decoding
import Foundation
import Importing
import Metadata
import Originals
import PhotoModel
import Pixels
import Testing

@testable import LibraryEngine

/// Every file that begins like a JPEG is a sound photo of 40 by 30, one that begins with `RAW` a RAW of 80 by 60; `MOV` files are movies, and one in
/// a picture is its movie; anything else is nothing.
struct PlainDecoder: MediaDecoder {
    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        let data = FileHandle(fileDescriptor: source.descriptor, closeOnDealloc: false).readDataToEndOfFile()
        let isMovie = data.dropFirst(4).starts(with: Array("ftyp".utf8))
        let isRaw = data.starts(with: Array("RAW".utf8))
        guard isMovie || isRaw || data.starts(with: [0xFF, 0xD8, 0xFF]) else { throw CodecError(.unsupported, "\(source.name) is no picture") }
        var facts = MediaFacts(kind: isMovie ? .video : .image, uniformType: isMovie ? "com.apple.quicktime-movie" : "public.jpeg")
        if isRaw { facts = MediaFacts(kind: .rawImage, uniformType: "com.canon.cr3-raw-image") }
        if !isMovie, let movie = data.range(of: LibraryFixture.movie) {
            facts.embeddedMovie = EmbeddedMovie(range: movie.lowerBound..<movie.upperBound, uniformType: "com.apple.quicktime-movie")
        }
        (facts.pixelWidth, facts.pixelHeight) = isRaw ? (80, 60) : (40, 30)
        let image = options.previewSide > 0 ? EncodedImage(bytes: [1, 2, 3], width: 40, height: 30) : nil
        return Examination(facts: facts, preview: image, thumbnail: image)
    }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage { throw CodecError(.unsupported, "no pixels here") }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { throw CodecError(.unsupported, "no pixels here") }
}

/// A folder with a library in it and room for other files.
final class LibraryFixture {
    let base: URL
    let url: URL
    let environment: Environment
    let library: PhotoLibrary

    /// - Parameter keepsRecord: false where what a test is about would otherwise be made good from the library's record.
    init(keepsRecord: Bool = true, _ change: (inout Environment) -> Void = { _ in }) throws {
        base = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)")
        url = base.appendingPathComponent("Test.photolibrary")
        var environment = Self.environment()
        environment.keepsRecord = keepsRecord
        change(&environment)
        self.environment = environment
        library = try PhotoLibrary.create(at: url, environment: environment)
    }

    deinit {
        library.close()
        try? FileManager.default.removeItem(at: base)
    }

    static func environment() -> Environment {
        var environment = Environment()
        environment.decoder = .given(PlainDecoder())
        // On a busy machine a write may wait long for others.
        environment.busyTimeout = 120
        environment.now = { Date(timeIntervalSinceReferenceDate: 800_000_000) }
        environment.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return environment
    }

    static func jpeg(_ salt: String) -> Data { Data([0xFF, 0xD8, 0xFF, 0xE0] + Array(salt.utf8)) }
    static let movie = Data([0, 0, 0, 0x14] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8))

    @discardableResult
    func write(_ data: Data, to name: String) throws -> URL {
        let file = base.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        return file
    }

    func add(_ inputs: [ResourceInput]) throws -> Int64 {
        let prepared = try library.prepareAsset(inputs)
        return try library.performChanges(author: "test") { try $0.insert(prepared) }
    }

    func record(_ id: Int64) throws -> AssetRecord { try #require(try library.catalog.read { try $0.asset(id: id) }) }

    func resource(_ id: Int64) throws -> ResourceRecord { try #require(try library.catalog.read { try $0.resources(assetID: id).first }) }

    func file(of resource: ResourceRecord) throws -> URL {
        guard case .managed(let path) = resource.location else { throw LibraryError(.invalid, "not managed") }
        return url.appendingPathComponent(path)
    }

    /// Closes the library and puts into the database what its log holds, so that a test can change bytes of it.
    func closeWithoutLog() throws {
        library.close()
        try Self.emptyLog(of: url)
    }

    static func emptyLog(of library: URL) throws {
        let process = Process()
        (process.executableURL, process.arguments) = (
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "python3", "-c", "import sqlite3,sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint(TRUNCATE)')",
                library.appendingPathComponent("database/catalog.sqlite").path,
            ]
        )
        try process.run()
        process.waitUntilExit()
    }

    func stagedNames() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent("staging").path) }
}
