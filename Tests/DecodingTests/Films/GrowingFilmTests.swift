import Foundation
import Glibc
import Pixels
import TestSupport
import Testing

@testable import Decoding

/// Films whose bytes come while a worker reads them.
@Suite(.enabled(if: FaultyPool.realProgram != nil, "photo-decoder is not beside the tests"))
struct GrowingFilmTests {
    /// Fills a file of zeros as far as it is asked to.
    private final class FillingSink: TranscodeSink {
        let film: [UInt8]
        let descriptor: Int32
        let made = CollectingSink()
        private(set) var asked: [Range<Int>] = []
        /// How often it gives bytes before it gives up.
        var mostAsked = Int.max

        init(_ film: [UInt8]) { (self.film, descriptor) = (film, FaultyPool.file([UInt8](repeating: 0, count: film.count))) }

        deinit { close(descriptor) }

        func write(_ part: UnsafeRawBufferPointer, at offset: Int) -> Bool { made.write(part, at: offset) }

        func goesOn(done: Double) -> Bool { made.goesOn(done: done) }

        func need(_ range: Range<Int>) -> Bool {
            asked.append(range)
            guard asked.count <= mostAsked else { return false }
            let written = film.withUnsafeBytes { pwrite(descriptor, $0.baseAddress.map { $0 + range.lowerBound }, range.count, off_t(range.lowerBound)) }
            return written == range.count
        }
    }

    private static let film = MadeFilm { ($0.sound, $0.rate, $0.seconds, $0.options) = ("pcm_s16le", 30, 10, "g=30") }

    private static func change(_ request: inout TranscodeRequest) {
        (request.container, request.start, request.end, request.effort, request.isStrict) = (.fragments, 8, 9, .live, false)
    }

    private static var growing: TranscodeRequest {
        var request = TranscodeRequest()
        change(&request)
        request.fillsHoles = true
        return request
    }

    @Test func aPartIsMadeOfWhatIsNeededForIt() throws {
        let film = try Self.film.bytes(), sink = FillingSink(film)
        try #require(FilmMaking.pool).transcode(MediaSource(descriptor: sink.descriptor, name: "film.mov"), Self.growing, to: sink)
        let whole = try SeenFilm(FilmMaking.make(film, Self.change)), made = try SeenFilm(sink.made.bytes)
        #expect(made.times.count == 30 && made.times == whole.times && made.size == whole.size)
        #expect(zip(made.greys, whole.greys).allSatisfy { abs($0 - $1) <= 1 } && abs(made.soundEnd - whole.soundEnd) < 0.001)
        #expect(!sink.asked.isEmpty && sink.asked.allSatisfy { !$0.contains(film.count / 2) }, "\(sink.asked)")
    }

    @Test func whereBytesCannotBeHadItEnds() throws {
        let pool = try FaultyPool.make(program: FaultyPool.realProgram), film = try Self.film.bytes()
        for most in 0..<3 {
            let sink = FillingSink(film)
            sink.mostAsked = most
            let error = #expect(throws: CodecError.self) { try pool.transcode(MediaSource(descriptor: sink.descriptor, name: "film.mov"), Self.growing, to: sink) }
            #expect(error?.code == .cancelled && sink.asked.count == most + 1 && pool.status.failures == 0)
        }
        pool.close()
    }

    @Test func aWorkerMayNeedWhatIsInTheFileAlone() throws {
        let pool = try FaultyPool.make(), descriptor = FaultyPool.file()
        defer { close(descriptor) }
        let error = #expect(throws: CodecError.self) { try pool.transcode(MediaSource(descriptor: descriptor, name: "far-need"), Self.growing, to: CollectingSink()) }
        #expect(error?.code == .workerFailed && error?.cause?.contains("needs 3 bytes at 1") == true, "\(String(describing: error))")
        try pool.transcode(MediaSource(descriptor: descriptor, name: "need"), Self.growing, to: CollectingSink())
        pool.close()
    }
}
