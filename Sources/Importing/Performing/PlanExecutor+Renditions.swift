import Catalog
import Foundation
import Originals
import PhotoModel

extension PlanExecutor {
    /// Makes a prepared edit what an asset shows.
    /// - Parameter choice: which of a RAW and JPEG pair is the original from now on, since the edit was made on it; `nil` leaves it as it is.
    /// - Throws: `ResourceCombinationError` for an asset that can't have it.
    package func replaceRendition(
        of id: Int64, with prepared: PreparedRendition, on base: EditBase = .original, choice: OriginalChoice? = nil
    ) throws {
        end(prepared)
        try replaceRendition(of: id, with: prepared.content, on: base, choice: choice, from: prepared.session)
    }

    /// The files of the edit before go after the commit, unless they are the base of this one; the original stays what it is.
    func replaceRendition(
        of id: Int64, with rendition: NewRendition, on base: EditBase, choice: OriginalChoice? = nil, from session: StagingSession?
    ) throws {
        let before = try editable(id), old = try writer.resources(assetID: id)
        guard let primary = old.first(where: { $0.type.isPrimary }) else {
            throw ResourceCombinationError(message: "\(before.filename) has no original that an edit could be of.")
        }
        let kinds = rendition.resources.map(\.kind)
        if let fault = ResourceCombination.fault(ofRendition: kinds, of: primary.type) { throw ResourceCombinationError(message: fault) }
        if kinds.contains(.fullSizePairedVideo), !old.contains(where: { $0.type == .pairedVideo }) {
            throw ResourceCombinationError(message: "A rendered movie of a Live Photo needs the movie it was made from.")
        }
        for new in rendition.resources {
            rows[new.reference] = try writer.addResource(record(of: new, uuid: before.uuid, from: session, rendition: before.revision + 1), to: id)
        }
        let parts = old.filter(\.isOfEdit)
        let leaving = parts.filter { base.successor(of: $0.type) == nil }
        // What programs made here they can make again; what came in from elsewhere nobody can.
        if leaving.contains(where: \.cameIn) { try keepInTrash(before, old) }
        for part in parts {
            if let kind = base.successor(of: part.type) { try writer.update(resourceID: part.id) { $0.type = kind } }
        }
        try remove(leaving)
        outdated.append(before)
        let facts = rendition.shown.facts
        try writer.update(assetID: id) { record in
            (record.pixelWidth, record.pixelHeight) = facts.uprightSize
            if primary.type == .video { record.duration = facts.duration }
            record.damage = facts.damage ?? primary.damage
            record.modificationDate = context.now().timeIntervalSinceReferenceDate
            record.setAdjustment(rendition.adjustment)
            // Whoever makes the edit again gets what it was made on, and so does whoever takes it back.
            if let choice { record.originalChoice = choice }
            show(rendition.shown, of: &record)
        }
    }

    /// Takes an asset's edit back, for good in the asset and for 30 days in the library: as it was, it goes to Recently Deleted, in an asset of its own
    /// that shares its files. What the camera wrote stays, adjustments of its own included.
    /// - Throws: `ResourceCombinationError` for an asset that takes no changes.
    package func revert(_ id: Int64, to reversion: PreparedReversion) throws {
        let before = try editable(id), old = try writer.resources(assetID: id)
        let parts = old.filter(\.isOfEdit), facts = reversion.original.facts
        if !parts.isEmpty { try keepInTrash(before, old) }
        try remove(parts)
        outdated.append(before)
        try writer.update(assetID: id) { record in
            (record.pixelWidth, record.pixelHeight) = facts.uprightSize
            if record.mediaType == .video { record.duration = facts.duration }
            (record.damage, record.modificationDate) = (facts.damage, context.now().timeIntervalSinceReferenceDate)
            if record.hasAdjustments { record.adjustmentTimestamp = record.modificationDate }
            (record.adjustmentFormatIdentifier, record.adjustmentFormatVersion, record.adjustmentEditor) = (nil, nil, nil)
            if let choice = reversion.choice { record.originalChoice = choice }
            show(SmallPictures(preview: reversion.original.preview, thumbnail: reversion.original.thumbnail), of: &record)
        }
    }

    func editable(_ id: Int64) throws -> AssetRecord {
        guard let record = try writer.asset(id: id), record.takesChanges else {
            throw ResourceCombinationError(message: "Only an asset of one's own that isn't in Recently Deleted can be edited. Restore it, or fetch it again.")
        }
        return record
    }

    private func remove(_ resources: [ResourceRecord]) throws {
        for resource in resources {
            if let unused = try writer.removeResource(id: resource.id) { freed.append(unused) }
        }
    }

    /// Puts an asset as it was into Recently Deleted, under a name of its own. It shares every file, so that no byte is copied and none goes.
    private func keepInTrash(_ asset: AssetRecord, _ resources: [ResourceRecord]) throws {
        var copy = asset
        (copy.id, copy.uuid, copy.revision) = (0, context.makeUUID(), 1)
        // A frame that nobody took must not stand for its burst.
        (copy.burstIdentifier, copy.burstSelectionTypes, copy.representsBurst) = (nil, [], false)
        try writer.trash(assetIDs: [writer.insert(copy, resources: resources)])
    }
}

extension ResourceRecord {
    /// Whether it came in with an import or a creation, rather than as an edit that was made here.
    fileprivate var cameIn: Bool {
        guard case .managed(let path) = location else { return true }
        return !path.hasPrefix("renders/")
    }
}
