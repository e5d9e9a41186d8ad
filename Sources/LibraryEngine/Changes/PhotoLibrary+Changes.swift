import Adjustments
import Catalog
import Decoding
import Foundation
import Importing
import Metadata
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// Stages and examines the files or data of a new asset, which takes as long as decoding does. Insert the result in `performChanges`.
    ///
    /// A photo whose XMP says an edit that is still to be made comes in with that edit, rendered; what can't be made of it is logged.
    /// - Parameters:
    ///   - uuid: of an asset that was named already; otherwise it gets one.
    ///   - adjustments: what the photo is to show, instead of what its XMP says.
    ///   - application: who creates.
    package func prepareAsset(
        _ inputs: [ResourceInput], uuid: UUID? = nil, originalChoice: OriginalChoice? = nil, adjustments: PhotoAdjustments? = nil, by application: String? = nil
    ) throws(LibraryError) -> PreparedAsset {
        try prepare(uuid: uuid) { preparer in
            try preparer.prepare(inputs, originalChoice: originalChoice) { facts, source in
                if let adjustments { return try editInputs(adjustments, of: source, facts.uniformType, by: application) }
                return statedEdit(facts, source, by: application)
            }
        }
    }

    /// The same for an edit of an asset: its rendering and the adjustment data that it was made by, and for a Live Photo its rendered movie.
    /// - Parameters:
    ///   - adjustment: what the adjustment data says, where it is of a kind that only its program reads.
    ///   - primary: what the asset is made of.
    package func prepareRendition(
        _ inputs: [ResourceInput], of primary: ResourceType, adjustment: AdjustmentFacts? = nil
    ) throws(LibraryError) -> PreparedRendition {
        try prepare { try $0.prepareRendition(inputs, of: primary, adjustment: adjustment) }
    }

    /// Looks into the original of an asset whose edit is to be taken back. Every file the asset will show must be on this machine.
    /// - Parameter choice: which of a RAW and JPEG pair is to be shown; `nil` leaves it as it is.
    /// - Returns: `nil` where nobody has edited it since it was taken, and nothing else is chosen.
    /// - Throws: `.unknown` where it was purged, `.invalid` for a choice where there is no pair, what `openResource` throws, and what decoding does.
    package func prepareReversion(of asset: AssetRecord, choice: OriginalChoice? = nil) throws(LibraryError) -> PreparedReversion? {
        do {
            var (now, resources) = try assetNow(asset.id, asset.uuid, asset.filename)
            if choice != nil, resources.alternateRaw == nil || resources.first(.photo) == nil {
                throw LibraryError(.invalid, "\(now.filename) is no pair of a RAW and another photo, so there is no original to choose.")
            }
            guard now.hasAdjustments && !now.isAdjustedByCamera || choice.map({ $0 != now.originalChoice }) == true else { return nil }
            if let choice { now.originalChoice = choice }
            guard let original = resources.showing(.unadjusted, of: now) else {
                throw LibraryError(.missing, "\(now.filename) has no original in this library. Import it again.")
            }
            if let movie = resources.first(.pairedVideo) { _ = try findResource(movie) }
            let file = try openResource(original)
            defer { withExtendedLifetime(file) {} }
            return PreparedReversion(try decoder.examine(MediaSource(descriptor: file.descriptor, name: original.filename), ExamineOptions()), choice: choice)
        } catch {
            throw LibraryError(error)
        }
    }

    private func prepare<Content: Sendable>(uuid: UUID? = nil, _ body: (AssetPreparer) throws -> Prepared<Content>) throws(LibraryError) -> Prepared<Content> {
        var context = importContext
        if let uuid { context.makeUUID = { uuid } }
        do {
            return try body(AssetPreparer(context: context, timeZone: environment.timeZone))
        } catch let error as ResourceCombinationError {
            throw LibraryError(.invalid, error.message, cause: error)
        } catch {
            throw LibraryError(error)
        }
    }

    /// Runs `body` as one transaction with one entry in the change log: all of it happens, or nothing.
    /// - Parameter author: who changes, for the log.
    /// - Throws: what `body` throws, or a `LibraryError`.
    package func performChanges<T>(author: String, _ body: (LibraryTransaction) throws -> T) throws -> T {
        let result: T
        do {
            // After a failure the error that is thrown is the one that caused it.
            result = try PlanExecutor.transaction(importContext, author: author, onLeftOver: { environment.log(.warning, "\($0)") }) {
                try body(LibraryTransaction($0))
            }
        } catch let error as CatalogError {
            throw LibraryError(error)
        }
        pruneHistory()
        snapshots.look(self)
        return result
    }
}
