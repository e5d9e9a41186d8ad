import Foundation
import Glibc
import Pixels
import TestSupport
import Testing

@testable import Decoding

/// Films that can't be made, and workers that don't make them.
@Suite(.enabled(if: FaultyPool.program != nil, "photo-decoder-faults is not beside the tests"))
struct BadFilmTests {
    private func failure(of source: [UInt8], _ change: (inout TranscodeRequest) -> Void = { _ in }) -> CodecError? {
        do { _ = try FilmMaking.make(source, change) } catch { return error as? CodecError }
        return nil
    }

    @Test func whatIsNoFilmIsSaidToBeNone() throws {
        #expect(failure(of: Array("no film at all".utf8))?.code == .damaged)
        #expect(failure(of: [])?.code == .damaged)
        #expect(failure(of: try MadeFilm { $0.picture = nil }.bytes())?.code == .unsupported)
        #expect(failure(of: try MadeFilm { $0.sound = nil }.bytes()) { $0.picture = .none }?.code == .unsupported)
    }

    /// An index at the end of a film that came whole is gone when the film is cut; one at its beginning says more than there is.
    @Test func aFilmThatEndsBeforeItsTimeIsDamaged() throws {
        let film = try FilmMaking.make(MadeFilm { ($0.rate, $0.seconds) = (30, 8) }.bytes()) { $0.indexFirst = true }
        let frames = try #require(film.firstRange(of: Array("mdat".utf8))?.upperBound)
        let cut = Array(film.prefix(frames + (film.count - frames) / 2))
        #expect(failure(of: cut)?.code == .damaged)
        let shown = try SeenFilm(FilmMaking.make(cut) { $0.isStrict = false })
        #expect(shown.times.count > 20 && shown.times.count < 240)
    }

    /// Most of it is what an HEVC decoder begins with, so that every cut is in the midst of something.
    @Test(arguments: [0.25, 0.5, 0.75]) func aFilmWithAPartOfItsIndexIsDamaged(_ share: Double) throws {
        let film = try MadeFilm { ($0.container, $0.picture, $0.sound, $0.seconds) = ("mp4", "libx265", nil, 1) }.bytes()
        let index = try #require(film.lastRange(of: Array("moov".utf8))).upperBound
        #expect(failure(of: Array(film.prefix(index + Int(share * Double(film.count - index)))))?.code == .damaged)
    }

    @Test func requestsWithoutSenseAreRefused() throws {
        let film = try MadeFilm { $0.seconds = 0.2 }.bytes()
        let wrong: [(inout TranscodeRequest) -> Void] = [
            { $0.longSide = 321 }, { $0.shortSide = 0 }, { ($0.start, $0.end) = (2, 1) }, { $0.start = -1 }, { $0.start = .nan }, { $0.quality = 99 },
            { $0.soundRate = 1 }, { ($0.picture, $0.sound) = (.none, .none) }, { $0.container = .fragments },
        ]
        for change in wrong { #expect(failure(of: film, change)?.code == .invalidRequest) }
    }

    @Test func aSinkThatGivesUpEndsIt() throws {
        let film = try MadeFilm { ($0.rate, $0.seconds) = (30, 10) }.bytes()
        let pool = try FaultyPool.make(program: FaultyPool.realProgram)
        let descriptor = FaultyPool.file(film)
        defer { close(descriptor) }
        let sink = CollectingSink()
        sink.mostParts = 1
        let error = #expect(throws: CodecError.self) { try pool.transcode(MediaSource(descriptor: descriptor, name: "film"), TranscodeRequest(), to: sink) }
        #expect(error?.code == .cancelled && sink.parts == 1 && pool.status.failures == 0)
        try pool.transcode(MediaSource(descriptor: descriptor, name: "film"), TranscodeRequest(), to: CollectingSink())
    }

    @Test(arguments: [("crash", "signal"), ("far", "a part of"), ("need", "needs 3 bytes"), ("garbage", "header"), ("exit", "status 3"), ("silent", nil), ("endless", nil)])
    func aWorkerThatFailsFailsTheFilm(_ command: String, _ cause: String?) throws {
        let pool = try FaultyPool.make { ($0.filmSilence, $0.filmSeconds, $0.filmBytes) = (0.3, 1, 1 << 30) }
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        let error = #expect(throws: CodecError.self) {
            try pool.transcode(MediaSource(descriptor: descriptor, name: command), TranscodeRequest(), to: CollectingSink())
        }
        #expect(error?.code == (cause == nil ? .timedOut : .workerFailed))
        if let cause { #expect(error?.cause?.contains(cause) == true, "\(String(describing: error))") }
        try pool.transcode(MediaSource(descriptor: descriptor, name: "fine"), TranscodeRequest(), to: CollectingSink())
        pool.close()
    }
}
