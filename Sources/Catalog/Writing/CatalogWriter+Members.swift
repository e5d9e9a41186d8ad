import PhotoModel

/// An album is an ordered set: no asset is in it twice. Indexes count in `memberIDs(of:)`; trashed members keep their places between them unseen.
extension CatalogWriter {
    /// Adds assets in their order; those that are members already stay where they are.
    /// - Parameter index: before which member; `nil` is the end.
    /// - Throws: `.unknownObject` for a missing album or asset, `.invalid` for a folder, a trashed asset or an index behind the end.
    package func addMembers(_ assetIDs: [Int64], to collectionID: Int64, at index: Int? = nil) throws {
        let album = try album(collectionID)
        var seen: Set<Int64> = []
        let new = try assetIDs.filter { id in
            try checkAlive(id)
            let isMember = try db.first("SELECT 1 FROM membership WHERE assetID = ? AND collectionID = ?", [.int(id), .int(collectionID)]) { _ in true }
            return isMember == nil && seen.insert(id).inserted
        }
        if let index { try check(index, in: 0...memberCount(collectionID)) }
        guard !new.isEmpty else { return }
        try place(new, in: collectionID, at: index)
        try note(album, .membership)
    }

    /// Takes these assets out, wherever they are; those that are no members are passed over.
    package func removeMembers(_ assetIDs: [Int64], from collectionID: Int64) throws {
        let album = try album(collectionID)
        var removed = 0
        for id in assetIDs {
            try db.run("DELETE FROM membership WHERE assetID = ? AND collectionID = ?", [.int(id), .int(collectionID)])
            removed += db.changesCount
        }
        if removed > 0 { try note(album, .membership) }
    }

    // MARK: - Places

    /// Distance of neighbours after numbering anew: twenty insertions in the middle of one gap before the next numbering.
    private static let gap: Int64 = 1 << 20

    /// Inserts rows between the alive member before `index` and whatever row follows it.
    func place(_ assetIDs: [Int64], in collectionID: Int64, at index: Int?) throws {
        try place(assetIDs, in: collectionID) { try bounds(collectionID, index) }
    }

    /// - Parameter bounds: the taken positions around; no upper one at the end. Asked again after numbering anew.
    func place(_ assetIDs: [Int64], in collectionID: Int64, _ bounds: () throws -> (lower: Int64, upper: Int64?)) throws {
        var (lower, upper) = try bounds()
        let needed = Int64(assetIDs.count) + 1
        if let end = upper, end - lower < needed {
            try renumber(collectionID, gap: max(Self.gap, needed))
            (lower, upper) = try bounds()
        }
        let step = upper.map { ($0 - lower) / needed } ?? Self.gap
        for (offset, id) in assetIDs.enumerated() {
            try db.run(
                """
                INSERT INTO membership (collectionID, position, assetID, visible, trashed, creationDate)
                SELECT ?, ?, id, visible, trashed, creationDate FROM asset WHERE id = ?
                """, [.int(collectionID), .int(lower + step * Int64(offset + 1)), .int(id)])
        }
    }

    /// The taken positions around an index; no upper one at the end.
    private func bounds(_ collectionID: Int64, _ index: Int?) throws -> (lower: Int64, upper: Int64?) {
        let last = "SELECT max(position) FROM membership WHERE collectionID = ?"
        guard let index else { return (try db.first(last, [.int(collectionID)]) { $0.int64(0) } ?? 0, nil) }
        let lower =
            index == 0
            ? 0
            : try db.first(
                "SELECT position FROM membership WHERE collectionID = ? AND trashed = 0 ORDER BY position LIMIT 1 OFFSET ?",
                [.int(collectionID), SQLValue(index - 1)]
            ) { $0.int64(0) } ?? 0
        let upper =
            try db.first("SELECT min(position) FROM membership WHERE collectionID = ? AND position > ?", [.int(collectionID), .int(lower)]) {
                $0.optionalInt64(0)
            } ?? nil
        return (lower, upper)
    }

    private func renumber(_ collectionID: Int64, gap: Int64) throws {
        let all = try db.ids("SELECT assetID FROM membership WHERE collectionID = ? ORDER BY position", [.int(collectionID)], cached: true)
        // Below zero first, where nobody is: positions are unique at every moment.
        try db.run("UPDATE membership SET position = -1 - position WHERE collectionID = ?", [.int(collectionID)])
        for (offset, id) in all.enumerated() {
            try db.run(
                "UPDATE membership SET position = ? WHERE assetID = ? AND collectionID = ?",
                [.int(gap * Int64(offset + 1)), .int(id), .int(collectionID)])
        }
    }

    func unplace(_ assetIDs: some Sequence<Int64>, _ collectionID: Int64) throws {
        for id in assetIDs { try db.run("DELETE FROM membership WHERE assetID = ? AND collectionID = ?", [.int(id), .int(collectionID)]) }
    }

    // MARK: - Checks

    func album(_ id: Int64) throws -> CollectionRecord {
        guard let album = try collection(id: id) else { throw unknown("album of row \(id)") }
        guard album.kind == .album else { throw invalid("\"\(album.title ?? "")\" is a folder, and only albums contain assets. Choose an album.") }
        return album
    }

    private func memberCount(_ id: Int64) throws -> Int {
        try db.first("SELECT count(*) FROM membership WHERE collectionID = ? AND trashed = 0", [.int(id)]) { $0.int(0) } ?? 0
    }

    private func check(_ index: Int, in range: @autoclosure () throws -> ClosedRange<Int>) throws {
        let range = try range()
        guard range.contains(index) else {
            throw invalid("The index \(index) is outside the album (\(range.lowerBound) to \(range.upperBound)); it may have changed meanwhile, fetch it again.")
        }
    }

    func checkAlive(_ id: Int64) throws {
        guard let isTrashed = try db.first("SELECT trashed FROM asset WHERE id = ?", [.int(id)], { $0.bool(0) }) else { throw unknown("asset of row \(id)") }
        if isTrashed { throw invalid("The asset of row \(id) is in Recently Deleted; restore it before it goes into an album.") }
    }
}
