import Catalog
import Foundation
import PhotoModel

/// What merging a group of duplicates does: one file stays, with all that is known of any of them, and the others go to Recently Deleted.
package struct MergePlan: Sendable {
    /// Why a copy stays beside the kept file.
    package enum Reason: String, Sendable {
        /// It shows an edit, which the kept file has not.
        case edit
        /// It has a movie, as Live Photos have, and the kept file has none.
        case movie
        /// It has a RAW file, and the kept asset has none.
        case raw
    }

    package struct Staying: Sendable {
        package var asset: AssetRecord
        package var reason: Reason
    }

    /// As it is now, and as it will be.
    package let kept: AssetRecord
    package let result: AssetRecord
    /// None where what the kept file lacks keeps all of them here.
    package let removed: [AssetRecord]
    package let staying: [Staying]
    /// Those that the kept file comes into.
    package let albums: [CollectionRecord]

    /// What is different of the kept asset afterwards.
    package var fields: [BulkField] { change.fields.filter { $0 != .merge } }
    /// The same with what it says before and after.
    package var change: BulkChange { BulkChange(kept, becoming: result, isRemoved: false, albums: albums.map(\.uuid)) }

    /// - Parameters:
    ///   - assets: the kept one first, then the others, better files first.
    ///   - albums: those of each.
    ///   - hasMovie: rows of assets with a movie beside their picture.
    /// - Returns: `nil` for fewer than two.
    init?(_ assets: [AssetRecord], albums: [Int64: [CollectionRecord]], hasMovie: Set<Int64>) {
        guard assets.count > 1, let kept = assets.first else { return nil }
        var removed: [AssetRecord] = [], staying: [Staying] = []
        for asset in assets.dropFirst() {
            if let reason = Self.obstacle(asset, kept, hasMovie) { staying.append(Staying(asset: asset, reason: reason)) } else { removed.append(asset) }
        }
        (self.kept, self.removed, self.staying) = (kept, removed, staying)
        result = removed.isEmpty ? kept : Self.result(kept, removed)
        var seen = Set((albums[kept.id] ?? []).map(\.id))
        self.albums = removed.flatMap { albums[$0.id] ?? [] }.filter { seen.insert($0.id).inserted }
    }

    /// What would be lost with a copy, since no fact of the kept file can hold it.
    private static func obstacle(_ asset: AssetRecord, _ kept: AssetRecord, _ hasMovie: Set<Int64>) -> Reason? {
        if asset.hasAdjustments, !kept.hasAdjustments || asset.adjustmentTimestamp != kept.adjustmentTimestamp { return .edit }
        if hasMovie.contains(asset.id), !hasMovie.contains(kept.id) { return .movie }
        if asset.isRaw, !kept.isRaw { return .raw }
        return nil
    }

    /// The kept file's own words come first; where two say different things, both are kept.
    private static func result(_ kept: AssetRecord, _ removed: [AssetRecord]) -> AssetRecord {
        var result = kept
        let all = [kept] + removed
        result.title = all.lazy.compactMap(\.title).first { !$0.isEmpty }
        var lines: [String] = []
        for text in all.compactMap(\.caption) + all.compactMap(\.title).filter({ $0 != result.title }) where !text.isEmpty && !lines.contains(text) { lines.append(text) }
        result.caption = lines.isEmpty ? kept.caption : lines.joined(separator: "\n")
        // By bytes, as the catalogue compares them.
        var seen: Set<[UInt8]> = []
        result.keywords = all.flatMap(\.keywords).filter { seen.insert(Array($0.utf8)).inserted }
        result.rating = all.map(\.rating).max() ?? 0
        result.isFavorite = all.contains { $0.isFavorite }
        if kept.location == nil { result.location = removed.lazy.compactMap(\.location).first }
        if kept.creationDate == nil, let dated = removed.first(where: { $0.creationDate != nil }) {
            (result.creationDate, result.creationOffset) = (dated.creationDate, dated.creationOffset)
        } else if kept.creationOffset == nil, let zoned = removed.first(where: { $0.creationDate == kept.creationDate && $0.creationOffset != nil }) {
            result.creationOffset = zoned.creationOffset
        }
        return result
    }
}

extension LibraryReader {
    /// Looks what merging these would do; nothing is changed.
    /// - Parameter keeping: whose file stays; `nil` is the best one's.
    /// - Returns: `nil` where fewer than two are there and not in Recently Deleted.
    package func mergePlan(of ids: [Int64], keeping: Int64? = nil) throws -> MergePlan? {
        var seen: Set<Int64> = []
        var assets = try self.assets(ids: ids.filter { seen.insert($0).inserted }).compactMap { $0 }.filter { $0.takesChanges && !$0.isHidden && $0.mediaType == .image }
        assets.sort { a, b in a.id == keeping ? b.id != keeping : b.id != keeping && a.isBetterFile(than: b) }
        // Where the one that was chosen can't be kept, none goes in its place.
        guard assets.count > 1, keeping == nil || assets.first?.id == keeping else { return nil }
        var albums: [Int64: [CollectionRecord]] = [:]
        for asset in assets { albums[asset.id] = try collectionsContaining(assetID: asset.id) }
        let resources = try self.resources(assetIDs: assets.map(\.id))
        let movies = assets.filter { (resources[$0.id] ?? []).contains { $0.type == .pairedVideo } }.map(\.id)
        return MergePlan(assets, albums: albums, hasMovie: Set(movies))
    }
}

extension LibraryTransaction {
    /// One group to merge: its assets' rows, and whose file stays; `nil` is the best one's.
    package typealias Merge = (ids: [Int64], keeping: Int64?)

    /// Merges groups, which `undo` takes back as one. What became of an asset since the groups were made is looked at again.
    /// - Returns: how many assets were changed or removed; the plans, of which those that remove nothing changed nothing.
    package func merge(_ groups: [Merge], at now: Date, author: String) throws -> (result: BulkResult, plans: [MergePlan]) {
        var plans: [MergePlan] = []
        let result = try recordingUndo(at: now, author: author) { writer in
            var fields: Set<BulkField> = []
            for group in groups {
                guard let plan = try reader.mergePlan(of: group.ids, keeping: group.keeping) else { continue }
                plans.append(plan)
                guard !plan.removed.isEmpty else { continue }
                try writer.add(plan.change)
                fields.formUnion(plan.fields + [.merge])
                for asset in plan.removed { try writer.add(BulkChange(asset, becoming: asset, isRemoved: true, albums: [])) }
                if !plan.fields.isEmpty {
                    try update(assetID: plan.kept.id) { record in
                        let change = plan.change
                        for field in change.fields { change.after.put(field, into: &record) }
                        record.modificationDate = now.timeIntervalSinceReferenceDate
                    }
                }
                for album in plan.albums { try addMembers([plan.kept.id], to: album.id) }
                try delete(plan.removed.map(\.id))
            }
            return fields
        }
        return (result, plans)
    }
}
