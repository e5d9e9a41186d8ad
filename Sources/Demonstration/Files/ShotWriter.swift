import Codecs
import Foundation
import Pixels

/// Paints a shot and writes its files, as a camera would have.
struct ShotWriter {
    let folder: URL
    let seed: UInt64
    private let codec = Codec()

    init(folder: URL, seed: UInt64) { (self.folder, self.seed) = (folder, seed) }

    func write(_ shot: Shot) throws {
        switch shot.kind {
        case .photo, .panorama, .burst: try save(jpeg(shot, pixels(shot)), shot, "JPG")
        case .screenshot: try save(png(shot), shot, "PNG")
        case .raw:
            let pixels = pixels(shot)
            try save(jpeg(shot, pixels), shot, "JPG")
            try save(RawFile.dng(pixels, width: shot.width, height: shot.height, ExifFacts(shot)), shot, "DNG")
        case .edited:
            let pixels = pixels(shot)
            try save(jpeg(shot, pixels), shot, "JPG")
            try save(jpeg(shot, Toning.monochrome(pixels)), "IMG_E" + shot.stem.dropFirst(4) + ".JPG", shot)
            try Toning.adjustment().write(to: file(shot, shot.stem + ".AAE"))
        case .live:
            var dice = Dice(seed, 5, UInt64(shot.number))
            let identifier = dice.identifier()
            try save(jpeg(shot, pixels(shot), contentIdentifier: identifier), shot, "JPG")
            try save(Film(shot, seed: seed, contentIdentifier: identifier).bytes(), shot, "MOV")
        case .video: try save(Film(shot, seed: seed, contentIdentifier: nil).bytes(), shot, "MP4")
        }
    }

    // MARK: Pictures

    private func pixels(_ shot: Shot) -> [UInt8] {
        let canvas = Canvas(width: shot.width, height: shot.height)
        // The frames of a burst are of one scene, a moment apart.
        var first = shot.number, moment: Float = 0
        if case .burst(_, let frame) = shot.kind {
            first -= frame
            moment = Float(frame) * 0.05
        }
        if shot.kind == .live { moment = Film.momentOfTheStill }
        var dice = Dice(seed, 4, UInt64(first))
        shot.scene.paint(canvas, shot.mood, moment: moment, &dice)
        return canvas.developed(Development(shot, seed: seed))
    }

    private func jpeg(_ shot: Shot, _ pixels: [UInt8], contentIdentifier: String? = nil) throws -> [UInt8] {
        let stored = StoredPixels(pixels, width: shot.width, height: shot.height, orientation: shot.orientation)
        let image = PixelImage(width: stored.width, height: stored.height, bytesPerRow: stored.width * 4, pixels: stored.bytes, hasAlpha: false)
        let encoded = try codec.encode(image, as: .jpeg(quality: 88))
        return Containers.jpeg(encoded.bytes, exif: ExifFacts(shot, contentIdentifier: contentIdentifier).block(), xmp: XMPPacket.of(shot))
    }

    private func png(_ shot: Shot) throws -> [UInt8] {
        let image = PixelImage(width: shot.width, height: shot.height, bytesPerRow: shot.width * 4, pixels: pixels(shot), hasAlpha: false)
        return Containers.png(try codec.encode(image, as: .png).bytes, xmp: XMPPacket.of(shot))
    }

    // MARK: Files

    private func file(_ shot: Shot, _ name: String) -> URL { folder.appendingPathComponent(shot.folder).appendingPathComponent(name) }

    private func save(_ bytes: [UInt8], _ shot: Shot, _ suffix: String) throws { try save(bytes, "\(shot.stem).\(suffix)", shot) }

    private func save(_ bytes: [UInt8], _ name: String, _ shot: Shot) throws { try Data(bytes).write(to: file(shot, name)) }
}

extension Development {
    init(_ shot: Shot, seed: UInt64) {
        var dice = Dice(seed, 6, UInt64(shot.number))
        self.init()
        switch shot.scene {
        case .screen: (vignette, grain, contrast) = (0, 0, 0)
        case .tiles, .discs, .silk, .map: (vignette, grain, contrast) = (0.06, 1.2, 0.05)
        default: (vignette, grain) = (dice.between(0.12, 0.26), shot.exposure.iso >= 800 ? 4 : 2)
        }
        self.seed = dice.next()
    }
}
