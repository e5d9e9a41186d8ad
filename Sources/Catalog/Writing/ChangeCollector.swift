import Foundation
import PhotoModel

/// What one transaction has done so far, at most one item for an object.
struct ChangeCollector {
    private struct Key: Hashable {
        var entity: ChangeItem.Entity
        var uuid: UUID
    }

    private var items: [Key: ChangeItem] = [:]

    /// Joins a further step with what the transaction did to the object before.
    mutating func note(_ entity: ChangeItem.Entity, _ uuid: UUID, _ kind: ChangeItem.Kind, _ aspects: ChangeItem.Aspects, row: Int64?) {
        let key = Key(entity: entity, uuid: uuid)
        var item = ChangeItem(entity: entity, uuid: uuid, kind: kind, aspects: aspects, rowID: row)
        if var before = items[key] {
            switch (before.kind, kind) {
            case (.inserted, .deleted):
                // Nobody outside ever saw it.
                items[key] = nil
                return
            case (.inserted, _): item.kind = .inserted
            case (.deleted, .inserted):
                item.kind = .updated
                // It is there again, so whoever wants to know what it is can look it up.
                before.aspects.subtract([.project, .sharedAlbum])
            case (_, _): break
            }
            item.aspects.formUnion(before.aspects)
        }
        items[key] = item
    }

    /// In the order of the log: by entity, then UUID bytes.
    var sorted: [ChangeItem] {
        items.values.sorted { a, b in
            a.entity == b.entity ? a.uuid < b.uuid : a.entity.rawValue < b.entity.rawValue
        }
    }

    /// In no order.
    func items(of entity: ChangeItem.Entity) -> [ChangeItem] { items.values.filter { $0.entity == entity } }

    var hasAccess: Bool { items.keys.contains { $0.entity == .access } }

    var isEmpty: Bool { items.isEmpty }
}
