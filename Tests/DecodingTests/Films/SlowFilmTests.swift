import Adjustments
import Foundation
import Metadata
import Pixels
import TestSupport
import Testing

@testable import Decoding

/// Films whose middle is made slower.
@Suite(.enabled(if: FaultyPool.realProgram != nil, "photo-decoder is not beside the tests"))
struct SlowFilmTests {
    private static let slow = SlowMotion(start: 1, end: 2, rate: 0.25)

    private static func times(_ film: MadeFilm, from start: Double = 0, to end: Double = .infinity) -> [Double] {
        let zero = slow?.shown(start) ?? 0
        return stride(from: 0, to: film.seconds - 1e-6, by: 1 / Double(film.rate)).filter { $0 > start - 1e-6 && $0 < end - 1e-6 }.map { (slow?.shown($0) ?? 0) - zero }
    }

    @Test(arguments: [TranscodeRequest.Picture.h264, .hevc, .copy], [TranscodeRequest.Container.mp4, .quickTime])
    func framesOfTheSlowPartShowLonger(_ picture: TranscodeRequest.Picture, _ container: TranscodeRequest.Container) throws {
        let film = MadeFilm { $0.options = "bf=2" }, source = try SeenFilm(film.bytes())
        let made = try FilmMaking.see(film) { ($0.picture, $0.container, $0.sound, $0.slowMotion) = (picture, container, .aac, Self.slow) }
        let wanted = Self.times(film)
        try #require(made.times.count == wanted.count)
        #expect(zip(made.times, wanted).allSatisfy { abs($0 - made.times[0] - $1) < 0.002 }, "\(made.times)")
        #expect(zip(made.greys, source.greys).allSatisfy { abs($0 - $1) <= 3 } && abs(made.seconds - 6) < 0.2, "\(made.seconds)")
        // As long, as loud, without a gap or a leap.
        #expect(abs(made.soundEnd - 6) < 0.15 && abs(made.loudness - source.loudness) < 0.02 && made.roughness < source.roughness * 1.1)
        #expect(made.quietest > source.loudness * 0.4, "\(made.quietest) \(source.loudness)")
    }

    @Test func aPartOfItBeginsAndEndsInTheSlowPart() throws {
        let film = MadeFilm()
        let made = try FilmMaking.see(film) { ($0.sound, $0.slowMotion, $0.start, $0.end) = (.aac, Self.slow, 1.5, 2.5) }
        let wanted = Self.times(film, from: 1.5, to: 2.5)
        try #require(made.times.count == wanted.count && wanted.count == 10)
        #expect(zip(made.times, wanted).allSatisfy { abs($0 - $1) < 0.002 }, "\(made.times)")
        #expect(abs(made.seconds - 2.5) < 0.2 && abs(made.soundEnd - 2.5) < 0.1 && abs(made.soundStart) < 0.05)
    }

    @Test func whatIsMadeSlowIsSlowOnce() throws {
        let film = MadeFilm { ($0.rate, $0.seconds, $0.sound, $0.metadata) = (120, 2, nil, [("com.android.capture.fps", "120.0")]) }
        func facts(_ bytes: [UInt8]) throws -> MediaFacts {
            let descriptor = FaultyPool.file(bytes)
            defer { close(descriptor) }
            return try #require(FilmMaking.pool).facts(of: descriptor, named: "film.mov")
        }
        #expect(try facts(film.bytes()).subtypes.contains(.videoHighFrameRate))
        let slow = SlowMotion(start: 0.9, end: 1, rate: 0.25)
        let made = try FilmMaking.make(film.bytes()) { ($0.container, $0.sound, $0.slowMotion) = (.quickTime, .none, slow) }
        #expect(try !facts(made).subtypes.contains(.videoHighFrameRate))
    }

    @Test func whatCanNotBeMadeSlowIsRefused() throws {
        let film = try MadeFilm { $0.seconds = 1 }.bytes()
        for change in [
            { ($0.sound, $0.slowMotion) = (.copy, Self.slow) }, { $0.slowMotion = Self.slow },
            { ($0.container, $0.sound, $0.end, $0.slowMotion) = (.fragments, .aac, 1, Self.slow) },
        ] as [(inout TranscodeRequest) -> Void] {
            #expect(throws: CodecError.self) { try FilmMaking.make(film, change) }
        }
    }
}
