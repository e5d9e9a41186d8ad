import Foundation
import Metadata
import Pixels
import TestSupport
import Testing

@testable import Decoding

@Suite(.enabled(if: FaultyPool.realProgram != nil, "photo-decoder is not beside the tests"))
struct TranscodingTests {
    /// Frames, their times and the sound are those of the source, whatever it was.
    @Test(arguments: FilmMaking.films) func whatCamerasWriteBecomesH264AndAAC(_ film: MadeFilm) throws {
        let source = try SeenFilm(film.bytes()), made = try FilmMaking.see(film)
        #expect(made.picture == "h264" && made.sound == (film.sound == nil ? "" : "aac") && made.pixels == "yuv420p" && made.rotation == 0)
        let lies = film.rotation == 90 || film.rotation == 270, (width, height) = (source.size.width & ~1, source.size.height & ~1)
        #expect(made.size == (lies ? (height, width) : (width, height)))
        let start = source.times[0], first = made.times[0]
        try #require(made.times.count == source.times.count && source.times.count == Int(Double(film.rate) * film.seconds))
        #expect(zip(source.times, made.times).allSatisfy { abs(($0 - start) - ($1 - first)) < 0.002 }, "\(made.times)")
        // JPEG's samples reach from 0 to 255.
        let greys = film.pixels == "yuvj420p" ? source.greys.map { 16 + $0 * 219 / 255 } : source.greys
        #expect(zip(greys, made.greys).allSatisfy { abs($0 - $1) <= 3 }, "\(made.greys)")
        let white = [0: 0, 90: 1, 180: 3, 270: 2][film.rotation]
        #expect(made.corners.firstIndex { $0 > 200 } == white, "\(made.corners)")
        if film.sound != nil {
            #expect(abs(made.soundEnd - source.soundEnd) < 0.15 && abs(made.loudness - source.loudness) < 0.01)
            #expect(made.roughness < source.roughness * 1.1)
        }
    }

    @Test func aLargeFilmBecomesSmallerAndASmallOneNeverLarger() throws {
        let film = MadeFilm { ($0.size, $0.seconds, $0.sound) = ((640, 360), 0.5, nil) }
        #expect(try FilmMaking.see(film) { $0.longSide = 320 }.size == (320, 180))
        #expect(try FilmMaking.see(film) { ($0.longSide, $0.shortSide) = (640, 120) }.size == (214, 120))
        #expect(try FilmMaking.see(film) { ($0.longSide, $0.shortSide) = (1280, 720) }.size == (640, 360))
        let upright = MadeFilm { ($0.size, $0.seconds, $0.sound, $0.rotation) = ((640, 360), 0.5, nil, 90) }
        #expect(try FilmMaking.see(upright) { $0.longSide = 320 }.size == (180, 320))
    }

    @Test func otherCodecsAreWrittenToo() throws {
        let film = MadeFilm { $0.seconds = 1 }
        #expect(try FilmMaking.see(film) { $0.picture = .hevc }.picture == "hevc")
        #expect(try FilmMaking.see(film) { $0.picture = .av1 }.picture == "av1")
        let sound = try FilmMaking.see(film) { ($0.picture, $0.sound) = (.none, .aac) }
        #expect(sound.picture == "" && sound.sound == "aac" && abs(sound.soundEnd - 1) < 0.1)
        let still = try FilmMaking.see(film) { $0.sound = .none }
        #expect(still.picture == "h264" && still.sound == "")
    }

    @Test(arguments: [18, 16]) func brightFilmsStayBrightInTenBitsAndBecomeOrdinaryInEight(_ transfer: Int) throws {
        let film = MadeFilm {
            ($0.picture, $0.pixels, $0.colors, $0.sound, $0.seconds) = ("libx265", "yuv420p10le", (9, transfer, 9), nil, 2)
        }
        let kept = try FilmMaking.see(film) { ($0.picture, $0.keepsDepth) = (.hevc, true) }
        #expect(kept.pixels == "yuv420p10le" && kept.colors == [9, transfer, 9] && kept.picture == "hevc")
        let shown = try FilmMaking.see(film)
        #expect(shown.pixels == "yuv420p" && shown.colors == [1, 1, 1])
        // The same greys as in the film's stills.
        let descriptor = FaultyPool.file(try film.bytes())
        defer { close(descriptor) }
        for frame in [3, 9, 15] {
            var request = RenderRequest()
            request.time = Double(frame) / 10 + 0.01
            let still = try #require(FilmMaking.pool).render(MediaSource(descriptor: descriptor, name: "film.mov"), request)
            let middle = Double(still.pixels[still.bytesPerRow * 120 + 160 * 4 + 1])
            #expect(abs(16 + middle * 219 / 255 - Double(shown.greys[frame])) <= 3, "\(frame): \(middle), \(shown.greys[frame])")
        }
    }

    @Test func theScreenThatAFilmWasMasteredOnStaysKnown() throws {
        let film = MadeFilm {
            ($0.picture, $0.pixels, $0.colors, $0.sound, $0.seconds) = ("libx265", "yuv420p10le", (9, 16, 9), nil, 0.5)
            $0.options = "x265-params=log-level=none:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50):max-cll=1200,300"
        }
        let source = try SeenFilm(film.bytes()), made = try FilmMaking.see(film) { ($0.picture, $0.keepsDepth) = (.hevc, true) }
        #expect(source.screenPeak == 4000 && source.lightPeak == 1200 && made.screenPeak == 4000 && made.lightPeak == 1200)
        #expect(try FilmMaking.see(film).screenPeak == 0, "it says nothing of a film for ordinary screens")
    }

    @Test func whatAFilmSaysOfItselfStaysSaid() throws {
        let film = MadeFilm {
            $0.metadata = [
                ("com.apple.quicktime.creationdate", "2021-05-06T07:08:09+0200"), ("com.apple.quicktime.location.ISO6709", "+48.2082+016.3738+171.000/"),
                ("com.apple.quicktime.title", "A walk"), ("com.apple.quicktime.make", "Maker"), ("com.apple.quicktime.model", "Model 3"),
            ]
            $0.seconds = 0.5
        }
        func facts(_ bytes: [UInt8]) throws -> MediaFacts {
            let descriptor = FaultyPool.file(bytes)
            defer { close(descriptor) }
            return try #require(FilmMaking.pool).facts(of: descriptor, named: "film.mov")
        }
        let source = try facts(film.bytes())
        try #require(source.captureDate != nil && source.location != nil && source.title == "A walk" && source.camera.model == "Model 3")
        for container in [TranscodeRequest.Container.mp4, .quickTime] {
            let made = try facts(FilmMaking.make(film.bytes()) { $0.container = container })
            #expect(made.captureDate == source.captureDate && made.location == source.location && made.title == source.title && made.camera == source.camera)
            let placeless = try facts(FilmMaking.make(film.bytes()) { ($0.container, $0.picture, $0.keepsPlace) = (container, .copy, false) })
            #expect(placeless.location == nil && placeless.captureDate == source.captureDate && placeless.title == source.title)
            let wordless = try facts(FilmMaking.make(film.bytes()) { ($0.container, $0.keepsWords) = (container, false) })
            #expect(wordless.location == source.location && wordless.captureDate == source.captureDate && wordless.title == nil && wordless.camera == source.camera)
        }
    }

    @Test func theIndexComesFirstWhereThatIsWanted() throws {
        func places(_ bytes: [UInt8]) -> [Int?] { ["moov", "mdat"].map { name in bytes.firstRange(of: Array(name.utf8))?.lowerBound } }
        let film = try MadeFilm().bytes()
        let first = try FilmMaking.make(film) { $0.indexFirst = true }, last = try FilmMaking.make(film)
        let (a, b) = (places(first), places(last))
        #expect(try #require(a[0]) < #require(a[1]) && #require(b[0]) > #require(b[1]))
        #expect(try SeenFilm(first).times == SeenFilm(last).times)
    }
}
