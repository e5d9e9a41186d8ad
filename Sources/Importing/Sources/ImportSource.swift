import Foundation
import Originals
import PhotoModel

/// Where pictures come from: a folder, and whatever else can name files and say what it knows of them.
///
/// Two walks go on at once, one that reads and one that counts ahead; each begins at the start and meets the same things in the same order.
package protocol ImportSource: Sequence, Sendable where Element == SourceItem {
    /// The albums and folders that its groups name, those above others first, siblings in their order. They are made before the first asset.
    var collections: [SourceCollection] { get }
}

extension ImportSource {
    package var collections: [SourceCollection] { [] }
}

/// What a walk through a source meets.
package enum SourceItem: Sendable {
    case group(SourceGroup)
    /// Something that can't be read.
    case failure(ImportFailure)
    /// Something that is not for a library.
    case skip(ImportSkip)
}

/// Files that may be one picture's: nothing outside of a group belongs to what is in it, but for the other half of a Live Photo.
package struct SourceGroup: Sendable {
    /// Where references to these files are relative to.
    package var root: BytePath
    package var files: [FoundFile]
    /// What the source says of the picture; `nil` where only the files tell.
    package var stated: StatedFacts?

    package init(root: BytePath, files: [FoundFile], stated: StatedFacts? = nil) { (self.root, self.files, self.stated) = (root, files, stated) }
}

/// A file that was found, not opened yet.
package struct FoundFile: Sendable {
    package var path: BytePath
    /// Bytes, when it was found.
    package var size: Int64
    /// The name to record; by default the one the file has.
    package var name: String
    /// What it is to its picture, where the source knows. Files of which it does not are matched by their names and contents.
    package var kind: ResourceType?
    /// Whether it lies in the library's own staging folder, and whoever put it there removes it: its bytes are taken over, not copied.
    package var isReceived = false
    /// SHA-256 of what it should be, as whoever sent it says.
    package var sha256: [UInt8]?

    package init(path: BytePath, size: Int64, name: String? = nil, kind: ResourceType? = nil) {
        (self.path, self.size, self.name, self.kind) = (path, size, name ?? path.lastComponent.text, kind)
    }
}

/// Groups that are known beforehand.
package struct GroupSource: ImportSource {
    package let groups: [SourceGroup]

    package init(_ groups: [SourceGroup]) { self.groups = groups }

    package func makeIterator() -> some IteratorProtocol<SourceItem> { groups.lazy.map { SourceItem.group($0) }.makeIterator() }
}

/// An album or a folder of a source.
package struct SourceCollection: Sendable {
    /// What groups call it by.
    package var key: String
    /// Its UUID, where it has one: it is then known again by that, and by its title and place otherwise.
    package var identifier: UUID?
    package var isFolder: Bool
    package var title: String
    /// The key of the folder that it is in; `nil` for the top level.
    package var parent: String?

    package init(key: String, identifier: UUID? = nil, isFolder: Bool = false, title: String, parent: String? = nil) {
        (self.key, self.identifier, self.isFolder, self.title, self.parent) = (key, identifier, isFolder, title, parent)
    }
}
