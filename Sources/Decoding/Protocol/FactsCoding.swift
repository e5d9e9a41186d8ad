import FoundationEssentials
import Metadata

/// Facts as JSON, the one part of an answer that has no fixed layout.
package enum FactsCoding {
    /// Longest JSON in bytes: far above any real file, far below what would hurt.
    package static let limit = 4 << 20

    package static func encode(_ facts: MediaFacts) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return [UInt8](try encoder.encode(facts))
    }

    package static func decode(_ bytes: [UInt8]) throws -> MediaFacts {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(MediaFacts.self, from: Data(bytes))
    }
}
