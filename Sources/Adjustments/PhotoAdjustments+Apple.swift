import CDeflate
import FoundationEssentials
import Glibc

extension PhotoAdjustments {
    /// What adjustment data of Apple's Photos is called by.
    public static let appleFormatIdentifier = "com.apple.photo"

    /// A picture as it is stored, in the file that an edit of Apple's is of.
    package struct StoredPicture: Sendable {
        package var width: Int
        package var height: Int
        /// EXIF's.
        package var orientation: Int

        package init(width: Int, height: Int, orientation: Int) { (self.width, self.height, self.orientation) = (width, height, orientation) }
    }

    /// An edit of Apple's Photos, where all that it does is to show a part of an upright picture, straightened or not, and of a Live Photo to choose its key frame or
    /// to mute it: the same as one of ours. `nil` for every other edit, since nothing here draws what Apple's filters do, and a picture without them would be
    /// another one. `PHAsset.photoAdjustments()`, which knows the file, also reads quarter turns and crops of pictures that lie.
    /// - Parameters:
    ///   - data: what an `.AAE` file has for `adjustmentData`; it may be anything.
    ///   - formatVersion: only versions that begin with `1.` are read.
    public init?(appleData data: Data, formatVersion: String) {
        guard let edit = AppleEdit(data, formatVersion), edit.metadata.orientation ?? 1 == 1 else { return nil }
        let (width, height) = (edit.metadata.masterWidth.rounded(), edit.metadata.masterHeight.rounded())
        guard (1...1e6).contains(width), (1...1e6).contains(height) else { return nil }
        self.init(edit, StoredPicture(width: Int(width), height: Int(height), orientation: 1), shown: nil)
    }

    /// The same of an edit whose picture is known.
    /// - Parameters:
    ///   - shown: pixels of the rendering that came with it, which ours must have too; `nil` where none came.
    ///   - original: the picture, which is asked for where the edit may be one of ours.
    package init?(
        appleData data: Data, formatVersion: String, shown: (width: Int, height: Int)?, of original: () throws -> StoredPicture
    ) rethrows {
        guard let edit = AppleEdit(data, formatVersion) else { return nil }
        self.init(edit, try original(), shown: shown)
    }

    /// Apple counts in the picture as it is stored, from the lower left corner, and turns it around its middle; its orientation then includes quarter turns. Newer
    /// programs give the size of the upright picture, and where they count from nobody has seen: crops of such pictures are left to them.
    private init?(_ edit: AppleEdit, _ picture: StoredPicture, shown: (width: Int, height: Int)?) {
        guard (1...8).contains(picture.orientation), picture.width > 0, picture.height > 0 else { return nil }
        let said = edit.metadata, wanted = said.orientation.flatMap { $0 == 0 ? nil : $0 } ?? picture.orientation
        guard (1...8).contains(wanted) else { return nil }
        self.init()
        let size = (Double(picture.width), Double(picture.height))
        if let crop = edit.crop {
            let countsStored = said.masterWidth == size.0 && said.masterHeight == size.1
            let isPlain = wanted == 1 && picture.orientation == 1
            let isTold = wanted >= 5 && picture.orientation >= 5 ? size.0 != size.1 : said.pipelineVersion != nil
            guard countsStored, isPlain || isTold, let placed = Self.placed(crop, picture) else { return nil }
            self = placed
        } else {
            guard said.masterWidth * said.masterHeight == size.0 * size.1 else { return nil }
        }
        (keyFrame, isMuted) = (edit.keyFrame, edit.isMuted)
        guard turn(from: picture.orientation, to: wanted), (try? validate()) != nil, !isNeutral else { return nil }
        guard let shown else { return }
        let lies = (picture.orientation >= 5) != (rotation % 180 != 0)
        let result = ResultGeometry(self, frameWidth: lies ? picture.height : picture.width, frameHeight: lies ? picture.width : picture.height)
        guard abs(result.width - shown.width) <= 1, abs(result.height - shown.height) <= 1 else { return nil }
    }

    /// Angles are radians, above 0 clockwise; more than an eighth of a turn nobody straightens.
    private static func placed(_ crop: AppleEdit.Crop, _ picture: StoredPicture) -> PhotoAdjustments? {
        let angle = crop.straightenAngle ?? 0
        guard abs(angle) <= .pi / 4 else { return nil }
        var settings = AdjustmentSettings()
        settings.crop = .init(x: crop.xOrigin, y: crop.yOrigin, width: crop.width, height: crop.height)
        if angle != 0 {
            let middle = AffineMap.translation(Double(picture.width) / 2, Double(picture.height) / 2)
            settings.affine = middle.inverse.then(AffineMap(xx: cos(angle), xy: sin(angle), yx: -sin(angle), yy: cos(angle))).then(middle)
        }
        return try? settings.adjustments(width: picture.width, height: picture.height, orientation: picture.orientation)
    }

    /// Turns the result as another orientation of the stored picture would; false where none of ours does.
    private mutating func turn(from orientation: Int, to wanted: Int) -> Bool {
        for flips in [false, true] {
            for rotation in [0, 90, 180, 270] {
                var turn = PhotoAdjustments()
                (turn.isFlipped, turn.rotation) = (flips, rotation)
                guard AffineMap.upright(orientation).then(.upright(turn.orientation)) == AffineMap.upright(wanted) else { continue }
                if flips { flipHorizontally() }
                for _ in 0..<rotation / 90 { rotateClockwise() }
                return true
            }
        }
        return false
    }
}

extension AppleEdit {
    /// Bytes of JSON at most that such data is unpacked to; the largest parts of real ones, which are maps of the light, have some thousand.
    private static let largest = 1 << 20

    /// `nil` for what can't be read, and for edits that do more than what can be ours.
    fileprivate init?(_ data: Data, _ formatVersion: String) {
        guard formatVersion.hasPrefix("1."), let json = Self.inflated(data), let edit = try? JSONDecoder().decode(AppleEdit.self, from: json) else { return nil }
        self = edit
        guard adjustments.allSatisfy(\.isOurs), metadata.masterWidth > 0, metadata.masterHeight > 0 else { return nil }
        guard crops.count <= 1, keyFrames.count <= 1, keyFrames.allSatisfy({ $0.timescale > 0 && $0.isMoment }) else { return nil }
    }

    private var crops: [Crop] { adjustments.compactMap { if case .crop(let crop) = $0 { crop } else { nil } } }
    private var keyFrames: [Moment] { adjustments.compactMap { if case .keyFrame(let moment) = $0 { moment } else { nil } } }

    /// What is shown of the picture; `nil` for all of it.
    fileprivate var crop: Crop? { crops.first }
    /// Seconds from the beginning of the movie; `nil` for the still as it was taken.
    fileprivate var keyFrame: Double? { keyFrames.first.map { $0.value / $0.timescale } }
    fileprivate var isMuted: Bool { adjustments.contains { if case .mute = $0 { true } else { false } } }

    /// `nil` for what is no packed data, or has more bytes than an edit can have.
    private static func inflated(_ data: Data) -> Data? {
        guard !data.isEmpty, data.count <= largest, let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var bytes = [UInt8](repeating: 0, count: largest), count = 0
        let result = data.withUnsafeBytes { libdeflate_deflate_decompress(decompressor, $0.baseAddress, $0.count, &bytes, bytes.count, &count) }
        return result == LIBDEFLATE_SUCCESS ? Data(bytes[..<count]) : nil
    }
}

/// As much of Apple's JSON as has to be understood.
private struct AppleEdit: Decodable {
    struct Metadata: Decodable {
        /// Pixels of the original.
        var masterWidth: Double
        var masterHeight: Double
        /// How the picture is turned upright, by EXIF's numbers; 0 and nothing mean as its file says.
        var orientation: Int?
        /// Said by those that count in the picture as it is stored.
        var pipelineVersion: String?
    }

    struct Crop: Decodable {
        /// Pixels, from the lower left corner.
        var xOrigin: Double
        var yOrigin: Double
        var width: Double
        var height: Double
        /// Radians.
        var straightenAngle: Double?
    }

    /// A `CMTime`.
    struct Moment: Decodable {
        var value: Double
        var timescale: Double
        /// `CMTimeFlags`: whether it is one, whether it was rounded, and two and one more that it is endless or not known.
        var flags: UInt32?
        var isMoment: Bool { flags.map { $0 & 0b11101 == 1 } ?? true }
    }

    enum Step: Decodable {
        case crop(Crop)
        case keyFrame(Moment)
        case mute
        /// Is switched off.
        case nothing
        /// Does something else.
        case other

        var isOurs: Bool { if case .other = self { false } else { true } }

        private enum Key: String, CodingKey { case identifier, enabled, settings }
        private struct KeyFrame: Decodable { var time: Moment }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self), name = try values.decode(String.self, forKey: .identifier)
            guard try values.decodeIfPresent(Bool.self, forKey: .enabled) ?? true else {
                self = .nothing
                return
            }
            self =
                switch name {
                case "Crop": .crop(try values.decode(Crop.self, forKey: .settings))
                case "LivePhotoKeyFrame": .keyFrame(try values.decode(KeyFrame.self, forKey: .settings).time)
                case "Mute": .mute
                default: .other
                }
        }
    }

    var metadata: Metadata
    var adjustments: [Step]
}
