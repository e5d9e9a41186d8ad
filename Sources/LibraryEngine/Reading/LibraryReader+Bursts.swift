import PhotoModel
import Query

extension LibraryReader {
    /// The records of assets that can be picked from their bursts.
    /// - Throws: `.invalid` for an asset of no burst.
    package func burstFrames(_ ids: [Int64]) throws -> [AssetRecord] {
        let records = try assets(ids: ids).compactMap { $0 }
        if let other = records.first(where: { $0.burstIdentifier == nil }) {
            throw LibraryError(.invalid, "\(other.filename) belongs to no burst. Name a photo that does.")
        }
        return records
    }

    /// The frames that nobody picked of the bursts that these assets belong to. Those that are hidden or in Recently Deleted are not among them.
    /// - Throws: `.invalid` for an asset of no burst, and for a burst of which nothing is picked, since nothing of it would be left.
    package func unpickedFrames(ofBurstsOf ids: [Int64]) throws -> [Int64] {
        var bursts: Set<String> = [], unpicked: [Int64] = []
        for record in try burstFrames(ids) {
            guard let burst = record.burstIdentifier, bursts.insert(burst).inserted else { continue }
            var query = AssetQuery(scope: .burst(burst))
            query.includesAllBursts = true
            let frames = try assets(ids: assetIDs(query)).compactMap { $0 }
            guard frames.contains(where: \.isBurstPick) else {
                throw LibraryError(.invalid, "No photo of the burst of \(record.filename) is picked. Pick those to keep first.")
            }
            unpicked += frames.filter { !$0.isBurstPick }.map(\.id)
        }
        return unpicked
    }
}
