import PhotoModel

/// What taking back a change needs: members return to the very places they had, between neighbours of which some may be in Recently Deleted.
extension CatalogReader {
    /// An album's members in order, those in Recently Deleted as well.
    package func everyMemberID(of collectionID: Int64) throws -> ContiguousArray<Int64> {
        guard selection == nil else { return [] }
        return try db.ids("SELECT assetID FROM membership WHERE collectionID = ? ORDER BY position", [.int(collectionID)], cached: true)
    }

    package func isMember(_ assetID: Int64, of collectionID: Int64) throws -> Bool { try memberPosition(assetID, collectionID) != nil }

    fileprivate func memberPosition(_ assetID: Int64, _ collectionID: Int64) throws -> Int64? {
        try db.first("SELECT position FROM membership WHERE assetID = ? AND collectionID = ?", [.int(assetID), .int(collectionID)]) { $0.int64(0) }
    }

    /// Where those of the assets stand that are in the album. Costs a few look-ups for each, whatever the size of the album.
    package func memberRuns(of assetIDs: some Sequence<Int64>, in collectionID: Int64) throws -> [MemberRun] {
        var places: [(position: Int64, id: Int64)] = []
        for id in Set(assetIDs) {
            if let position = try memberPosition(id, collectionID) { places.append((position, id)) }
        }
        places.sort { $0.position < $1.position }
        var runs: [MemberRun] = []
        var index = 0
        while index < places.count {
            var run = MemberRun([places[index].id], before: try neighbour(of: places[index].position, in: collectionID, isNext: false))
            while true {
                run.after = try neighbour(of: places[index].position, in: collectionID, isNext: true)
                index += 1
                guard index < places.count, run.after == places[index].id else { break }
                run.assetIDs.append(places[index].id)
            }
            runs.append(run)
        }
        return runs
    }

    private func neighbour(of position: Int64, in collectionID: Int64, isNext: Bool) throws -> Int64? {
        let rest = isNext ? "> ? ORDER BY position" : "< ? ORDER BY position DESC"
        return try db.first("SELECT assetID FROM membership WHERE collectionID = ? AND position \(rest) LIMIT 1", [.int(collectionID), .int(position)]) {
            $0.int64(0)
        }
    }
}

extension CatalogWriter {
    /// Puts runs back between their neighbours, or as near as there still is one. What is a member already, or purged, is passed over; what is in
    /// Recently Deleted takes its place unseen.
    /// - Returns: who came in.
    @discardableResult
    package func returnMembers(_ runs: [MemberRun], to collectionID: Int64) throws -> [Int64] {
        let album = try album(collectionID)
        var returned: [Int64] = []
        for run in runs {
            let known = Set(try zip(run.assetIDs, uuids(assetIDs: run.assetIDs)).compactMap { id, uuid in uuid == nil ? nil : id })
            let coming = try run.assetIDs.filter { try known.contains($0) && !isMember($0, of: collectionID) }
            guard !coming.isEmpty else { continue }
            try place(coming, in: collectionID) { try bounds(of: run, in: collectionID) }
            returned += coming
        }
        if !returned.isEmpty { try note(album, .membership) }
        return returned
    }

    /// Moves members that stand elsewhere to these places.
    package func moveMembers(_ runs: [MemberRun], in collectionID: Int64) throws {
        let album = try album(collectionID)
        let present = try runs.map { run in
            MemberRun(try run.assetIDs.filter { try isMember($0, of: collectionID) }, before: run.before, after: run.after)
        }
        try unplace(present.flatMap(\.assetIDs), collectionID)
        for run in present where !run.assetIDs.isEmpty { try place(run.assetIDs, in: collectionID) { try bounds(of: run, in: collectionID) } }
        try note(album, .membership)
    }

    private func bounds(of run: MemberRun, in collectionID: Int64) throws -> (lower: Int64, upper: Int64?) {
        if let after = run.after, let upper = try memberPosition(after, collectionID) {
            return (try edge("max", "<", upper, collectionID) ?? 0, upper)
        }
        if let before = run.before, let lower = try memberPosition(before, collectionID) {
            return (lower, try edge("min", ">", lower, collectionID))
        }
        // Its neighbours are gone. What was at the start returns there, everything else to the end.
        if run.before == nil, run.after != nil { return (0, try edge("min", ">", 0, collectionID)) }
        return (try edge("max", ">", 0, collectionID) ?? 0, nil)
    }

    private func edge(_ end: String, _ side: String, _ position: Int64, _ collectionID: Int64) throws -> Int64? {
        try db.first("SELECT \(end)(position) FROM membership WHERE collectionID = ? AND position \(side) ?", [.int(collectionID), .int(position)]) {
            $0.optionalInt64(0)
        } ?? nil
    }
}
