import PhotoModel

// Kinds as conditions on the rows that are of them, with the number written out: it is as fixed as the column's name.

extension CollectionRecord.Kind {
    /// On a row of `collection`.
    var condition: String { "kind = \(rawValue)" }
}

extension ChangeItem.Entity {
    /// On a row of `change_item`.
    var condition: String { "entity = \(rawValue)" }

    /// On a row of `change_item` that tells of an album or a folder.
    static let ofCollections = "entity IN (\(collection.rawValue), \(list.rawValue))"
}
