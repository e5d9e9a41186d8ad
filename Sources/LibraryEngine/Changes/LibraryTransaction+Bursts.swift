import Foundation
import Importing
import PhotoModel

/// A photo that goes from one burst to another; `nil` is none.
package struct BurstMove: Sendable, Equatable {
    package let assetID: Int64
    /// What it is of before: a photo that is of another burst by then stays there.
    package let from: String?
    package let to: String?
    /// Whether somebody picked it of the burst that it goes to.
    package let isPick: Bool

    init(_ record: AssetRecord, to burst: String?) {
        (assetID, from, to, isPick) = (record.id, record.burstIdentifier, burst, burst != nil && record.isBurstPick)
    }

    init(_ assetID: Int64, from: String?, to: String?, isPick: Bool) { (self.assetID, self.from, self.to, self.isPick) = (assetID, from, to, isPick) }
}

/// Bursts by hand. What a camera wrote into the files stays, so that their next import changes nothing of it.
extension LibraryTransaction {
    /// Makes photos the frames of one burst, with all that are of a burst with one of them: of the first one's that has one, else of a new burst.
    /// - Returns: what takes it back.
    /// - Throws: `.invalid` for fewer than two, for what is no photo, and for what takes no changes.
    @discardableResult
    package func joinBurst(_ assetIDs: [Int64]) throws -> [BurstMove] {
        let named = try reader.assets(ids: assetIDs).compactMap { $0 }
        for record in named {
            try requireChangeable(record)
            guard record.mediaType == .image else { throw LibraryError(.invalid, "\(record.filename) is no photo, so it can't be of a burst. Leave it out.") }
        }
        guard Set(named.map(\.id)).count > 1 else { throw LibraryError(.invalid, "A burst has two photos or more. Name those that belong together.") }
        let known = named.compactMap(\.burstIdentifier), burst = known.first ?? executor.context.makeUUID().uuidString
        var frames = named
        for other in Set(known).subtracting([burst]).sorted() { frames += try self.frames(of: other) }
        var seen: Set<Int64> = []
        return try move(frames.filter { $0.burstIdentifier != burst && seen.insert($0.id).inserted }.map { BurstMove($0, to: burst) })
    }

    /// Takes photos out of their bursts. Where a single frame would be left, that is of no burst either.
    /// - Returns: what takes it back.
    /// - Throws: `.invalid` for what is of no burst, and for what takes no changes.
    @discardableResult
    package func leaveBurst(_ assetIDs: [Int64]) throws -> [BurstMove] {
        var leaving = try reader.burstFrames(assetIDs)
        for record in leaving { try requireChangeable(record) }
        let ids = Set(leaving.map(\.id))
        for burst in Set(leaving.compactMap(\.burstIdentifier)).sorted() {
            let rest = try frames(of: burst).filter { !ids.contains($0.id) }
            if rest.count == 1 { leaving += rest }
        }
        var seen: Set<Int64> = []
        return try move(leaving.filter { seen.insert($0.id).inserted }.map { BurstMove($0, to: nil) })
    }

    /// Has photos go from burst to burst; which frames stand for these is chosen anew when the transaction ends. Those that are gone for good are passed over.
    /// - Returns: the moves that take it back.
    package func move(_ moves: [BurstMove]) throws -> [BurstMove] {
        let now = executor.context.now().timeIntervalSinceReferenceDate
        var back: [BurstMove] = []
        for (move, record) in zip(moves, try reader.assets(ids: moves.map(\.assetID))) {
            guard let record, record.burstIdentifier == move.from, move.from != move.to else { continue }
            back.append(BurstMove(record.id, from: move.to, to: move.from, isPick: record.isBurstPick))
            try update(assetID: record.id) { record in
                (record.burstIdentifier, record.burstSelectionTypes, record.representsBurst) = (move.to, [], false)
                record.isBurstPick = move.isPick
                record.modificationDate = now
            }
        }
        for burst in Set(back.flatMap { [$0.from, $0.to] }).compactMap({ $0 }) { executor.chooseFrameLater(of: burst) }
        return back
    }

    private func frames(of burst: String) throws -> [AssetRecord] { try reader.assets(ids: reader.assetIDs(burstIdentifier: burst)).compactMap { $0 } }

    private func requireChangeable(_ record: AssetRecord) throws {
        guard !record.takesChanges else { return }
        throw LibraryError(
            .invalid,
            record.isTrashed ? "\(record.filename) can't be edited: it is deleted. Restore it first." : "\(record.filename) can't be edited: it is not of the user's own library.")
    }
}
