import Catalog
import Foundation
import Originals
import PhotoModel

extension PlanExecutor {
    /// Makes a prepared edit what an asset shows.
    /// - Throws: `ResourceCombinationError` for an asset that can't have it.
    package func replaceRendition(of id: Int64, with prepared: PreparedRendition) throws {
        end(prepared)
        try replaceRendition(of: id, with: prepared.content, from: prepared.session)
    }

    /// The files of the edit before go after the commit; the original stays what it is.
    func replaceRendition(of id: Int64, with rendition: NewRendition, from session: StagingSession?) throws {
        guard let before = try writer.asset(id: id), before.takesChanges else {
            throw ResourceCombinationError(message: "Only an asset of one's own that isn't in Recently Deleted can be edited. Restore it, or fetch it again.")
        }
        let old = try writer.resources(assetID: id)
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
        for resource in old where resource.isOfEdit {
            if let unused = try writer.removeResource(id: resource.id) { freed.append(unused) }
        }
        outdated.append(before)
        let facts = rendition.shown.facts
        try writer.update(assetID: id) { record in
            (record.pixelWidth, record.pixelHeight) = facts.uprightSize
            if primary.type == .video { record.duration = facts.duration }
            record.damage = facts.damage ?? primary.damage
            record.modificationDate = context.now().timeIntervalSinceReferenceDate
            record.setAdjustment(rendition.adjustment)
            show(rendition.shown, of: &record)
        }
    }
}

extension ResourceRecord {
    /// Whether the edit in force made it, rather than the camera.
    fileprivate var isOfEdit: Bool {
        switch type {
        case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentBasePhoto, .adjustmentBasePairedVideo, .adjustmentBaseVideo: true
        case .adjustmentData: MediaName(filename).role != .cameraAdjustment
        default: false
        }
    }
}
