import Photos

/// What an application does with details, in the order that Apple's page prescribes.
func updated<T: PHObject>(_ before: [T], by details: PHFetchResultChangeDetails<T>) -> [T] {
    guard details.hasIncrementalChanges else {
        return (0..<details.fetchResultAfterChanges.count).map { details.fetchResultAfterChanges.object(at: $0) }
    }
    var items = before
    if let removed = details.removedIndexes {
        for index in removed.reversed() { items.remove(at: index) }
    }
    if let inserted = details.insertedIndexes {
        for (index, object) in zip(inserted, details.insertedObjects) { items.insert(object, at: index) }
    }
    if let changed = details.changedIndexes {
        for index in changed where !details.hasMoves { items[index] = details.fetchResultAfterChanges.object(at: index) }
    }
    details.enumerateMoves { from, to in items.insert(items.remove(at: from), at: to) }
    return items
}
