import Foundation
import LibraryEngine
import PhotoModel

/// What files of photos, albums and folders are called.
enum DAVNames {
    static let untitled = "Untitled"

    /// A name that can be written on Linux, macOS and Windows.
    static func safe(_ filename: String) -> String { ArchiveNames.safe(filename).precomposedStringWithCanonicalMapping }

    /// What names of the library are compared by.
    static func folded(_ name: String) -> String { PutFolder.folded(name) }

    /// With something behind the stem: `IMG_1 (1A2B3C4D).HEIC`.
    static func suffixed(_ name: String, _ suffix: String) -> String {
        let (stem, ending) = split(name)
        return joined(stem, " (\(suffix))\(ending)")
    }

    /// What a photo shows since it was edited: `IMG_1 (edited).jpg`.
    /// - Parameter name: of the file that it was made of.
    static func edited(_ name: String, extension pathExtension: String) -> String {
        joined(split(name).stem, " (edited)" + (pathExtension.isEmpty ? "" : ".\(pathExtension)"))
    }

    /// A file system takes 255 bytes: what is too long loses the end of its stem.
    private static func joined(_ stem: Substring, _ rest: String) -> String {
        var stem = stem
        while stem.utf8.count + rest.utf8.count > 255, !stem.isEmpty { stem.removeLast() }
        return stem + rest
    }

    private static func split(_ name: String) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name[...], "") }
        return (name[..<dot], name[dot...])
    }

    /// Names of things with one parent, no two of which are one: what was there first keeps its own.
    /// - Parameter items: in any order, with their titles.
    static func names(of items: [(id: Int64, uuid: UUID, title: String?)]) -> [Int64: String] {
        var names: [Int64: String] = [:], taken: Set<String> = []
        for item in items.sorted(by: { $0.id < $1.id }) {
            let title = item.title.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? "", base = safe(title.isEmpty ? untitled : title)
            // A title is no filename: what stands behind a dot in it is no ending.
            let candidates = [base, "\(base) (\(short(item.uuid)))", "\(base) (\(item.uuid.uuidString))"]
            let name = candidates.first { !taken.contains(folded($0)) } ?? candidates[2]
            taken.insert(folded(name))
            names[item.id] = name
        }
        return names
    }

    /// The first eight digits of an identifier.
    static func short(_ uuid: UUID) -> String { String(uuid.uuidString.prefix(8)) }
}
