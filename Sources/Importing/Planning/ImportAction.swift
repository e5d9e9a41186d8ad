import Foundation
import Metadata
import Originals
import PhotoModel

/// One step of a plan. Those that change the library are performed in their order, in one transaction; all of them together are the report.
package enum ImportAction: Sendable {
    case create(NewAsset)
    case attach(NewResource, to: RowReference)
    /// A resource that the library does not keep itself, or has lost, gets its bytes.
    case keep(NewResource, for: RowReference, wasLost: Bool)
    /// A file with other bytes than were recorded gives its place to a good one.
    case heal(RowReference, with: IntakeFile)
    /// What a resource is to its asset turned out to be something else.
    case setKind(ResourceType, of: RowReference)
    /// More files of an asset say what it is: what still has the value of the `old` ones takes the new one's.
    case describe(RowReference, as: AssetRecord, insteadOf: AssetRecord?, showing: IntakeFile?)
    /// A movie joins the asset, which is a still.
    case becomeLivePhoto(RowReference, at: LocationRecord?)
    case merge(StatedFacts, into: RowReference)
    /// An asset turned out to be a part of another: its albums, its flags and these of its resources go over.
    case absorb(RowReference, into: RowReference, resources: [(from: RowReference, to: RowReference)])
    case addToAlbum(AlbumReference, RowReference)
    case trash(RowReference)
    /// An edited version, and what it was made by, become what the asset shows; the former ones go.
    case replaceRendition(NewRendition, of: RowReference)
    case makeCollection(SourceCollection)

    // What changes nothing.
    case duplicate(BytePath, isInTrash: Bool)
    case skip(ImportSkip)
    case fail(ImportFailure)
}

/// The album that an asset goes to.
package enum AlbumReference: Sendable {
    /// At the top level or anywhere; made if there is none. Assets are appended.
    case titled(String)
    /// Nothing comes of it where that album is not there any more.
    case identified(UUID)
    case ofSource(StatedFacts.AlbumPlace)
}

/// An asset to be made.
package struct NewAsset: Sendable {
    package var reference: RowReference
    package var record: AssetRecord
    /// The primary first.
    package var resources: [NewResource]
    /// The file whose pixels are the asset's current version.
    var shown: IntakeFile
}

/// A resource to be added to an asset.
package struct NewResource: Sendable {
    package enum Bytes: Sendable {
        /// The file is kept, under the asset's own name where it is the one that it is made of.
        case kept(isFirst: Bool)
        /// The file stays where it is: a path below a folder of the user's.
        case referenced(ReferenceRoot, BytePath)
        /// Another resource has the same.
        case shared(with: RowReference)
        /// They are a part of another resource's file.
        case embedded(IntakeMovie, in: RowReference)
    }

    package var reference: RowReference
    package var kind: ResourceType
    package var bytes: Bytes
    var file: IntakeFile
}

/// An edited version of an asset.
package struct NewRendition: Sendable {
    /// The rendering, the adjustment data, and what else came of the edit.
    package var resources: [NewResource]
    package var adjustment: AdjustmentFacts
    var shown: IntakeFile
}

extension ImportReport {
    /// What a plan comes to.
    package init(_ actions: [ImportAction]) {
        self.init()
        var made: [RowReference: UUID] = [:]
        for action in actions {
            switch action {
            case .create(let asset):
                made[asset.reference] = asset.record.uuid
                imported += 1
                importedIdentifiers.append(asset.record.uuid)
                for resource in asset.resources.dropFirst() { count(resource) }
                if let damage = asset.record.damage {
                    let path = asset.shown.path
                    damaged.append(
                        ImportFailure(
                            path: path.text, code: "damaged", message: "\(path.display) came in, but a part of it can't be read: \(damage)."))
                }
            case .attach(let resource, _): count(resource)
            case .keep(_, _, let wasLost):
                attached += 1
                if wasLost { healed += 1 } else { takenIn += 1 }
            case .heal: healed += 1
            case .absorb(let asset, _, _):
                // It came in earlier in this batch: seen from outside it never was an asset.
                guard let uuid = made[asset], let index = importedIdentifiers.firstIndex(of: uuid) else { break }
                importedIdentifiers.remove(at: index)
                imported -= 1
                attached += 1
            case .duplicate(_, let isInTrash):
                duplicates += 1
                if isInTrash { duplicatesInTrash += 1 }
            case .skip(let file): skip(file)
            case .fail(let failure): failed.append(failure)
            case .setKind, .describe, .becomeLivePhoto, .merge, .addToAlbum, .trash, .replaceRendition, .makeCollection: break
            }
        }
        found = imported + duplicates + attached + skipped + failed.count
    }

    private mutating func count(_ resource: NewResource) {
        switch resource.bytes {
        case .shared: duplicates += 1
        case .kept, .referenced: attached += 1
        // It came with its picture, and is no file.
        case .embedded: break
        }
    }
}
