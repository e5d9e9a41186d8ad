import Support

extension CatalogWriter {
    /// Makes an album hold just these assets in this order. Those that keep their order among themselves are not written.
    /// - Throws: `.unknownObject`; `.invalid` for a folder, a trashed asset that is no member, or one asset twice.
    package func arrangeMembers(_ assetIDs: [Int64], of collectionID: Int64) throws {
        let album = try album(collectionID)
        let wanted = Dictionary(assetIDs.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        guard wanted.count == assetIDs.count else { throw invalid("An album holds no asset twice.") }
        let before = try memberIDs(of: collectionID)
        guard !before.elementsEqual(assetIDs) else { return }
        let staying = before.filter { wanted[$0] != nil }
        let kept = Set(longestRun(of: staying.compactMap { wanted[$0] }).map { assetIDs[$0] })
        for id in Set(assetIDs).subtracting(staying) { try checkAlive(id) }
        try unplace(before.filter { !kept.contains($0) }, collectionID)
        // From the front, a run at a time: everything before each place is already there.
        var start = 0
        while start < assetIDs.count {
            var end = start
            while end < assetIDs.count, !kept.contains(assetIDs[end]) { end += 1 }
            if end > start { try place(Array(assetIDs[start..<end]), in: collectionID, at: end == assetIDs.count ? nil : start) }
            start = end + 1
        }
        try note(album, .membership)
    }

    /// A longest ascending part of different numbers, in their order.
    private func longestRun(of numbers: [Int]) -> [Int] {
        /// For each length, where the run of that length ends that ends lowest.
        var ends: [Int] = []
        var previous = Array(repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            let length = ends.partitioningIndex { numbers[$0] >= number }
            if length > 0 { previous[index] = ends[length - 1] }
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var result: [Int] = []
        var index = ends.last ?? -1
        while index >= 0 {
            result.append(numbers[index])
            index = previous[index]
        }
        return result.reversed()
    }
}
