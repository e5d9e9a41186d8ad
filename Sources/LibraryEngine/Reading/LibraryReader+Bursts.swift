import PhotoModel
import Query

extension LibraryReader {
    /// The frames that nobody picked of the bursts that these assets belong to. Those that are hidden or in Recently Deleted are not among them.
    /// - Throws: `.invalid` for an asset of no burst, and for a burst of which nothing is picked, since nothing of it would be left.
    package func unpickedFrames(ofBurstsOf ids: [Int64]) throws -> [Int64] {
        var bursts: [String] = [], unpicked: [Int64] = []
        for record in try assets(ids: ids).compactMap({ $0 }) {
            guard let burst = record.burstIdentifier else {
                throw LibraryError(.invalid, "\(record.filename) belongs to no burst. Name a photo that does.")
            }
            guard !bursts.contains(burst) else { continue }
            bursts.append(burst)
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
