import Foundation

/// One file that belongs to an asset, or a part of one.
package struct ResourceRecord: Sendable, Equatable, Identifiable {
    package var id: Int64 = 0
    package var assetID: Int64 = 0
    package var type: ResourceType
    /// The name the file had when it came in.
    package var filename: String
    package var uniformType: String
    /// Bytes.
    package var size: Int64
    private var digest: ShortBytes
    private var shortDigest: ShortBytes?
    package var location: ResourceLocation
    package var isLocal = true
    package var isInCloud = false
    /// Why the content can't be read, for a person; `nil` for sound content.
    package var damage: String?
    /// What the file at `location` looked like when its bytes were last compared with `sha256`. Kept of files that others may change: referenced ones,
    /// and originals that are hard links to a file of the user's.
    package var facts: FileFacts?
    /// Where in the file at `location` the bytes begin: the movie of a motion photo is a part of its picture's file, of which `size` and `sha256` say nothing then.
    /// `nil` for a file of its own.
    package var offset: Int64?

    /// SHA-256 of the content, 32 bytes.
    package var sha256: Data {
        get { digest.data }
        set { digest = ShortBytes(newValue) }
    }

    /// SHA-1 of the content, 20 bytes; `nil` for what came in before that was kept, until somebody asks for it.
    package var sha1: Data? {
        get { shortDigest?.data }
        set { shortDigest = newValue.map { ShortBytes($0) } }
    }

    /// Whether the bytes are a part of another resource's file.
    package var isEmbedded: Bool { offset != nil }

    /// Which bytes of the file at `location` it is; `nil` for all of them, and where no file can have them.
    package var part: Range<Int64>? {
        guard let offset, offset >= 0, size > 0, case let (end, isTooFar) = offset.addingReportingOverflow(size), !isTooFar else { return nil }
        return offset..<end
    }

    package init(type: ResourceType, filename: String, uniformType: String, size: Int64, sha256: Data, location: ResourceLocation) {
        self.init(type: type, filename: filename, uniformType: uniformType, size: size, sha256: ShortBytes(sha256), sha1: nil, location: location)
    }

    package init(type: ResourceType, filename: String, uniformType: String, size: Int64, sha256: ShortBytes, sha1: ShortBytes?, location: ResourceLocation) {
        (self.type, self.filename, self.uniformType) = (type, filename, uniformType)
        (self.size, digest, shortDigest, self.location) = (size, sha256, sha1, location)
    }
}

/// Where the bytes are on this machine.
package enum ResourceLocation: Sendable, Equatable, Hashable {
    /// Path relative to the library folder, such as `originals/A/A1B2….heic`.
    case managed(path: String)
    /// In a folder of the user's: path relative to a reference root, with the modification time (seconds since 1970) seen at import.
    case referenced(rootID: Int64, path: String, modified: Double)

    /// True where the library itself holds the bytes.
    package var isManaged: Bool { if case .managed = self { true } else { false } }

    /// In the library's folder, or below its reference root.
    package var path: String {
        switch self {
        case .managed(let path), .referenced(_, let path, _): path
        }
    }
}

/// A folder of the user's that holds referenced originals. Its marker file tells an unmounted disk from a deleted folder.
package struct ReferenceRootRecord: Sendable, Equatable, Identifiable {
    package var id: Int64 = 0
    /// Written into the marker file at the root.
    package var uuid: UUID
    /// Absolute path where the root was last seen.
    package var path: String

    package init(uuid: UUID, path: String) {
        (self.uuid, self.path) = (uuid, path)
    }
}
