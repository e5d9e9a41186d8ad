import CDeflate
import FoundationEssentials

extension PhotoAdjustments {
    /// What adjustment data of Apple's Photos is called by.
    public static let appleFormatIdentifier = "com.apple.photo"
    /// Bytes of JSON at most that such data is unpacked to; the largest parts of real ones, which are maps of the light, have some thousand.
    private static let largestAppleData = 1 << 20

    /// An edit of Apple's Photos, where all that it does is to show a part of an upright picture: its crop as one of ours. `nil` for every other edit, since
    /// nothing here draws what Apple's filters do, and a picture without them would be another one.
    /// - Parameters:
    ///   - data: what an `.AAE` file has for `adjustmentData`; it may be anything.
    ///   - formatVersion: only versions that begin with `1.` are read.
    public init?(appleData data: Data, formatVersion: String) {
        guard formatVersion.hasPrefix("1."), let json = Self.inflated(data), let edit = try? JSONDecoder().decode(AppleEdit.self, from: json) else { return nil }
        let steps = edit.adjustments.filter { $0.enabled ?? true }
        guard (edit.metadata.orientation ?? 1) == 1, steps.count == 1, let settings = steps[0].crop else { return nil }
        let (width, height) = (edit.metadata.masterWidth, edit.metadata.masterHeight)
        // Who straightens also enlarges, each in a way of his own.
        guard width > 0, height > 0, settings.straightenAngle ?? 0 == 0 else { return nil }
        self.init()
        // Apple counts from below.
        crop = Crop(
            x: settings.xOrigin / width, y: (height - settings.yOrigin - settings.height) / height, width: settings.width / width, height: settings.height / height)
        guard (try? validate()) != nil, !isNeutral else { return nil }
    }

    /// `nil` for what is no packed data, or has more bytes than an edit can have.
    private static func inflated(_ data: Data) -> Data? {
        guard !data.isEmpty, data.count <= largestAppleData, let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var bytes = [UInt8](repeating: 0, count: largestAppleData), count = 0
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
        /// EXIF's; 1 where nothing is said.
        var orientation: Int?
    }

    struct Crop: Decodable {
        /// Pixels, from the lower left corner.
        var xOrigin: Double
        var yOrigin: Double
        var width: Double
        var height: Double
        /// Degrees.
        var straightenAngle: Double?
    }

    struct Step: Decodable {
        var enabled: Bool?
        /// `nil` for a step that does something else.
        var crop: Crop?

        private enum Key: String, CodingKey { case identifier, enabled, settings }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            enabled = try values.decodeIfPresent(Bool.self, forKey: .enabled)
            if try values.decode(String.self, forKey: .identifier) == "Crop" { crop = try values.decode(Crop.self, forKey: .settings) }
        }
    }

    var metadata: Metadata
    var adjustments: [Step]
}
