import FoundationEssentials

extension PhotoAdjustments {
    /// What adjustment data of this format is called by, in `PHAdjustmentData.formatIdentifier`.
    public static let formatIdentifier = "org.openphotokit.adjustments"
    /// The version that is written.
    public static let formatVersion = "1.0"
    /// Most bytes of adjustments; real ones have less than 1 KB.
    public static let largestData = 64 << 10

    /// Whether data of this format and version may be read. All versions that begin with `1.` are.
    public static func reads(formatIdentifier: String, formatVersion: String) -> Bool {
        formatIdentifier == Self.formatIdentifier && formatVersion.hasPrefix("1.")
    }

    /// Reads what `data()` wrote, or another program by Docs/Adjustments.md. What is not known is refused: a picture without it would be another one.
    /// - Throws: every code of `AdjustmentError`; numbers are valid afterwards.
    public init(data: Data) throws(AdjustmentError) {
        guard data.count <= Self.largestData else {
            throw AdjustmentError(.tooLarge, "Adjustments have at most \(Self.largestData) bytes, and this has \(data.count). It is something else.")
        }
        do {
            self = try JSONDecoder().decode(PhotoAdjustments.self, from: data)
        } catch let error as AdjustmentError {
            throw error
        } catch {
            throw AdjustmentError(.unreadable, "The adjustments can't be read as JSON of the format \(Self.formatIdentifier): \(Self.reason(error))")
        }
    }

    /// JSON with sorted keys that holds what is not neutral: the same adjustments always give the same bytes.
    public func data() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        // There is nothing in it that can't be encoded.
        return (try? encoder.encode(self)) ?? Data()
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        @unknown default: return "\(error)"
        }
    }
}

/// As the format says. What is read is valid; errors are `AdjustmentError` and `DecodingError`.
extension PhotoAdjustments: Codable {
    public init(from decoder: any Decoder) throws {
        self = try AdjustmentFields(from: decoder).adjustments
        try validate()
    }

    public func encode(to encoder: any Encoder) throws { try AdjustmentFields(adjustments: self).encode(to: encoder) }
}

/// Adjustments as they lie in JSON.
private struct AdjustmentFields: Codable {
    var adjustments = PhotoAdjustments()

    init(adjustments: PhotoAdjustments) { self.adjustments = adjustments }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let format = try values.decode(String.self, forKey: Key("format"))
        guard format == PhotoAdjustments.formatIdentifier else {
            throw AdjustmentError(.otherFormat, "The adjustments are of the format \(format.prefix(100)), and only \(PhotoAdjustments.formatIdentifier) can be read.")
        }
        let version = try values.decode(String.self, forKey: Key("version"))
        guard PhotoAdjustments.reads(formatIdentifier: format, formatVersion: version) else {
            throw AdjustmentError(.otherVersion, "The adjustments are of version \(version.prefix(100)), and only versions 1 can be read. Update this program.")
        }
        for key in values.allKeys { try read(key, values) }
    }

    private mutating func read(_ key: Key, _ values: KeyedDecodingContainer<Key>) throws {
        switch key.stringValue {
        case "format", "version": break
        case "flip": adjustments.isFlipped = try values.decode(Bool.self, forKey: key)
        case "rotation": adjustments.rotation = try values.decode(Int.self, forKey: key)
        case "keyFrame": adjustments.keyFrame = try values.decode(Double.self, forKey: key)
        case "muted": adjustments.isMuted = try values.decode(Bool.self, forKey: key)
        case "filter":
            let name = try values.decode(String.self, forKey: key)
            guard let filter = PhotoFilter(rawValue: name) else {
                throw AdjustmentError(
                    .unknownField, "There is no filter \(name.prefix(100)). There are \(PhotoFilter.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            adjustments.filter = filter
        case "crop":
            let crop = try values.nestedContainer(keyedBy: Key.self, forKey: key)
            if let other = crop.allKeys.first(where: { !["x", "y", "width", "height"].contains($0.stringValue) }) { throw Self.unknown("crop." + other.stringValue) }
            func number(_ name: String) throws -> Double { try crop.decode(Double.self, forKey: Key(name)) }
            adjustments.crop = PhotoAdjustments.Crop(x: try number("x"), y: try number("y"), width: try number("width"), height: try number("height"))
        default:
            guard let parameter = AdjustmentParameter(rawValue: key.stringValue) else { throw Self.unknown(key.stringValue) }
            adjustments[parameter] = try values.decode(Double.self, forKey: key)
        }
    }

    private static func unknown(_ name: String) -> AdjustmentError {
        AdjustmentError(.unknownField, "“\(name.prefix(100))” is no adjustment that is known here. Correct its name, or update this program.")
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(PhotoAdjustments.formatIdentifier, forKey: Key("format"))
        try values.encode(PhotoAdjustments.formatVersion, forKey: Key("version"))
        if adjustments.isFlipped { try values.encode(true, forKey: Key("flip")) }
        if adjustments.rotation != 0 { try values.encode(adjustments.rotation, forKey: Key("rotation")) }
        for parameter in AdjustmentParameter.allCases where adjustments[parameter] != parameter.neutral {
            try values.encode(adjustments[parameter].inMillionths, forKey: Key(parameter.rawValue))
        }
        if let filter = adjustments.filter { try values.encode(filter.rawValue, forKey: Key("filter")) }
        if let keyFrame = adjustments.keyFrame { try values.encode(keyFrame.inMillionths, forKey: Key("keyFrame")) }
        if adjustments.isMuted { try values.encode(true, forKey: Key("muted")) }
        guard adjustments.crop != .all else { return }
        var crop = values.nestedContainer(keyedBy: Key.self, forKey: Key("crop"))
        try crop.encode(adjustments.crop.x, forKey: Key("x"))
        try crop.encode(adjustments.crop.y, forKey: Key("y"))
        try crop.encode(adjustments.crop.width, forKey: Key("width"))
        try crop.encode(adjustments.crop.height, forKey: Key("height"))
    }
}
