import Foundation
import LibraryEngine

/// Two results as lists of numbers that can be compared: equal numbers for equal objects.
struct ListedObjects {
    let before: ContiguousArray<Int64>
    let after: ContiguousArray<Int64>
    /// By UUID, where the numbers are none of the catalogue's.
    private let numbers: [UUID: Int64]
    private let session: LibrarySession?

    init(_ before: any FetchStorage, _ after: any FetchStorage) {
        if let before = before as? AssetStorage, let after = after as? AssetStorage, before.session === after.session {
            (self.before, self.after, numbers, session) = (before.ids, after.ids, [:], before.session)
            return
        }
        var numbers: [UUID: Int64] = [:]
        func list(_ storage: any FetchStorage) -> ContiguousArray<Int64> {
            // A transient album may hold an asset twice: the second of its kind has a number of its own.
            var seen: Set<Int64> = []
            return ContiguousArray(
                storage.objects(at: 0..<storage.count).map { object in
                    var number = numbers[object.uuid] ?? Int64(numbers.count)
                    numbers[object.uuid] = number
                    while !seen.insert(number).inserted { number += 1 << 32 }
                    return number
                })
        }
        (self.before, self.after) = (list(before), list(after))
        (self.numbers, session) = (numbers, nil)
    }

    /// The numbers of these objects; those that neither list holds have none.
    func numbers(of objects: [PHObject]) -> [Int64] {
        objects.compactMap { object in
            guard let session else { return numbers[object.uuid] }
            if let asset = object as? PHAsset, asset.session === session { return asset.record.id }
            return try? session.read { try $0.assetID(uuid: object.uuid) }.get() ?? nil
        }
    }
}
