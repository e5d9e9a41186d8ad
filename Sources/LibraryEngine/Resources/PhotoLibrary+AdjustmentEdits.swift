import Adjustments
import Decoding
import Foundation
import Importing
import Metadata
import PhotoModel
import Pixels

/// An edit by adjustments that is rendered and staged, to be put in by a transaction.
package struct PreparedAdjustments: Sendable {
    enum Work: Sendable {
        case rendition(PreparedRendition, on: EditBase)
        case reversion(PreparedReversion)
        case nothing
    }

    let work: Work
    /// Of the asset when it was begun.
    let revision: Int64
}

extension PhotoLibrary {
    /// A turn, a crop and a key frame that Apple's Photos made of a photo, as one of ours; `nil` for another edit, for one whose movie is not here, and for another
    /// program's. Looks into the photo where it may be one.
    /// - Throws: what `openResource` throws.
    package func appleAdjustments(in file: AdjustmentFile, of asset: AssetRecord, _ resources: [ResourceRecord]) throws -> PhotoAdjustments? {
        guard file.facts.formatIdentifier == PhotoAdjustments.appleFormatIdentifier, file.facts.baseVersion ?? 0 == 0, asset.mediaType == .image,
            let files = resources.editingFiles(of: asset, redoes: true)
        else { return nil }
        let base = files.main, shown = resources.first(.fullSizePhoto) == nil ? nil : (width: asset.pixelWidth, height: asset.pixelHeight)
        let adjustments = try PhotoAdjustments(appleData: file.data, formatVersion: file.facts.formatVersion ?? "", shown: shown) {
            let open = try openResource(base)
            return PhotoAdjustments.StoredPicture(try facts(of: open, base))
        }
        return adjustments?.needsMovie == true && files.movie == nil ? nil : adjustments
    }

    /// The adjustments of ours that an asset shows, or an edit of Apple's as one of ours, and what its edit begins with.
    package func adjustmentState(of asset: AssetRecord) throws -> (asset: AssetRecord, adjustments: PhotoAdjustments?, files: EditingFiles) {
        let (now, resources) = try assetNow(asset.id, asset.uuid, asset.filename)
        guard now.mediaType == .image else {
            throw LibraryError(.invalid, "\(now.filename) is no photo. Only photos have adjustments.")
        }
        var adjustments: PhotoAdjustments?
        if now.hasAdjustments, let edit = resources.adjustmentData {
            let file = try adjustment(in: edit, of: now)
            if PhotoAdjustments.reads(formatIdentifier: file.facts.formatIdentifier, formatVersion: file.facts.formatVersion ?? "") {
                adjustments = try? PhotoAdjustments(data: file.data)
            } else {
                adjustments = try appleAdjustments(in: file, of: now, resources)
            }
        }
        guard now.takesChanges else {
            throw LibraryError(
                .invalid,
                now.isTrashed ? "\(now.filename) can't be edited: it is deleted. Restore it first." : "\(now.filename) can't be edited: it is not of the user's own library.")
        }
        guard let files = resources.editingFiles(of: now, redoes: adjustments != nil) else {
            throw LibraryError(.missing, "\(now.filename) has no picture in this library. Import it again.")
        }
        return (now, adjustments, files)
    }

    /// Renders an edit, of a Live Photo both halves. Adjustments of ours that are there already are replaced, another program's edit is built upon; neutral ones on the
    /// original revert it.
    /// - Parameters:
    ///   - application: who edits.
    ///   - access: to the photo's files, which are fetched where it allows that.
    /// - Throws: `LibraryError`; `.invalid` for numbers out of their range and for what is no photo; `CancellationError` where a download was given up.
    package func prepare(
        _ adjustments: PhotoAdjustments, of asset: AssetRecord, by application: String, through access: ResourceAccess
    ) throws -> PreparedAdjustments {
        try prepare(of: asset, by: application, through: access) { _ in adjustments }
    }

    /// The same where the edit is made of the one that is shown, so that what somebody else saves meanwhile is not gone over.
    /// - Parameter change: gets the adjustments that the photo shows, `nil` without any. Called again where files had to be fetched.
    package func prepare(
        of asset: AssetRecord, by application: String, through access: ResourceAccess, _ change: (PhotoAdjustments?) -> PhotoAdjustments
    ) throws -> PreparedAdjustments {
        try access.editing(asset) { try prepared(of: asset, by: application, change) }
    }

    private func prepared(
        of asset: AssetRecord, by application: String, _ change: (PhotoAdjustments?) -> PhotoAdjustments
    ) throws(LibraryError) -> PreparedAdjustments {
        let state: (asset: AssetRecord, adjustments: PhotoAdjustments?, files: EditingFiles)
        do { state = try adjustmentState(of: asset) } catch { throw LibraryError(error) }
        let (now, known, files) = state, adjustments = change(known)
        do throws(AdjustmentError) { try adjustments.validate() } catch { throw LibraryError(.invalid, error.message, cause: error) }
        do {
            let resources = try assetNow(asset.id, asset.uuid, asset.filename).resources
            let isOnOriginal = files.base == .original || files.base == .ofEditBefore && resources.first(.adjustmentBasePhoto) == nil
            if adjustments == known { return PreparedAdjustments(work: .nothing, revision: now.revision) }
            if adjustments.isNeutral, isOnOriginal {
                let reversion = try prepareReversion(of: now)
                return PreparedAdjustments(work: reversion.map { .reversion($0) } ?? .nothing, revision: now.revision)
            }
            let edit = try rendered(files.main, live: files.movie.map { ($0, now.uuid) }, adjustments, keepsAll: true)
            var inputs = try editInputs(adjustments, edit.still, of: now.filename, isOnOriginal: isOnOriginal, by: application)
            if let movie = edit.movie {
                inputs.append(ResourceInput(.fullSizePairedVideo, .file(movie), filename: EditedName.rendering(of: now.filename, pathExtension: "mov")))
            }
            return PreparedAdjustments(work: .rendition(try prepareRendition(inputs, of: .photo), on: files.base), revision: now.revision)
        } catch {
            throw LibraryError(error)
        }
    }

    /// The parts of an edit of a photo that is about to be created; none where the adjustments change nothing.
    /// - Parameter source: the photo's file.
    /// - Throws: `AdjustmentError` for numbers out of their range; `CodecError`.
    func editInputs(_ adjustments: PhotoAdjustments, of source: MediaSource, _ uniformType: String, by application: String?) throws -> [ResourceInput] {
        try adjustments.validate()
        if adjustments.isNeutral { return [] }
        if adjustments.needsMovie { throw LibraryError(.invalid, "\(source.name) is no Live Photo, so it has no movie to take a frame from or to mute.") }
        return try editInputs(adjustments, try rendering(of: source, uniformType, adjustments, keepsAll: true), of: source.name, isOnOriginal: true, by: application)
    }

    private func editInputs(
        _ adjustments: PhotoAdjustments, _ picture: EncodedImage, of filename: String, isOnOriginal: Bool, by application: String?
    ) throws -> [ResourceInput] {
        var facts = AdjustmentFacts(formatIdentifier: PhotoAdjustments.formatIdentifier)
        (facts.formatVersion, facts.baseVersion, facts.editor) = (PhotoAdjustments.formatVersion, isOnOriginal ? 0 : 1, application)
        facts.timestamp = environment.now().timeIntervalSince1970
        let list = try AdjustmentFile(facts, data: adjustments.data()).encoded()
        return [
            ResourceInput(.fullSizePhoto, .data(Data(picture.bytes)), filename: EditedName.rendering(of: filename, pathExtension: picture.isPNG ? "png" : "jpeg")),
            ResourceInput(.adjustmentData, .data(list), filename: EditedName.adjustment(of: filename)),
        ]
    }

    /// The parts of the edit that a photo's own XMP says. What can't be made leaves the photo as it is and is logged, since the photo itself is in order.
    func statedEdit(_ facts: MediaFacts, _ source: MediaSource, by application: String?) -> [ResourceInput] {
        guard facts.kind == .image, let properties = facts.adjustmentSettings else { return [] }
        do {
            guard let settings = try AdjustmentSettings(properties: properties) else { return [] }
            let adjustments = try settings.adjustments(width: facts.pixelWidth, height: facts.pixelHeight, orientation: facts.orientation)
            return try editInputs(adjustments, of: source, facts.uniformType, by: application)
        } catch {
            environment.log(.warning, "The edit that “\(source.name)” holds can't be made, and it is shown without: \(error)")
            return []
        }
    }

    /// Takes all edits of a photo back.
    /// - Throws: as `prepareReversion`.
    package func prepareRevertingAdjustments(of asset: AssetRecord) throws(LibraryError) -> PreparedAdjustments {
        // Read before the reversion is: what is changed in between is another's, and stays.
        let revision: Int64
        do { revision = try assetNow(asset.id, asset.uuid, asset.filename).asset.revision } catch { throw LibraryError(error) }
        return PreparedAdjustments(work: try prepareReversion(of: asset).map { .reversion($0) } ?? .nothing, revision: revision)
    }
}

extension LibraryTransaction {
    /// - Returns: whether the asset changed.
    /// - Throws: `.invalid` where somebody else has changed the asset since the edit began.
    package func perform(_ prepared: PreparedAdjustments, on id: Int64) throws -> Bool {
        guard let now = try reader.asset(id: id) else { throw LibraryError(.unknown, "The photo was removed since the edit began.") }
        if case .nothing = prepared.work { return false }
        guard now.revision == prepared.revision else {
            throw LibraryError(.invalid, "\(now.filename) was changed by somebody else since this edit began, and that change stays. Edit it anew.")
        }
        switch prepared.work {
        case .rendition(let rendition, let base): try replaceRendition(of: id, with: rendition, on: base)
        case .reversion(let reversion): try revert(id, to: reversion)
        case .nothing: break
        }
        return true
    }
}

extension PhotoAdjustments.StoredPicture {
    /// As the camera wrote it: a decoder of HEIC turns by the container, and leaves the tag that says the same.
    fileprivate init(_ facts: MediaFacts) {
        let stated = facts.statedOrientation ?? facts.orientation, isTurned = (stated >= 5) != (facts.orientation >= 5)
        self.init(width: isTurned ? facts.pixelHeight : facts.pixelWidth, height: isTurned ? facts.pixelWidth : facts.pixelHeight, orientation: stated)
    }
}
