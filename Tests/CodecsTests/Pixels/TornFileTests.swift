import Foundation
import Pixels
import Testing

@testable import Codecs

/// Files of which a part is missing or broken: a picture and the reason why it is not the whole one, or an error that names the file.
@Suite struct TornFileTests {
    private let codec = Codec()

    private static func reference(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Reference/\(name)")))
    }

    private func cut(_ file: [UInt8], _ part: Double) -> [UInt8] { Array(file[..<Int(Double(file.count) * part)]) }

    // MARK: Everywhere

    @Test(arguments: [
        "heic-420-8.heic", "heic-grid.heic", "heic-clear10.heic", "heic-pq.heic", "avif-420-8.avif", "avif-grid.avif", "dng-turn6.dng", "film-h264-709.mov",
        "film-hevc-pq.mov", "film-prores-422.mov", "bmp.bmp", "jpeg-420.jpg", "jpeg-progressive.jpg", "jpeg-cmyk.jpg", "png-rgb8.png", "png-interlaced.png",
        "tiff-rgb8.tiff", "tiff-tiled8.tiff", "webp-lossy.webp", "webp-lossless.webp", "jpeg2000.jp2", "gif.gif", "jxl-rgb8.jxl",
    ])
    func whereverAFileIsCutItSaysSo(name: String) throws {
        let file = try Self.reference(name)
        for tenth in 1..<20 {
            let torn = cut(file, Double(tenth) / 20)
            do {
                let examined = try codec.examine(torn, name)
                // Sounds and pictures that no decoder here knows have none.
                if examined.preview != nil { #expect(examined.facts.damage != nil, "\(name) cut at \(torn.count) of \(file.count) looks whole") }
                #expect(try codec.render(torn, RenderRequest(), name).damage != nil, "\(name) cut at \(torn.count) of \(file.count) renders whole")
            } catch let error as CodecError {
                #expect(error.message.contains(name) && [.damaged, .unsupported].contains(error.code), "\(name) cut at \(torn.count): \(error)")
            }
        }
    }

    /// JPEG instances are used again, and remember what the last file said of its colours.
    @Test func aPictureInInksChangesNoOther() throws {
        let inks = try Self.reference("jpeg-cmyk.jpg"), other = try Self.reference("film-h264-709.mov"), sound = try codec.render(other).color(0.3, 0.7)
        for _ in 0..<8 {
            _ = try codec.render(inks)
            let seen = try codec.render(other).color(0.3, 0.7)
            #expect(seen == sound)
        }
    }

    // MARK: HEIF

    @Test func aPictureOfTilesShowsThoseThatAreThere() throws {
        let file = try Self.reference("avif-grid.avif"), whole = try codec.render(file)
        // The last of the four tiles is gone.
        let torn = cut(file, 0.95), image = try codec.render(torn)
        #expect(image.damage == "1 of its 4 tiles can't be decoded" && (image.width, image.height) == (whole.width, whole.height))
        for (x, y) in [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9)] {
            let (seen, sound) = (image.color(x, y), whole.color(x, y))
            #expect(seen == sound)
        }
        let hole = image.color(0.9, 0.95)
        #expect(abs(hole.red - 128) < 3 && abs(hole.green - 128) < 3 && abs(hole.blue - 128) < 3)
        #expect(try codec.examine(torn).facts.damage == image.damage)
    }

    @Test func aPictureWithoutEnoughTilesShowsItsThumbnail() throws {
        let file = HEIFBuilder.file(try Self.reference("heic-grid.heic"), thumbnail: try Self.reference("heic-420-8.heic"))
        let whole = try codec.render(file)
        #expect(whole.damage == nil && whole.width == 112)
        // With none of its four tiles, and with one.
        for part in [0.45, 0.6] {
            let small = try codec.render(cut(file, part))
            #expect((small.width, small.height) == (64, 48))
            #expect(small.damage == "only the small picture that it carries of itself can be shown")
            let (seen, sound) = (small.color(0.8, 0.2), whole.color(0.8, 0.2))
            #expect(abs(seen.red - sound.red) < 12 && abs(seen.green - sound.green) < 12 && abs(seen.blue - sound.blue) < 12)
            let examined = try codec.examine(cut(file, part))
            #expect(examined.facts.pixelWidth == 112 && examined.preview?.width == 64 && examined.facts.damage == small.damage)
        }
        #expect(try codec.render(cut(file, 0.9)).width == 112, "with three of its tiles it is a large picture")
    }

    @Test func aFewTilesAreBetterThanNothing() throws {
        let image = try codec.render(cut(try Self.reference("avif-grid.avif"), 0.6))
        #expect(image.width == 112 && image.damage == "most of its tiles can't be decoded")
    }

    /// Not all of it is noticed: much of what is broken in a stream reads as another picture.
    @Test func dataThatIsBrokenInsideIsMarked() throws {
        let file = try Self.reference("heic-phone.heic")
        #expect(try codec.render(file).damage == nil && codec.examine(file).facts.damage == nil)
        var marked: [String] = []
        for place in stride(from: 405, to: file.count - 4, by: 24) {
            var broken = file
            broken[place] ^= 0x55
            do {
                let image = try codec.render(broken)
                #expect((image.width, image.height) == (128, 96))
                guard let damage = image.damage else { continue }
                marked.append(damage)
                #expect(try codec.examine(broken).facts.damage == damage)
            } catch let error as CodecError {
                #expect(error.code == .damaged)
            }
        }
        #expect(marked.contains { $0.hasPrefix("a part of its picture's data is broken: ") && $0.count > 60 }, "\(marked)")
        // Nothing is left of it for the next.
        #expect(try codec.render(file).damage == nil)
    }

    // MARK: RAW

    @Test func aRAWFileWithTornDataShowsItsPreview() throws {
        let source = Quadrants.source(320, 240), preview = try codec.jpeg(Quadrants.image(160, 120))
        let file = FileBuilder.dng(source, orientation: 6, preview: preview, 160, 120)
        let whole = try codec.render(file)
        #expect(whole.damage == nil && (whole.width, whole.height) == (240, 320))
        for part in [0.3, 0.6, 0.95] {
            let image = try codec.render(cut(file, part))
            #expect((image.width, image.height) == (120, 160) && image.damage?.contains("the preview that its camera stored") == true)
            let seen = image.color(0.9, 0.1)
            #expect(abs(seen.red - Quadrants.topLeft.red) < 12 && abs(seen.green - Quadrants.topLeft.green) < 12, "turned like the picture")
            let examined = try codec.examine(cut(file, part))
            #expect(examined.facts.damage?.contains("bytes are missing at its end") == true && examined.preview != nil)
        }
    }

    // MARK: Films and bitmaps

    @Test func aFilmShowsTheFirstFrameThatCanBeDecoded() throws {
        let colors: [Quadrants.Color] = [Quadrants.topLeft, Quadrants.bottomLeft]
        let frames = try colors.map { color in
            let pixel = [UInt8(color.red), UInt8(color.green), UInt8(color.blue), 255]
            let pixels = (0..<64 * 48).flatMap { _ in pixel }
            return try codec.jpeg(PixelImage(width: 64, height: 48, bytesPerRow: 256, pixels: pixels, hasAlpha: false, iccProfile: nil))
        }
        var file = FileBuilder.movie(frames, width: 64, height: 48, rotation: 0)
        #expect(try codec.render(file).damage == nil)
        let start = try #require(file.indices.first { file[$0...].starts(with: frames[0]) })
        file.replaceSubrange(start..<start + frames[0].count, with: [UInt8](repeating: 0, count: frames[0].count))
        let image = try codec.render(file)
        #expect(image.damage == "some of its frames can't be decoded" && abs(image.color(0.5, 0.5).blue - Quadrants.bottomLeft.blue) < 8)
        #expect(try codec.examine(file).facts.damage == image.damage)
    }

    @Test func aFilmWhoseMomentIsGoneShowsItsBeginning() throws {
        let frames = try [Quadrants.image(64, 48), Quadrants.image(64, 48)].map { try codec.jpeg($0) }
        var file = FileBuilder.movie(frames, width: 64, height: 48, rotation: 0), request = RenderRequest()
        request.time = 0.25
        let start = try #require(file.indices.last { file[$0...].starts(with: frames[1]) })
        file.replaceSubrange(start..<start + frames[1].count, with: [UInt8](repeating: 0, count: frames[1].count))
        let image = try codec.render(file, request)
        #expect(image.damage == "some of its frames can't be decoded" && abs(image.color(0.25, 0.25).red - Quadrants.topLeft.red) < 8)
    }

    @Test func aBitmapIsBlackWhereItsEndIsMissing() throws {
        let file = try Self.reference("bmp.bmp"), image = try codec.render(cut(file, 0.6))
        #expect(image.damage == "its end is missing")
        // Bitmaps begin with their last row.
        let (seen, sound, gone) = (image.color(0.5, 0.9), try codec.render(file).color(0.5, 0.9), image.color(0.5, 0.1))
        #expect(seen == sound && gone == (0, 0, 0))
    }

    // MARK: Cameras' own

    @Test(.enabled(if: ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"] != nil, "PHOTOS_SAMPLES is not set"), arguments: [1, 4, 12, 16])
    func anIPhonesPictureIsShownAsFarAsItGoes(twentieth: Int) throws {
        let folder = URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"]))
        let file = Array(try Data(contentsOf: folder.appending(path: "iphone/IMG_1853.HEIC"))), torn = cut(file, Double(twentieth) / 20)
        var request = RenderRequest()
        request.target = PixelSize(width: 1200, height: 1200)
        let image = try codec.render(torn, request)
        #expect(image.damage != nil && max(image.width, image.height) == (twentieth > 10 ? 1200 : 320))
    }
}
