import Catalog
import Foundation
import PhotoModel

/// What became of one file of an import.
package struct FileOutcome: Sendable, Equatable {
    /// Its name is stable.
    package enum Kind: String, Sendable, Codable {
        /// It is an asset now, or what one is made of.
        case imported
        /// It became a further resource of an asset, or brought back one that was lost.
        case joined
        /// The library had its content.
        case duplicate
        /// It is nothing to import.
        case skipped
        case failed
    }

    package var path: String
    package var kind: Kind
    /// The asset that has its content; `nil` where none has.
    package var asset: UUID?
    /// Whether that is in Recently Deleted.
    package var isInTrash = false
    /// Why it failed: a stable code, as of an `ImportFailure`.
    package var code: String?
    /// For a person: why it failed or was skipped.
    package var message: String?

    init(path: String, _ kind: Kind) { (self.path, self.kind) = (path, kind) }

    init(_ failure: ImportFailure) {
        self.init(path: failure.path, .failed)
        (code, message) = (failure.code, failure.message)
    }

    init(_ skip: ImportSkip) {
        self.init(path: skip.path, .skipped)
        (code, message) = (skip.kind.rawValue, skip.reason)
    }
}

extension FileOutcome {
    /// What was done with the files of a batch, once it is committed.
    static func all(of batch: [GroupOutcome], _ actions: [ImportAction], _ reader: CatalogReader) throws -> [FileOutcome] {
        var outcomes: [String: FileOutcome] = [:]
        func note(_ path: String, _ kind: Kind) { outcomes[path] = outcomes[path] ?? FileOutcome(path: path, kind) }
        for action in actions {
            switch action {
            case .create(let asset):
                for (index, resource) in asset.resources.enumerated() { note(resource.file.path.text, index == 0 ? .imported : .joined) }
            case .attach(let resource, _), .keep(let resource, _, _): note(resource.file.path.text, .joined)
            case .heal(_, let file): note(file.path.text, .joined)
            case .duplicate(let path, let isInTrash):
                note(path.text, .duplicate)
                outcomes[path.text]?.isInTrash = isInTrash
            case .skip(let skip): outcomes[skip.path] = FileOutcome(skip)
            case .fail(let failure): outcomes[failure.path] = FileOutcome(failure)
            case .setKind, .describe, .becomeLivePhoto, .merge, .absorb, .addToAlbum, .trash, .replaceRendition, .makeCollection: break
            }
        }
        let contents = batch.flatMap { $0.files.map { ($0.path.text, $0.sha256) } + $0.duplicates.map { ($0.path.text, $0.sha256) } }
        for (path, sha256) in contents {
            guard let kind = outcomes[path]?.kind, kind != .failed, kind != .skipped else { continue }
            let holders = try reader.assets(ids: try reader.resource(sha256: sha256).filter { !$0.isEmbedded }.map(\.assetID)).compactMap { $0 }
            outcomes[path]?.asset = (holders.first { $0.trashedDate == nil } ?? holders.first)?.uuid
        }
        return outcomes.values.sorted { $0.path < $1.path }
    }
}
