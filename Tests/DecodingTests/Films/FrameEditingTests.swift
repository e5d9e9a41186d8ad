import Adjustments
import Foundation
import Glibc
import Metadata
import Pixels
import TestSupport
import Testing

@testable import Decoding

/// Frames of films that are edited on their way: by the worker, or by whoever asked for the film.
@Suite(.enabled(if: FaultyPool.realProgram != nil, "photo-decoder is not beside the tests"))
struct FrameEditingTests {
    /// Collects a film whose frames it makes.
    private final class EditingSink: TranscodeSink {
        let collected = CollectingSink()
        private let edit: (PixelImage, Double) throws -> PixelImage
        private(set) var times: [Double] = []
        private(set) var sizes: Set<[Int]> = []

        init(_ edit: @escaping (PixelImage, Double) throws -> PixelImage) { self.edit = edit }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool { collected.write(bytes, at: offset) }
        func goesOn(done: Double) -> Bool { collected.goesOn(done: done) }

        func frame(_ frame: PixelImage, at seconds: Double) throws -> PixelImage {
            times.append(seconds)
            sizes.insert([frame.width, frame.height])
            return try edit(frame, seconds)
        }
    }

    private struct Refused: Error {}

    private func make(
        _ source: [UInt8], _ change: (inout TranscodeRequest) -> Void = { _ in }, edit: @escaping (PixelImage, Double) throws -> PixelImage
    ) throws -> (film: [UInt8], sink: EditingSink) {
        let descriptor = FaultyPool.file(source)
        defer { close(descriptor) }
        var request = TranscodeRequest()
        request.handsFramesOut = true
        change(&request)
        let sink = EditingSink(edit)
        try #require(FilmMaking.pool).transcode(MediaSource(descriptor: descriptor, name: "film.mov"), request, to: sink)
        return (sink.collected.bytes, sink)
    }

    private static func even(_ value: UInt8, _ width: Int, _ height: Int) -> PixelImage {
        PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: [UInt8](repeating: value, count: width * height * 4), hasAlpha: false)
    }

    private static func middle(_ image: PixelImage) -> Int { Int(image.pixels[(image.height / 2) * image.bytesPerRow + image.width / 2 * 4]) }

    /// Every frame once, in the order in which they show, and with its time.
    @Test(arguments: [
        MadeFilm { ($0.rate, $0.seconds) = (30, 1) }, MadeFilm { ($0.picture, $0.pixels) = ("libx265", "yuv420p10le") },
        MadeFilm { ($0.isVariable, $0.rate, $0.seconds) = (true, 30, 1) },
    ]) func everyFrameIsHandedOutOnce(_ film: MadeFilm) throws {
        let source = try film.bytes(), seen = try SeenFilm(source)
        var greys: [Int] = []
        let (made, sink) = try make(source) { frame, _ in
            greys.append(Self.middle(frame))
            return frame
        }
        #expect(sink.times.count == seen.times.count && zip(sink.times, seen.times).allSatisfy { abs($0 - $1) < 0.001 })
        #expect(sink.sizes == [[320, 240]])
        // The frames' luma from 16 to 235 is values from 0 to 255.
        #expect(zip(greys, seen.greys).allSatisfy { abs($0 - ($1 - 16) * 255 / 219) <= 3 }, "\(greys) \(seen.greys)")
        let again = try SeenFilm(made)
        #expect(again.times.count == seen.times.count && zip(again.times, seen.times).allSatisfy { abs($0 - $1) < 0.002 })
        #expect(zip(again.greys, seen.greys).allSatisfy { abs($0 - $1) <= 4 } && again.sound == "aac")
    }

    @Test func whatComesBackIsEncoded() throws {
        var number = 0
        let (made, _) = try make(try MadeFilm { ($0.rate, $0.seconds) = (10, 1) }.bytes()) { _, _ in
            number += 1
            return Self.even(UInt8(20 * number), 121, 81)
        }
        let seen = try SeenFilm(made)
        #expect(seen.size == (120, 80) && seen.times.count == 10, "the last row and column of an odd size are left out")
        #expect(seen.greys.enumerated().allSatisfy { abs($1 - (16 + 20 * ($0 + 1) * 219 / 255)) <= 3 }, "\(seen.greys)")
    }

    @Test(arguments: [90, 180, 270]) func framesAreUpright(_ rotation: Int) throws {
        var corners: [Int] = []
        let (made, sink) = try make(try MadeFilm { ($0.rotation, $0.seconds) = (rotation, 0.3) }.bytes()) { frame, _ in
            if corners.isEmpty {
                for (x, y) in [(9, 9), (frame.width - 9, 9), (9, frame.height - 9), (frame.width - 9, frame.height - 9)] {
                    corners.append(Int(frame.pixels[y * frame.bytesPerRow + x * 4]))
                }
            }
            return frame
        }
        // The white square is at the upper left of what lies.
        let white = try #require([90: 1, 180: 3, 270: 2][rotation])
        #expect(corners.indices.allSatisfy { (corners[$0] > 200) == ($0 == white) }, "\(corners)")
        #expect(sink.sizes == [rotation == 180 ? [320, 240] : [240, 320]])
        #expect(try SeenFilm(made).rotation == 0)
    }

    @Test func aFrameOfAnotherSizeEndsTheFilm() throws {
        let film = try MadeFilm { $0.seconds = 0.5 }.bytes()
        var number = 0
        #expect {
            try make(film) { _, _ in
                number += 1
                return Self.even(9, 100 + number * 2, 80)
            }
        } throws: { ($0 as? CodecError)?.code == .damaged }
        for size in [(1, 40), (20_000, 2)] {
            #expect { try make(film) { _, _ in Self.even(9, size.0, size.1) } } throws: { ($0 as? CodecError)?.code == .tooLarge }
        }
        // The workers go on.
        #expect(try make(film) { frame, _ in frame }.sink.times.count == 5)
    }

    @Test func whoThrowsGivesUp() throws {
        var count = 0
        #expect {
            try make(try MadeFilm().bytes()) { frame, _ in
                count += 1
                if count == 4 { throw Refused() }
                return frame
            }
        } throws: { ($0 as? CodecError)?.code == .cancelled }
        #expect(count == 4)
    }

    /// No more than a few frames are in memory, however long the film is.
    @Test func whoKeepsAFrameKeepsACopy() throws {
        var first: PixelImage?
        let (_, _) = try make(try MadeFilm { ($0.rate, $0.seconds) = (10, 1) }.bytes()) { frame, _ in
            if first == nil { first = frame }
            return frame
        }
        #expect(try abs(Self.middle(#require(first))) <= 2, "the first frame's middle is black, and so it stays")
    }

    @Test func volumeMultipliesTheSound() throws {
        let film = MadeFilm { $0.seconds = 2 }
        let loud = try FilmMaking.see(film) { $0.sound = .aac }, quiet = try FilmMaking.see(film) { ($0.sound, $0.volume) = (.aac, 0.25) }
        #expect(loud.loudness > 0.01 && abs(quiet.loudness / loud.loudness - 0.25) < 0.03, "\(quiet.loudness) of \(loud.loudness)")
        #expect(try FilmMaking.see(film) { $0.sound = .none }.sound.isEmpty)
    }

    // MARK: Adjustments

    private func picture(_ film: [UInt8], at seconds: Double, _ adjustments: PhotoAdjustments?) throws -> PixelImage {
        let descriptor = FaultyPool.file(film)
        defer { close(descriptor) }
        var request = RenderRequest()
        (request.time, request.adjustments) = (seconds, adjustments)
        return try #require(FilmMaking.pool).render(MediaSource(descriptor: descriptor, name: "film.mov"), request)
    }

    static let edits: [(String, PhotoAdjustments)] = {
        var crop = PhotoAdjustments(), turned = crop, colours = crop, warped = crop, look = crop
        crop.crop = .init(x: 0.25, y: 0.1, width: 0.5, height: 0.6)
        (turned.isFlipped, turned.rotation) = (true, 90)
        (colours.exposure, colours.saturation, colours.vignette) = (0.7, -0.5, 0.5)
        (warped.straighten, warped.perspectiveVertical) = (7, 0.2)
        (look.filter, look.sharpness, look.rotation, look.crop) = (.sepia, 0.4, 180, .init(x: 0, y: 0, width: 0.8, height: 1))
        return [("crop", crop), ("turn", turned), ("colours", colours), ("warp", warped), ("look", look)]
    }()

    /// The film shows what a still of it would with the same edit: the encoder's loss apart.
    @Test(arguments: edits.map(\.0)) func adjustmentsAreThoseOfStills(_ name: String) throws {
        let adjustments = try #require(Self.edits.first { $0.0 == name }?.1)
        let film = try MadeFilm { ($0.rate, $0.seconds, $0.rotation) = (10, 1, 90) }.bytes()
        let made = try FilmMaking.make(film) { ($0.adjustments, $0.quality) = (adjustments, 10) }
        for time in [0.0, 0.5] {
            let still = try picture(film, at: time, adjustments), frame = try picture(made, at: time, nil)
            #expect(abs(frame.width - still.width) <= 1 && abs(frame.height - still.height) <= 1)
            var sum = 0, worst = 0
            for y in 0..<min(frame.height, still.height) {
                for x in 0..<min(frame.width, still.width) * 4 where x % 4 < 3 {
                    let difference = abs(Int(frame.pixels[y * frame.bytesPerRow + x]) - Int(still.pixels[y * still.bytesPerRow + x]))
                    (sum, worst) = (sum + difference, max(worst, difference))
                }
            }
            let mean = Double(sum) / Double(frame.width * frame.height * 3)
            #expect(mean < 2.5, "\(name) at \(time): \(mean), at worst \(worst)")
        }
        #expect(try SeenFilm(made).times.count == 10)
    }

    private static func bright(_ transfer: Int) -> MadeFilm {
        MadeFilm { ($0.picture, $0.pixels, $0.colors, $0.sound, $0.seconds) = ("libx265", "yuv420p10le", (9, transfer, 9), nil, 2) }
    }

    /// Frames for bright screens are cut, turned, warped and coloured, and are for bright screens still.
    @Test(arguments: [18, 16], edits.map(\.0)) func brightFramesStayBright(_ transfer: Int, _ name: String) throws {
        let adjustments = try #require(Self.edits.first { $0.0 == name }?.1)
        let made = try FilmMaking.see(Self.bright(transfer)) { ($0.adjustments, $0.picture, $0.keepsDepth) = (adjustments, .hevc, true) }
        #expect(made.picture == "hevc" && made.pixels == "yuv420p10le" && made.colors == [9, transfer, 9] && made.times.count == 20)
        let source = try SeenFilm(Self.bright(transfer).bytes())
        if name == "crop" { #expect(made.size == (160, 144)) }
        if name == "crop" || name == "turn" { #expect(zip(made.greys, source.greys).allSatisfy { abs($0 - $1) <= 2 }, "\(made.greys)") }
        // Grey has no colour to lose, so that it is as bright as before, also where it is brighter than an ordinary screen's white.
        var grey = PhotoAdjustments()
        grey.saturation = -1
        let same = try FilmMaking.see(Self.bright(transfer)) { ($0.adjustments, $0.picture, $0.keepsDepth) = (grey, .hevc, true) }
        #expect(zip(same.greys, source.greys).allSatisfy { abs($0 - $1) <= 2 } && abs(same.corners[0] - source.corners[0]) <= 3, "\(same.greys) \(same.corners)")
    }

    /// In the dark a bright screen shows what an ordinary one does.
    @Test(arguments: [18, 16]) func darkPartsOfBrightFramesAreEditedAsStills(_ transfer: Int) throws {
        var brighter = PhotoAdjustments()
        brighter.exposure = 1
        let film = try Self.bright(transfer).bytes()
        let made = try FilmMaking.make(film) { ($0.adjustments, $0.picture, $0.keepsDepth, $0.quality) = (brighter, .hevc, true, 10) }
        for time in [0.4, 0.8] {
            let still = try picture(film, at: time + 0.01, brighter), frame = try picture(made, at: time + 0.01, nil), before = try picture(film, at: time + 0.01, nil)
            #expect(abs(Self.middle(still) - Self.middle(frame)) <= 4, "\(time): \(Self.middle(still)), \(Self.middle(frame))")
            #expect(Self.middle(frame) > Self.middle(before) + 4, "\(time)")
        }
    }

    /// More than 8 bits of a film for ordinary screens are not lost either.
    @Test func deepFramesStayDeep() throws {
        let film = MadeFilm { ($0.picture, $0.pixels, $0.sound, $0.seconds) = ("libx265", "yuv420p10le", nil, 1) }, source = try SeenFilm(film.bytes())
        var grey = PhotoAdjustments()
        grey.saturation = -1
        let made = try FilmMaking.see(film) { ($0.adjustments, $0.picture, $0.keepsDepth) = (grey, .hevc, true) }
        #expect(made.pixels == "yuv420p10le" && zip(made.greys, source.greys).allSatisfy { abs($0 - $1) <= 2 }, "\(made.greys)")
        // H.264 has 8.
        #expect(try FilmMaking.see(film) { ($0.adjustments, $0.keepsDepth) = (grey, true) }.pixels == "yuv420p")
    }

    /// Whoever makes the frames of a film of 10 bits gets 16, says what they are by the film's own curve, and gives as many back.
    @Test(arguments: [1, 18, 16]) func deepFramesAreHandedOutDeep(transfer: Int) throws {
        let isBright = transfer != 1, colors = isBright ? (9, transfer, 9) : (1, 1, 1)
        let film = MadeFilm { ($0.picture, $0.pixels, $0.sound, $0.seconds, $0.colors) = ("libx265", "yuv420p10le", nil, 1, colors) }
        let source = try film.bytes(), before = try SeenFilm(source)
        var formats: Set<PixelFormat> = [], profiles: Set<[UInt8]> = []
        let (made, _) = try make(source, { ($0.picture, $0.keepsDepth, $0.quality) = (.hevc, true, 12) }) { frame, _ in
            formats.insert(frame.format)
            profiles.insert(frame.iccProfile ?? [])
            return frame
        }
        #expect(formats == [.rgba16] && profiles.count == 1 && profiles.first?.isEmpty == !isBright)
        if isBright, let profile = profiles.first {
            #expect(profile.withUnsafeBytes { ICCProfile.description($0) } == "Rec. ITU-R BT.2100 \(transfer == 18 ? "HLG" : "PQ")")
        }
        let after = try SeenFilm(made)
        #expect(after.pixels == "yuv420p10le" && after.colors == [colors.0, colors.1, colors.2])
        #expect(after.times.count == before.times.count && zip(after.greys, before.greys).allSatisfy { abs($0 - $1) <= 2 }, "\(after.greys) \(before.greys)")
        // Without the wish to keep it they have 8, and so has a film of 8 whatever is wished.
        for (source, keepsDepth) in [(source, false), (try MadeFilm { ($0.sound, $0.seconds) = (nil, 0.5) }.bytes(), true)] {
            _ = try make(source, { ($0.picture, $0.keepsDepth) = (.hevc, keepsDepth) }) { frame, _ in
                #expect(frame.format == .rgba8)
                return frame
            }
        }
        // What has fewer bits than it was given is no frame of the film.
        #expect {
            try make(source, { ($0.picture, $0.keepsDepth) = (.hevc, true) }) { frame, _ in Self.even(9, frame.width, frame.height) }
        } throws: { ($0 as? CodecError)?.code == .tooLarge }
    }

    @Test func requestsWithoutSenseAreRefused() throws {
        let film = try MadeFilm { $0.seconds = 0.2 }.bytes()
        var wild = PhotoAdjustments()
        wild.exposure = 99
        let wrong: [(inout TranscodeRequest) -> Void] = [
            { $0.volume = 0.5 }, { ($0.volume, $0.sound) = (1.5, .aac) }, { ($0.volume, $0.sound) = (.nan, .aac) }, { $0.adjustments = wild },
            { ($0.adjustments, $0.picture, $0.sound) = (PhotoAdjustments(), .copy, .copy) },
            { ($0.handsFramesOut, $0.adjustments) = (true, PhotoAdjustments()) },
        ]
        for change in wrong {
            #expect { try FilmMaking.make(film, change) } throws: { ($0 as? CodecError)?.code == .invalidRequest }
        }
    }

    @Test func aFrameThatNobodyAskedForIsALie() throws {
        let pool = try FaultyPool.make(), descriptor = FaultyPool.file()
        defer { close(descriptor) }
        let error = #expect(throws: CodecError.self) { try pool.transcode(MediaSource(descriptor: descriptor, name: "frame"), TranscodeRequest(), to: CollectingSink()) }
        #expect(error?.code == .workerFailed && error?.cause?.contains("a frame that nobody asked for") == true, "\(String(describing: error))")
        for word in ["gappy-frame", "late-frame"] {
            var request = TranscodeRequest()
            request.handsFramesOut = true
            let wanted = request
            let error = #expect(throws: CodecError.self) { try pool.transcode(MediaSource(descriptor: descriptor, name: word), wanted, to: CollectingSink()) }
            #expect(error?.cause?.contains("an impossible frame") == true, "\(String(describing: error))")
        }
        pool.close()
    }
}
