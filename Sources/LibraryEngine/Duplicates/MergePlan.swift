import Catalog
import Foundation
import Originals
import PhotoModel
import Support

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
        /// It has a RAW file and a photo beside it, and the kept asset the RAW alone.
        case pair
        /// It is animated, and the kept file is a still.
        case animation
        /// It has a depth map, as portraits have, and the kept file has none.
        case depth
        /// It shows more than the levels of a screen, or is spatial, and the kept file is not.
        case hdr, spatial
        /// The kept file is damaged, or not there, and this one is sound and there.
        case damage, missing
        /// The kept file lies in a folder of the user's, where it may go any time, and this one in the library.
        case referenced
    }

    /// What of an asset's files its record does not say.
    struct Files: Sendable {
        var hasMovie = false
        /// A RAW file and a photo beside it.
        var isPair = false
        /// Whether its original is in the library's own folder.
        var isManaged = false
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
    /// Those that it stands for instead of a copy.
    let covers: [BulkChange.Cover]
    /// Those that were given a copy, and may see the kept file from then on.
    let applications: [String]

    /// What is different of the kept asset afterwards.
    package var fields: [BulkField] { change.fields.filter { $0 != .merge } }
    /// The same with what it says before and after.
    package var change: BulkChange { BulkChange(kept, becoming: result, albums: albums.map(\.uuid), covers: covers, applications: applications) }

    /// - Parameters:
    ///   - assets: the kept one first, then the others, better files first.
    ///   - albums: those of each.
    ///   - files: those of each.
    ///   - applications: those that were given each.
    ///   - isThere: whether an asset's original is on this machine, or in the cloud store. It is asked for few: a disk may take long to answer, and nobody else
    ///     writes while a merge waits for it.
    /// - Returns: `nil` for fewer than two.
    init?(
        _ assets: [AssetRecord], albums: [Int64: [CollectionRecord]], files: [Int64: Files], applications: [Int64: Set<String>], isThere: (Int64) throws -> Bool
    ) rethrows {
        guard assets.count > 1, let kept = assets.first else { return nil }
        let isKeptThere = try isThere(kept.id), keptFiles = files[kept.id] ?? Files()
        var removed: [AssetRecord] = [], staying: [Staying] = []
        for asset in assets.dropFirst() {
            let files = files[asset.id] ?? Files()
            var reason = Self.obstacle(asset, files, kept, keptFiles)
            // Only a copy that is there makes up for it.
            if reason == nil, let flaw = Self.flaw(kept, keptFiles, isThere: isKeptThere, beside: asset, files), try isThere(asset.id) { reason = flaw }
            if let reason { staying.append(Staying(asset: asset, reason: reason)) } else { removed.append(asset) }
        }
        (self.kept, self.removed, self.staying) = (kept, removed, staying)
        result = removed.isEmpty ? kept : Self.result(kept, removed)
        var seen = Set((albums[kept.id] ?? []).map(\.id))
        self.albums = removed.flatMap { albums[$0.id] ?? [] }.filter { seen.insert($0.id).inserted }
        covers = removed.flatMap { copy in
            (albums[copy.id] ?? []).filter { $0.keyAssetID == copy.id }.map { BulkChange.Cover(album: $0.uuid, before: copy.uuid) }
        }
        let given = removed.reduce(into: Set<String>()) { $0.formUnion(applications[$1.id] ?? []) }
        self.applications = given.subtracting(applications[kept.id] ?? []).sorted()
    }

    /// What would be lost with a copy, since no fact of the kept file can hold it.
    private static func obstacle(_ asset: AssetRecord, _ files: Files, _ kept: AssetRecord, _ keptFiles: Files) -> Reason? {
        if asset.hasAdjustments, !kept.hasEdit(of: asset) { return .edit }
        if files.hasMovie, !keptFiles.hasMovie { return .movie }
        if asset.isRaw, !kept.isRaw { return .raw }
        if files.isPair, !keptFiles.isPair { return .pair }
        if asset.isAnimated, !kept.isAnimated { return .animation }
        let subtypes = asset.mediaSubtypes.subtracting(kept.mediaSubtypes)
        if subtypes.contains(.photoDepthEffect) { return .depth }
        if subtypes.contains(.photoHDR) { return .hdr }
        return subtypes.contains(.spatialMedia) ? .spatial : nil
    }

    /// What is wrong with the kept file, and not with this one.
    private static func flaw(_ kept: AssetRecord, _ keptFiles: Files, isThere: Bool, beside asset: AssetRecord, _ files: Files) -> Reason? {
        if kept.damage != nil, asset.damage == nil { return .damage }
        if !isThere { return .missing }
        return files.isManaged && !keptFiles.isManaged ? .referenced : nil
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
    /// - Parameters:
    ///   - keeping: whose file stays; `nil` is the best one's.
    ///   - originals: where files are looked for, which are not opened.
    /// - Returns: `nil` where fewer than two are there and not in Recently Deleted.
    func mergePlan(of ids: [Int64], keeping: Int64?, _ originals: OriginalStore) throws -> MergePlan? {
        var seen: Set<Int64> = []
        var assets = try self.assets(ids: ids.filter { seen.insert($0).inserted }).compactMap { $0 }.filter { $0.takesChanges && !$0.isHidden && $0.mediaType == .image }
        assets.sort { a, b in a.id == keeping ? b.id != keeping : b.id != keeping && a.isBetterFile(than: b) }
        // Where the one that was chosen can't be kept, none goes in its place.
        guard assets.count > 1, keeping == nil || assets.first?.id == keeping else { return nil }
        var albums: [Int64: [CollectionRecord]] = [:]
        var applications: [Int64: Set<String>] = [:]
        for asset in assets {
            albums[asset.id] = try collectionsContaining(assetID: asset.id)
            applications[asset.id] = try catalog.applications(given: [asset.id])
        }
        let resources = try self.resources(assetIDs: assets.map(\.id))
        return try MergePlan(assets, albums: albums, files: resources.mapValues { MergePlan.Files($0) }, applications: applications) { id in
            try isThere((resources[id] ?? []).original, originals)
        }
    }

    private func isThere(_ original: ResourceRecord?, _ originals: OriginalStore) throws -> Bool {
        guard let original else { return false }
        if original.isInCloud { return true }
        switch original.location {
        case .managed(let path): return originals.signature(managedPath: path) != nil
        case .referenced(let rootID, let path, _):
            guard let root = try catalog.referenceRoots().first(where: { $0.id == rootID }) else { return false }
            return (try? FileSignature(path: BytePath(root.path).appending(BytePath(path)))) != nil
        }
    }
}

extension MergePlan.Files {
    fileprivate init(_ resources: [ResourceRecord]) {
        hasMovie = resources.contains { $0.type == .pairedVideo }
        guard let original = resources.original else { return }
        (isPair, isManaged) = (resources.alternateRaw != nil, original.location.isManaged)
    }
}

extension AssetRecord {
    /// Whether both show one edit. Of two edits without a time nobody knows that they are one.
    fileprivate func hasEdit(of other: AssetRecord) -> Bool {
        guard let adjustmentTimestamp else { return false }
        return adjustmentFormatIdentifier == other.adjustmentFormatIdentifier && adjustmentTimestamp == other.adjustmentTimestamp
    }
}

extension PhotoLibrary {
    /// Looks what merging these would do; nothing is changed.
    /// - Parameter keeping: whose file stays; `nil` is the best one's.
    /// - Returns: `nil` where fewer than two are there and not in Recently Deleted.
    package func mergePlan(of ids: [Int64], keeping: Int64? = nil) throws -> MergePlan? {
        try read { try $0.mergePlan(of: ids, keeping: keeping, originals) }
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
                guard let plan = try reader.mergePlan(of: group.ids, keeping: group.keeping, executor.context.originals) else { continue }
                plans.append(plan)
                guard !plan.removed.isEmpty else { continue }
                try writer.add(plan.change)
                fields.formUnion(plan.fields + [.merge])
                for asset in plan.removed { try writer.add(BulkChange(removing: asset)) }
                if !plan.fields.isEmpty {
                    try update(assetID: plan.kept.id) { record in
                        let change = plan.change
                        for field in change.fields { change.after.put(field, into: &record) }
                        record.modificationDate = now.timeIntervalSinceReferenceDate
                    }
                }
                for album in plan.albums { try addMembers([plan.kept.id], to: album.id) }
                for cover in plan.covers {
                    guard let album = try reader.collection(uuid: cover.album) else { continue }
                    try update(collectionID: album.id) { $0.keyAssetID = plan.kept.id }
                }
                for application in plan.applications { try catalog.extendSelection(of: application, by: [plan.kept.id]) }
                try delete(plan.removed.map(\.id))
            }
            return fields
        }
        return (result, plans)
    }
}
