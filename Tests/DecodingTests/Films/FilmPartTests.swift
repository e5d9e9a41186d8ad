import Foundation
import Pixels
import TestSupport
import Testing

@testable import Decoding

/// Parts of films: cut out, and one after the other.
@Suite(.enabled(if: FaultyPool.realProgram != nil, "photo-decoder is not beside the tests"))
struct FilmPartTests {
    private static let film = MadeFilm { ($0.rate, $0.seconds, $0.container) = (30, 10, "mp4") }

    /// The frame that shows at the beginning is the first one, and lasts as long as it did from there.
    @Test func aPartBeginsAndEndsWhereItIsAskedTo() throws {
        let source = try SeenFilm(Self.film.bytes())
        let made = try FilmMaking.see(Self.film) { ($0.start, $0.end, $0.sound) = (2.05, 4.52, .aac) }
        let wanted = source.times.indices.filter { source.times[$0] > 2.02 && source.times[$0] < 4.52 }
        #expect(made.times.count == wanted.count && made.times.first == 0)
        #expect(zip(wanted.dropFirst(), made.times.dropFirst()).allSatisfy { abs(source.times[$0] - 2.05 - $1) < 0.002 })
        #expect(zip(wanted, made.greys).allSatisfy { abs(source.greys[$0] - $1) <= 3 })
        #expect(abs(made.seconds - 2.47) < 0.03 && abs(made.soundEnd - 2.47) < 0.03)
    }

    @Test(arguments: [TranscodeRequest.Container.mp4, .quickTime]) func aPartThatIsCopiedBeginsThereToo(_ container: TranscodeRequest.Container) throws {
        let source = try SeenFilm(Self.film.bytes())
        let made = try FilmMaking.see(Self.film) { ($0.picture, $0.sound, $0.container, $0.start, $0.end) = (.copy, .copy, container, 2.05, 4.52) }
        let first = try #require(source.times.firstIndex { $0 >= 2.05 })
        #expect(abs(made.times[0] - (source.times[first] - 2.05)) < 0.04 && abs(source.greys[first] - made.greys[0]) <= 8)
        // Frames that others refer to come along: at most as many as an encoder puts between.
        #expect((74...78).contains(made.times.count) && abs(made.seconds - 2.47) < 0.15 && abs(made.soundEnd - 2.47) < 0.05)
    }

    /// Films whose index is torn or which have none are read from their beginning.
    @Test func aPartOfAFilmWithoutAnIndexIsFound() throws {
        var film = MadeFilm()
        (film.container, film.picture, film.sound) = ("avi", "mpeg4", nil)
        var bytes = try film.bytes()
        let index = try #require(bytes.lastRange(of: Array("idx1".utf8)))
        bytes.removeSubrange(index.lowerBound...)
        let made = try SeenFilm(FilmMaking.make(bytes) { ($0.start, $0.end, $0.isStrict) = (1, 2, false) })
        #expect(made.times.count == 10 && abs(made.greys[0] - 96) <= 3)
    }

    @Test(arguments: [TranscodeRequest.Sound.aac, .copyAAC]) func fragmentsContinueEachOther(_ sound: TranscodeRequest.Sound) throws {
        let source = try Self.film.bytes(), bounds = [0, 1, 3.5, 4, 8, 12.0]
        let parts = try zip(bounds, bounds.dropFirst()).map { start, end in
            try FilmMaking.make(source) { ($0.container, $0.start, $0.end, $0.sound, $0.effort, $0.isStrict) = (.fragments, start, end, sound, .live, false) }
        }
        let seen = try parts.map { try SeenFilm($0) }
        #expect(zip(seen, bounds).allSatisfy { abs($0.times[0] - $1) < 0.001 })
        #expect(seen.map(\.times.count) == [30, 75, 15, 120, 60])
        for (before, after) in zip(seen, seen.dropFirst()) { #expect(abs(before.soundEnd - after.soundStart) < 0.001, "\(before.soundEnd), \(after.soundStart)") }
        // All of them, as a browser gets them: the tone has no step in it.
        let whole = try SeenFilm(parts.flatMap { $0 })
        #expect(whole.times.count == 300 && abs(whole.soundEnd - 10) < 0.1 && whole.roughness < 0.018 && whole.quietest > 0.17, "\(whole.roughness), \(whole.quietest)")
    }

    @Test func aPartBehindTheEndShowsTheLastFrame() throws {
        let made = try FilmMaking.see(Self.film) { ($0.container, $0.start, $0.end, $0.isStrict) = (.fragments, 12, 14, false) }
        #expect(made.times == [12] && abs(made.greys[0] - 120) <= 3)
    }
}
