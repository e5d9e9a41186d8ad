import Codecs
import Metadata
import Pixels
import TestSupport
import Testing

/// The movie of a motion photo is found in its file, and nothing else is taken for one.
@Suite struct MotionPhotoTests {
    private static let movie = MediaBuilder.movie(turned: false, metadata: [("com.apple.quicktime.location.ISO6709", "+48.2000+016.3700/")])

    private func movie(in bytes: [UInt8], findsMovies: Bool = true) throws -> EmbeddedMovie? {
        try bytes.withUnsafeBytes { try FactsReader.read($0, name: "file", limits: DecodingLimits(), findsMovies: findsMovies) }.embeddedMovie
    }

    private static func picture(_ kind: MotionPhotoKind) -> [UInt8] {
        kind.isHEIF ? MediaBuilder.heif(width: 640, height: 480, quarterTurns: 0, exif: [UInt8]("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]) : MediaBuilder.jpeg()
    }

    @Test(arguments: MotionPhotoKind.allCases)
    func theMovieOfEveryKindIsFound(kind: MotionPhotoKind) throws {
        let file = kind.file(picture: Self.picture(kind), movie: Self.movie)
        let found = try #require(try movie(in: file))
        #expect(Array(file[found.range]) == Self.movie)
        #expect(found.uniformType == "com.apple.quicktime-movie")
        #expect(found.location.map { Int(($0.latitude * 10).rounded()) } == 482)
        #expect(try movie(in: file, findsMovies: false) == nil)
    }

    /// A worker's process reads one file after another, and each calls the same things by names of its own.
    @Test func theNamesOfOneFileAreNotThoseOfTheNext() throws {
        for prefix in ["a", "GCamera", "Container", "b"] {
            let file = MotionPhotoKind.tagged(Self.picture(.pixel2), MotionPhotoKind.counted(prefix, Self.movie.count)) + Self.movie
            #expect(try movie(in: file) != nil, "\(prefix)")
        }
    }

    @Test func aFileThatOnlySaysSoIsAPicture() throws {
        let (picture, movie) = (Self.picture(.pixel7), Self.movie)
        func counted(_ length: Int) -> [UInt8] { MotionPhotoKind.tagged(picture, MotionPhotoKind.counted("GCamera", length)) }
        func listed(_ parts: [(String, Int)], _ isMotionPhoto: Bool = true) -> [UInt8] {
            MotionPhotoKind.tagged(picture, MotionPhotoKind.listed(parts.map { (meaning: $0.0, length: $0.1) }, isMotionPhoto: isMotionPhoto))
        }
        let trailer = MotionPhotoKind.trailer([(0x0A30, "MotionPhoto_Data", movie)])
        func changed(_ bytes: [UInt8], fromEnd offset: Int, _ value: [UInt8]) -> [UInt8] {
            var bytes = bytes
            bytes.replaceSubrange(bytes.count - offset..<bytes.count - offset + value.count, with: value)
            return bytes
        }
        let lies: [(String, [UInt8])] = [
            ("a movie of other length", counted(movie.count - 1) + movie), ("longer than the file", counted(1 << 40) + movie), ("nothing", counted(0) + movie),
            ("less than nothing", counted(-20) + movie),
            ("no number", MotionPhotoKind.tagged(picture, MotionPhotoKind.counted("GCamera", 0).replacing("'0'", with: "'x'")) + movie),
            ("the whole file", counted(Int.max) + movie), ("no movie behind it", counted(movie.count)), ("cut off", counted(movie.count) + movie.dropLast(40)),
            ("only a head", counted(24) + movie.prefix(24)), ("zeros", counted(4096) + [UInt8](repeating: 0, count: 4096)),
            ("a picture", counted(Self.picture(.pixelHEIC).count) + Self.picture(.pixelHEIC)),
            ("a list that says no", listed([("Primary", 0), ("MotionPhoto", movie.count)], false) + movie),
            ("a list without a movie", listed([("Primary", 0), ("GainMap", movie.count)]) + movie),
            ("parts longer than the file", listed([("MotionPhoto", movie.count), ("a", Int.max), ("b", Int.max)]) + movie),
            ("a part before all", listed([("MotionPhoto", -movie.count)]) + movie),
            ("many parts", listed((0..<300).map { _ in ("a", 1) } + [("MotionPhoto", movie.count)]) + movie),
            ("a list beyond the file", picture + changed(trailer, fromEnd: 8, [0xFF, 0xFF, 0xFF, 0xFF])), ("an empty list", picture + changed(trailer, fromEnd: 24, [0, 0, 0, 0])),
            ("entries beyond the list", picture + changed(trailer, fromEnd: 24, [0xFF, 0, 0, 0])),
            ("a block before the file", picture + changed(trailer, fromEnd: 16, [0xFF, 0xFF, 0xFF, 0xFF])),
            ("a block beyond itself", picture + changed(trailer, fromEnd: 12, [0xFF, 0xFF, 0xFF, 0x7F])),
            ("an empty block", picture + changed(trailer, fromEnd: 12, [0, 0, 0, 0])),
            ("a box without a movie", Self.picture(.pixelHEIC) + MotionPhotoKind.box("mpvd", [1, 2, 3])), ("a box in a JPEG", picture + MotionPhotoKind.box("mpvd", movie)),
        ]
        for (what, file) in lies { #expect(try self.movie(in: file) == nil, "\(what)") }
    }

    /// A motion photo in the place of the movie.
    @Test func aMovieWithinAMovieIsNotLookedFor() throws {
        let inner = MotionPhotoKind.pixelHEIC.file(picture: Self.picture(.pixelHEIC), movie: Self.movie)
        #expect(try movie(in: MotionPhotoKind.tagged(Self.picture(.pixel2), MotionPhotoKind.counted("GCamera", inner.count)) + inner) == nil)
    }

    /// Samsung's trailer comes behind the movie, so that a count from the end leads into it; and the other way round.
    @Test func oneOfSeveralWaysThatLeadsToAMovieIsEnough() throws {
        let trailer = MotionPhotoKind.trailer([(0x0A30, "MotionPhoto_Data", Self.movie)])
        let file = MotionPhotoKind.tagged(Self.picture(.galaxyS9), MotionPhotoKind.counted("GCamera", 99)) + trailer
        #expect(try movie(in: file).map { Array(file[$0.range]) } == Self.movie)
    }
}
