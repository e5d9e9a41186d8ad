import Foundation

/// Where files are put one by one, as into a folder of a network drive: an album, or a folder of what is to come in.
package struct PutFolder: Hashable, Sendable {
    /// Gets what becomes of them; `nil` for none.
    package let album: UUID?
    /// Below what is to come in, with a slash between folders; empty for the outermost, and for an album.
    package let path: String

    package init(album: UUID) { (self.album, path) = (album, "") }
    package init(path: String) { (album, self.path) = (nil, path) }

    init(album: UUID?, path: String) { (self.album, self.path) = (album, path) }

    /// What folders are put in order by, always the same.
    package var order: String { album?.uuidString ?? path }

    /// Whether it is the folder of a path, or below it. By bytes: a slash and what is combined with it are one character.
    package func isInside(_ other: String) -> Bool { album == nil && (other.isEmpty || path == other || path.utf8.starts(with: "\(other)/".utf8)) }

    /// What a path is called, or one below it, once that path is called otherwise.
    package static func moved(_ path: String, from old: String, to new: String) -> String { new + String(decoding: path.utf8.dropFirst(old.utf8.count), as: UTF8.self) }

    /// What names are told apart by. Case counts, as cameras and Linux have it: what was answered for must not go since another file has nearly the same name. How Unicode
    /// writes a letter does not.
    static func key(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

    /// What names are compared by where case does not count either.
    package static func folded(_ name: String) -> String { name.precomposedStringWithCanonicalMapping.lowercased() }
}

/// Which file of which batch is listed, and under which name.
package struct PutKey: Hashable, Sendable {
    package let name: String
    let batch: UUID
    let number: Int
}

/// A file that was put somewhere, as it is listed there.
package struct PutEntry: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// It waits for what may belong with it, and for its turn.
        case waiting
        /// An import has it.
        case comingIn
        /// It can't come in, and stays. Why, for a person.
        case refused(String)
        /// This asset has its content.
        case isIn(UUID)
    }

    /// Which file of which batch it is.
    package let batch: UUID, number: Int
    package let folder: PutFolder
    package let name: String
    /// Bytes.
    package let size: Int64
    /// Of the sender's file, in seconds since 1970.
    package let modified: Double
    /// 64 digits in lower case.
    package let sha256: String
    /// When something was decided, in seconds since 1970; 0 before.
    package let decided: Double
    package let state: State
}
