/// A path inside the library folder, such as `originals/A/A1B2….heic`.
package enum ManagedPath {
    /// Holds the originals, in a folder for each first digit of an asset's UUID.
    package static let originals = "originals"
    package static let digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F"]

    /// Where the file `name` of the asset `uuid` (upper case) lives.
    package static func original(uuid: String, name: String) -> String { "originals/\(uuid.prefix(1))/\(name)" }

    /// Where what an edit made of the asset `uuid` lives; the folder is made with the first.
    package static func render(uuid: String, name: String) -> String { "renders/\(uuid.prefix(1))/\(name)" }

    /// Journals and catalogues can be damaged; a path from one must never reach outside the folders that hold originals.
    package static func isProper(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count >= 2, path.utf8.count < 1024, !path.utf8.contains(where: { $0 < 0x20 }) else { return false }
        guard parts[0].elementsEqual("originals".utf8) || parts[0].elementsEqual("renders".utf8) else { return false }
        return parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }
}
