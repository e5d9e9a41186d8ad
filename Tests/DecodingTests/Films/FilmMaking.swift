import Foundation
import Glibc
import Pixels
import TestSupport
import Testing

@testable import Decoding

/// Collects a film in memory; gives up where it is told to.
final class CollectingSink: TranscodeSink {
    private(set) var bytes: [UInt8] = []
    private(set) var told: [Double] = []
    private(set) var parts = 0
    /// The number of parts after which it gives up.
    var mostParts = Int.max

    func write(_ part: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        parts += 1
        if bytes.count < offset + part.count { bytes += [UInt8](repeating: 0, count: offset + part.count - bytes.count) }
        bytes.replaceSubrange(offset..<offset + part.count, with: part)
        return parts < mostParts
    }

    func goesOn(done: Double) -> Bool {
        told.append(done)
        return true
    }
}

/// Films that are made by the real worker behind its protections.
enum FilmMaking {
    static let pool = try? FaultyPool.make(program: FaultyPool.realProgram) { $0.workers = 2 }

    static func make(_ source: [UInt8], _ change: (inout TranscodeRequest) -> Void = { _ in }) throws -> [UInt8] {
        let descriptor = FaultyPool.file(source)
        defer { close(descriptor) }
        var request = TranscodeRequest()
        change(&request)
        let sink = CollectingSink()
        try #require(pool).transcode(MediaSource(descriptor: descriptor, name: "film.mov"), request, to: sink)
        #expect(zip(sink.told, sink.told.dropFirst()).allSatisfy { $0 <= $1 } && sink.told.allSatisfy { (0...1).contains($0) })
        return sink.bytes
    }

    static func see(_ film: MadeFilm, _ change: (inout TranscodeRequest) -> Void = { _ in }) throws -> SeenFilm { try SeenFilm(make(film.bytes(), change)) }

    /// What cameras, telephones and programs write.
    static let films: [MadeFilm] = [
        MadeFilm { $0.picture = "libx265" },
        MadeFilm { ($0.picture, $0.pixels, $0.sound) = ("libx265", "yuv420p10le", "pcm_s16le") },
        MadeFilm { ($0.picture, $0.pixels, $0.sound) = ("prores_ks", "yuv422p10le", "pcm_s16le") },
        MadeFilm { ($0.container, $0.picture) = ("mp4", "libsvtav1") },
        MadeFilm { $0.rotation = 90 },
        MadeFilm { ($0.rotation, $0.picture) = (270, "libx265") },
        MadeFilm { ($0.isVariable, $0.rate, $0.seconds) = (true, 30, 1) },
        MadeFilm { $0.sound = nil },
        MadeFilm { ($0.container, $0.picture, $0.sound, $0.sampleRate, $0.channels) = ("avi", "mpeg4", "pcm_s16le", 8000, 1) },
        MadeFilm { ($0.container, $0.picture, $0.pixels, $0.sound) = ("avi", "mjpeg", "yuvj420p", nil) },
        MadeFilm { ($0.container, $0.pixels, $0.size) = ("matroska", "yuv444p", (321, 241)) },
        MadeFilm { ($0.container, $0.picture, $0.sound, $0.sampleRate) = ("webm", "libvpx-vp9", "libopus", 48_000) },
        MadeFilm { ($0.container, $0.sound, $0.sampleRate) = ("mp4", "ac3", 48_000) },
    ]
}
