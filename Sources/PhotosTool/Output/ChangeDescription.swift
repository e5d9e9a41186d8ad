import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// One change of the history, as `changes` shows it.
struct ChangeDescription {
    let token: HistoryToken
    let author: String
    private let items: [ChangeItem]

    init(token: HistoryToken, author: String, items: [ChangeItem]) { (self.token, self.author, self.items) = (token, author, items) }

    init(_ entry: HistoryEntry, of library: PhotoLibrary, _ reader: LibraryReader) throws {
        let items = try entry.items ?? Self.kinds.flatMap { try reader.historyItems(at: entry.position, $0.entity) ?? [] }
        self.init(token: HistoryToken(library: library.uuid, position: entry.position, date: entry.date), author: entry.author, items: items)
    }

    private static let kinds: [(entity: ChangeItem.Entity, word: String)] = [(.asset, "asset"), (.collection, "album"), (.list, "folder")]

    private func items(_ entity: ChangeItem.Entity, _ kind: ChangeItem.Kind) -> [ChangeItem] {
        items.filter { $0.entity == entity && $0.kind == kind }
    }

    /// `2024-01-01 12:00:00Z  photos  2 assets added, 1 asset changed, 1 album deleted`
    var line: String {
        let parts = Self.kinds.flatMap { entity, word -> [String] in
            let verbs: [(ChangeItem.Kind, (String) -> Sentence)] = [
                (.inserted, { "\($0) added" }), (.updated, { "\($0) changed" }), (.deleted, { entity == .asset ? "\($0) purged" : "\($0) deleted" }),
            ]
            return verbs.compactMap { kind, sentence -> String? in
                let count = items(entity, kind).count
                return count == 0 ? nil : sentence(Quantity.counted(count, word)).text
            }
        }
        return "\(Timestamp.wallClock(token.date, offset: nil))  \(DisplayText.safe(author))  \(parts.joined(separator: say(", ")))"
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("token", token.text)
            json.field("date", date: token.date)
            json.field("author", author)
            for (entity, word) in Self.kinds {
                json.object(word + "s") { json in
                    json.strings("inserted", items(entity, .inserted).map(\.localIdentifier))
                    json.strings("updated", items(entity, .updated).map(\.localIdentifier))
                    json.strings("deleted", items(entity, .deleted).map(\.localIdentifier))
                }
            }
        }
    }
}
