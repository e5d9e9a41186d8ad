import Decoding
import Foundation
import Importing
import Pixels
import Testing

@testable import LibraryEngine

/// Copies into which metadata are to be written.
@Suite struct ExportedMetadataTests {
    /// What becomes of writing.
    private struct WritingDecoder: MediaDecoder {
        var outcome: Result<[UInt8], CodecError>
        /// Whether the identifier of a Live Photo finds a place where nothing else does.
        var takesIdentifier = false

        func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination { try PlainDecoder().examine(source, options) }
        func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage { try PlainDecoder().render(source, request) }
        func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { try PlainDecoder().encode(image, as: format) }
        func transcode(_ source: MediaSource, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError) {}
        func write(_ metadata: WrittenMetadata, into source: MediaSource) throws(CodecError) -> [UInt8] {
            if takesIdentifier, metadata.isIdentifierOnly, let identifier = metadata.contentIdentifier { return Array(identifier.utf8) }
            return try outcome.get()
        }
    }

    private func export(_ outcome: Result<[UInt8], CodecError>, _ check: (ExportReport, _ copy: Data, _ original: Data) throws -> Void) throws {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("written-\(UUID().uuidString)"), picture = LibraryFixture.jpeg("a")
        defer { try? FileManager.default.removeItem(at: base) }
        var environment = LibraryFixture.environment()
        environment.decoder = .given(WritingDecoder(outcome: outcome))
        let library = try PhotoLibrary.create(at: base.appendingPathComponent("Test.photolibrary"), environment: environment)
        defer { library.close() }
        let prepared = try library.prepareAsset([ResourceInput(.photo, .data(picture), filename: "a.jpg")])
        let id = try library.performChanges(author: "test") { try $0.insert(prepared) }
        var options = ExportOptions()
        options.writesMetadata = true
        let out = base.appendingPathComponent("out"), report = try library.export([id], to: out, options: options)
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path) == ["a.jpg"])
        #expect(try library.verify().isSound, "the original is as it was")
        try check(report, Data(contentsOf: out.appendingPathComponent("a.jpg")), picture)
    }

    @Test func theCopyHasWhatTheDecoderWrote() throws {
        try export(.success([0xFF, 0xD8, 0xFF, 7])) { report, copy, _ in
            #expect(copy == Data([0xFF, 0xD8, 0xFF, 7]) && report.unwritten.isEmpty && report.bytes == 4)
        }
    }

    /// The decoder's process was killed, say, or the file takes nothing.
    @Test(arguments: [CodecError(.workerFailed, "The decoder crashed on a.jpg"), CodecError(.unsupported, "Nothing can be written into a.jpg")])
    func aCopyIntoWhichNothingCanBeWrittenGoesOutAsItIsAndIsNamed(_ error: CodecError) throws {
        try export(.failure(error)) { report, copy, original in
            #expect(copy == original && report.failed.isEmpty && report.bytes == Int64(original.count))
            #expect(report.unwritten.map(\.message) == [error.message] && report.unwritten.map { URL(fileURLWithPath: $0.path).lastPathComponent } == ["a.jpg"])
        }
    }

    /// A HEIC without XMP has no place for a title, and one for what joins it to its movie.
    @Test(arguments: [true, false]) func aPhotoThatTakesNoTitleKeepsItsMovieOrIsNamed(_ takesIdentifier: Bool) throws {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("written-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: base) }
        var environment = LibraryFixture.environment()
        environment.decoder = .given(WritingDecoder(outcome: .failure(CodecError(.unsupported, "no place")), takesIdentifier: takesIdentifier))
        let library = try PhotoLibrary.create(at: base.appendingPathComponent("Test.photolibrary"), environment: environment)
        defer { library.close() }
        let prepared = try library.prepareAsset([
            ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "a.heic"), ResourceInput(.pairedVideo, .data(LibraryFixture.movie), filename: "a.mov"),
        ])
        let id = try library.performChanges(author: "test") { try $0.insert(prepared) }
        var options = ExportOptions()
        options.writesMetadata = true
        let out = base.appendingPathComponent("out"), report = try library.export([id], to: out, options: options)
        func bytes(_ name: String) throws -> Data { try Data(contentsOf: out.appendingPathComponent(name)) }
        func names(_ copies: [ExportReport.Unwritten]) -> [String] { copies.map { URL(fileURLWithPath: $0.path).lastPathComponent } }
        #expect(names(report.unwritten) == ["a.heic"] && report.unwritten.first?.saysIdentifier == takesIdentifier)
        #expect(names(report.unpaired) == (takesIdentifier ? [] : ["a.heic"]))
        let identifier = try #require(try library.read { try $0.asset(id: id) }).uuid.uuidString
        #expect(try bytes("a.heic") == (takesIdentifier ? Data(identifier.utf8) : LibraryFixture.jpeg("a")))
        #expect(try bytes("a.mov") == (takesIdentifier ? Data(identifier.utf8) : LibraryFixture.movie), "never another one than its photo")
    }
}
