import Foundation
import Glibc

extension DerivativeStore {
    /// Whether there is nothing that could be forgotten.
    package var isEmpty: Bool {
        ThumbnailSize.allCases.map(table).allSatisfy { $0.current(creating: false) == nil } && !placeholders.isThere && previewNames().isEmpty
    }

    /// Forgets what lies in the tables under these assets' rows and is of another revision, or of another asset.
    package func forgetOthers(than versions: [Version]) {
        let tags = versions.map { Self.tag($0.uuid, $0.revision) }
        for table in ThumbnailSize.allCases.map(table) {
            // Once for all rows: to ask whether the files are still the table's takes longer than reading a row of them.
            guard let open = table.current(creating: false) else { continue }
            for (index, version) in versions.enumerated() {
                if let tag = open.tag(row: version.assetID), tag != tags[index] { table.clear(row: version.assetID) }
            }
        }
        placeholders.clearOthers(than: zip(versions, tags).map { ($0.assetID, $1) })
    }

    /// Removes the previews for which `isStale` says so.
    package func forgetPreviews(where isStale: (_ uuid: UUID, _ revision: Int64) -> Bool) {
        for name in previewNames() {
            guard let (uuid, revision) = Self.version(ofPreview: name.split(separator: "/").last.map(String.init) ?? ""), isStale(uuid, revision) else { continue }
            files.remove(name)
        }
    }

    /// Below the folder, in order.
    func previewNames() -> [String] {
        "0123456789ABCDEF".flatMap { digit in files.names(in: "previews/\(digit)").sorted().map { "previews/\(digit)/\($0)" } }
    }

    /// From `UUID-REVISION.jpg`.
    static func version(ofPreview name: String) -> (UUID, Int64)? {
        guard name.hasSuffix(".jpg"), let uuid = UUID(uuidString: String(name.prefix(36))), name.dropFirst(36).first == "-",
            let revision = Int64(name.dropFirst(37).dropLast(4))
        else { return nil }
        return (uuid, revision)
    }
}

extension OpenTable {
    /// What stands in the row's slot; `nil` where nothing does.
    func tag(row: Int64) -> UInt64? {
        guard 1...PackedTable.highestRow ~= row, let slot = slot(row: row), slot.length > 0 else { return nil }
        return slot.tag
    }
}
