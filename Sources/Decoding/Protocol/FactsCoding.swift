import FoundationEssentials
import Metadata
import Pixels

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

/// What is to be written into a copy, as JSON.
package enum WrittenMetadataCoding {
    /// Longest JSON in bytes; no file's block of metadata holds as much.
    package static let limit = 1 << 20

    package static func encode(_ metadata: WrittenMetadata) throws(CodecError) -> [UInt8] {
        guard let json = try? JSONEncoder().encode(metadata), json.count <= limit else {
            throw CodecError(.tooLarge, "Titles, captions and keywords of more than a megabyte cannot be written into a file.")
        }
        return [UInt8](json)
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) throws -> WrittenMetadata { try JSONDecoder().decode(WrittenMetadata.self, from: Data(bytes)) }
}
