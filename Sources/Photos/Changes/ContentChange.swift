import Foundation
import LibraryEngine
import Metadata
import PhotoModel

/// What a change request does to the picture or video of an asset.
enum ContentChange {
    case edit(PHContentEditingOutput)
    /// With the original that is to be shown; `nil` leaves that as it is.
    case revert(PHAsset.OriginalResourceChoice?)
    /// Makes a Live Photo of the photo and this video, or one asset of the photo and this RAW.
    case pair(PHAsset)
    /// Makes two assets of one: takes the `.pairedVideo` or the `.alternatePhoto` from it.
    case separate(ResourceType)

    /// What is ready to be done in a transaction.
    enum Prepared {
        case edit(PreparedRendition, EditingSession?)
        case reversion(PreparedReversion)
        case pair(PHAsset)
        case separation(PreparedSeparation)
        /// There is nothing to take back, as long as the asset is this one.
        case nothing(revision: Int64)
    }

    /// - Throws: `.changeNotSupported` for an output of another asset, `.invalidResource` and `.limitExceeded` for adjustment data that is none.
    func validate(for uuid: UUID) throws(PHPhotosError) {
        guard case .edit(let output) = self else { return }
        switch output.subject {
        case .edit(let session) where session.uuid == uuid: break
        case .creation(uuid): break
        default: throw PHPhotosError(.changeNotSupported, "The editing output is of another asset. Request an input of the asset that is changed.")
        }
        guard let data = output.adjustmentData else {
            throw PHPhotosError(.invalidResource, "The editing output has no adjustmentData. Describe the edit, so that it can be told from others.")
        }
        try data.validate()
    }

    /// Stages and decodes what the transaction will need.
    /// - Parameter application: who edits.
    func prepare(_ library: PhotoLibrary, _ asset: AssetRecord, by application: String) throws -> Prepared {
        let (now, resources) = try library.assetNow(asset)
        try now.requireChangeable()
        guard let content = EditedContent(now, resources) else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(now.filename) is neither photo nor video, and can't be edited.")
        }
        switch self {
        case .pair(let other):
            try Self.requireHalves(now, resources, try library.assetNow(other.record))
            return .pair(other)
        case .separate(.alternatePhoto):
            guard resources.alternateRaw != nil else {
                throw PHPhotosError(.requestNotSupportedForAsset, "\(now.filename) is no pair of a RAW and another photo, so there is no RAW to be taken from it.")
            }
            return .separation(try library.prepareSeparation(of: now, part: .alternatePhoto))
        case .separate:
            guard resources.first(.pairedVideo) != nil else {
                throw PHPhotosError(
                    .requestNotSupportedForAsset, "\(now.filename) is no Live Photo, so it has no video to be taken from it. Ask mediaSubtypes for photoLive first.")
            }
            return .separation(try library.prepareSeparation(of: now, part: .pairedVideo))
        case .revert(let choice):
            let choice = choice.flatMap { OriginalChoice(rawValue: $0.rawValue) }
            if choice != nil, resources.alternateRaw == nil || resources.first(.photo) == nil {
                throw PHPhotosError(.requestNotSupportedForAsset, "\(now.filename) is no pair of a RAW and another photo, so there is no original to choose.")
            }
            return try library.prepareReversion(of: now, choice: choice).map { .reversion($0) } ?? .nothing(revision: now.revision)
        case .edit(let output):
            let session: EditingSession? = if case .edit(let session) = output.subject { session } else { nil }
            if let session { try Self.requireNewest(session.now.revision, now) }
            let isOnOriginal = session.map { resources.isOriginal(base: $0.now.base) } ?? true
            let inputs = try output.inputs(library, content, of: now.filename, isOnOriginal: isOnOriginal, by: application)
            do throws(LibraryError) {
                return .edit(try library.prepareRendition(inputs, of: content.primary), session)
            } catch {
                if let refusal = PHPhotosError(refusing: error) { throw refusal }
                throw error
            }
        }
    }

    /// - Returns: the session whose outcome was put in, and the revision that it made.
    static func perform(_ prepared: Prepared, on id: Int64, _ transaction: LibraryTransaction) throws -> (session: EditingSession, revision: Int64)? {
        guard let now = try transaction.reader.asset(id: id) else { return nil }
        try now.requireChangeable()
        switch prepared {
        case .edit(let rendition, let session):
            if let session { try requireNewest(session.now.revision, now) }
            try transaction.replaceRendition(of: id, with: rendition, on: session?.now.base ?? .original, choice: session?.choice)
            guard let session, let after = try transaction.reader.asset(id: id) else { return nil }
            return (session, after.revision)
        case .reversion(let reversion): try transaction.revert(id, to: reversion)
        case .pair(let other): try transaction.pair(id, with: transaction.assetID(of: other))
        case .separation(let separation): try transaction.separate(id, separation)
        case .nothing(let revision): try requireNewest(revision, now)
        }
        return nil
    }

    /// What can be asked before anything is written; the transaction asks for all of it.
    private static func requireHalves(_ photo: AssetRecord, _ resources: [ResourceRecord], _ video: (asset: AssetRecord, resources: [ResourceRecord])) throws(PHPhotosError) {
        try video.asset.requireChangeable()
        // A photo and its RAW.
        if photo.mediaType == .image, video.asset.mediaType == .image, resources.isRawPhoto != video.resources.isRawPhoto { return }
        guard photo.mediaType == .image, resources.first(.pairedVideo) == nil else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(photo.filename) is no photo without a video, so no other can be paired with it.")
        }
        guard video.asset.mediaType == .video else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(video.asset.filename) is no video, nor is one of the two a RAW and the other not, so they can't be paired.")
        }
    }

    private static func requireNewest(_ revision: Int64, _ now: AssetRecord) throws(PHPhotosError) {
        guard now.revision != revision else { return }
        throw PHPhotosError(
            .operationInterrupted, "\(now.filename) was edited by somebody else since this edit began, and that edit stays. Request an input anew, and edit that.")
    }
}

extension [ResourceRecord] {
    /// Whether an edit on this base starts from what the camera wrote.
    fileprivate func isOriginal(base: EditBase) -> Bool {
        switch base {
        case .original: true
        case .rendering: false
        case .ofEditBefore: first(.adjustmentBasePhoto) == nil && first(.adjustmentBaseVideo) == nil
        }
    }
}
