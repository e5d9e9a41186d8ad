import Glibc
import Synchronization
import TestFilms

/// A film that a test makes. Frame n is grey of 16 + 8 n (of 208 shades) with a white square at its upper left; the sound is a tone of 440 Hz.
package struct MadeFilm: Sendable, CustomStringConvertible {
    package var container = "mov"
    /// Encoder of libavcodec; `nil` for no picture.
    package var picture: String? = "libx264"
    package var sound: String? = "aac"
    package var pixels = "yuv420p"
    package var size = (width: 320, height: 240)
    package var rate = 10
    package var seconds = 3.0
    /// Degrees clockwise.
    package var rotation = 0
    /// Whether frames last longer and longer.
    package var isVariable = false
    /// Of the picture's encoder, `name=value`, joined by `;`.
    package var options = ""
    /// Code points of ITU-T H.273: primaries, transfer, matrix.
    package var colors = (1, 1, 1)
    package var sampleRate = 44_100
    package var channels = 2
    package var metadata: [(String, String)] = []
    /// Whether it is an MP4 of fragments, each from a key frame to the next and behind an index of its own; its metadata are left out.
    package var isFragmented = false

    package init(_ change: (inout MadeFilm) -> Void = { _ in }) { change(&self) }

    package var description: String { "\(container) \(picture ?? "–") \(sound ?? "–") \(pixels) \(rotation)°\(isVariable ? " variable" : "") \(size)" }

    package struct Failure: Error { package let reason: String }

    /// Films that were made: a dozen of them are wanted by hundreds of tests, and encoding is most of what many of these take.
    private static let made = Mutex<[String: [UInt8]]>([:])

    /// Another film has another name.
    private var name: String {
        "\(description) \(rate) \(seconds) \(options) \(colors) \(sampleRate) \(channels) \(metadata) \(isFragmented)"
    }

    package func bytes() throws -> [UInt8] {
        if let known = Self.made.withLock({ $0[name] }) { return known }
        let bytes = try encoded()
        Self.made.withLock { $0[name] = bytes }
        return bytes
    }

    private func encoded() throws -> [UInt8] {
        var text = [CChar](repeating: 0, count: 128), bytes: UnsafeMutablePointer<UInt8>?, count = 0
        let strings = [container, picture, sound, pixels, options].map { $0.flatMap { strdup($0) } }
        let words = metadata.flatMap { key, value in [key, value] }
        let pairs = words.map { word in strdup(word).map { UnsafePointer($0) } } + [nil]
        defer {
            for string in strings { free(string) }
            for string in pairs { free(UnsafeMutableRawPointer(mutating: string)) }
        }
        let result = pairs.withUnsafeBufferPointer { pairs in
            var film = test_film()
            (film.container, film.video, film.audio) = (UnsafePointer(strings[0]), UnsafePointer(strings[1]), UnsafePointer(strings[2]))
            (film.pixels, film.options) = (UnsafePointer(strings[3]), options.isEmpty ? nil : UnsafePointer(strings[4]))
            (film.width, film.height, film.rate, film.seconds) = (CInt(size.width), CInt(size.height), CInt(rate), seconds)
            (film.rotation, film.is_variable) = (CInt(rotation), isVariable ? 1 : 0)
            (film.primaries, film.transfer, film.matrix) = (CInt(colors.0), CInt(colors.1), CInt(colors.2))
            (film.sample_rate, film.channels, film.metadata) = (CInt(sampleRate), CInt(channels), metadata.isEmpty ? nil : pairs.baseAddress)
            film.is_fragmented = isFragmented ? 1 : 0
            return test_film_make(&film, &bytes, &count, &text, text.count)
        }
        guard result == 0, let bytes else { throw Failure(reason: "\(description): \(text.string)") }
        defer { test_film_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

/// A film whose head says that it and its tracks last so many seconds, whatever its tables say.
package func film(_ bytes: [UInt8], saying seconds: UInt32) -> [UInt8] {
    var film = bytes
    func number(_ offset: Int) -> UInt32 { film[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    func put(_ number: UInt32, _ offset: Int) { withUnsafeBytes(of: number.bigEndian) { film.replaceSubrange(offset..<offset + 4, with: $0) } }
    var scale: UInt32 = 1000
    for start in film.indices.dropLast(40) {
        switch String(decoding: film[start..<start + 4], as: UTF8.self) {
        case "mvhd":
            scale = number(start + 16)
            put(seconds * scale, start + 20)
        case "mdhd": put(seconds * number(start + 16), start + 20)
        case "tkhd": put(seconds * scale, start + 24)
        default: break
        }
    }
    return film
}

/// What a decoder that is none of ours makes of a film.
package struct SeenFilm: Sendable {
    /// Of each frame, in seconds, and the grey of its middle.
    package let times: [Double]
    package let greys: [Int]
    package let size: (width: Int, height: Int)
    package let picture: String, sound: String, pixels: String
    package let rotation: Int
    /// Code points of ITU-T H.273: primaries, transfer, matrix.
    package let colors: [Int]
    package let seconds: Double
    /// When the sound begins and ends, how loud it is, how loud in its quietest hundredth of a second, and the most by which two samples that follow each
    /// other differ.
    package let soundStart: Double, soundEnd: Double, loudness: Double, quietest: Double, roughness: Double
    /// Of the screen it was mastered on, and of its brightest light, in candela per square metre; 0 where it doesn't say.
    package let screenPeak: Double, lightPeak: Double
    /// Luma near upper left, upper right, lower left and lower right of the first frame.
    package let corners: [Int]

    package init(_ bytes: [UInt8]) throws {
        let room = 4096
        var text = [CChar](repeating: 0, count: 128), facts = test_film_facts()
        var times = [Double](repeating: 0, count: room), greys = times
        guard test_film_read(bytes, bytes.count, &times, &greys, CInt(room), &facts, &text, text.count) == 0 else {
            throw MadeFilm.Failure(reason: text.string)
        }
        let count = min(room, Int(facts.frames))
        (self.times, self.greys) = (Array(times.prefix(count)), greys.prefix(count).map { Int($0) })
        size = (Int(facts.width), Int(facts.height))
        picture = Self.text(of: facts.video)
        sound = Self.text(of: facts.audio)
        pixels = Self.text(of: facts.pixels)
        (rotation, colors) = (Int(facts.rotation), [facts.primaries, facts.transfer, facts.matrix].map { Int($0) })
        (seconds, soundStart, soundEnd) = (facts.seconds, facts.sound_start, facts.sound_seconds)
        (screenPeak, lightPeak) = (facts.screen_peak, facts.light_peak)
        (loudness, quietest, roughness) = (facts.loudness, facts.quietest, facts.roughness)
        corners = [facts.corners.0, facts.corners.1, facts.corners.2, facts.corners.3].map { Int($0) }
    }

    private static func text<Letters>(of letters: Letters) -> String {
        withUnsafeBytes(of: letters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension [CChar] {
    fileprivate var string: String { String(decoding: prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
}
