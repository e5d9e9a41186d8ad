import Catalog
import Foundation
import Originals
import PhotoModel

extension ImportPlanner {
    /// Looks up what the library knows of a batch's files, and plans the batch.
    mutating func plan(_ batch: [GroupOutcome], from reader: CatalogReader, _ context: ImportContext) throws {
        try snapshot.add(batch, from: reader, context)
        for group in batch { plan(group) }
    }
}

extension LibrarySnapshot {
    /// Adds what the catalogue knows of the files of a batch. An asset that is here already stays as it is planned.
    mutating func add(_ batch: [GroupOutcome], from reader: CatalogReader, _ context: ImportContext) throws {
        var contents: Set<Data> = [], identifiers: Set<String> = []
        var ids: Set<Int64> = []
        for group in batch {
            for file in group.files where !file.isAccessory {
                contents.insert(file.sha256)
                if let identifier = file.facts.contentIdentifier { identifiers.insert(identifier) }
            }
            for known in group.duplicates { contents.insert(known.sha256) }
            if let uuid = group.stated?.identifier, let id = try reader.assetID(uuid: uuid) { ids.insert(id) }
        }
        ids.formUnion(try reader.assetIDs(sha256s: contents))
        for identifier in identifiers { ids.formUnion(try reader.assetIDs(contentIdentifier: identifier)) }
        for id in ids.sorted() where !isKnown(.row(id)) {
            guard let record = try reader.asset(id: id) else { continue }
            var asset = Asset(reference: .row(id), uuid: record.uuid, isTrashed: record.isTrashed)
            (asset.contentIdentifier, asset.creationDate) = (record.contentIdentifier, record.creationDate)
            asset.resources = try reader.resources(assetID: id).map { resource in
                let path: String? = if case .managed(let path) = resource.location { path } else { nil }
                return Resource(
                    reference: .row(resource.id), kind: resource.type, digest: ContentDigest(resource.sha256), bytes: try context.bytes(of: resource, reader), path: path,
                    isEmbedded: resource.isEmbedded)
            }
            add(asset)
        }
        for (folder, root) in roots {
            guard case .success(let root) = root, let known = try reader.referenceRoots().first(where: { $0.uuid == root.uuid }) else { continue }
            if let fault = Self.fault(of: root, known) { roots[folder] = .failure(fault) }
        }
    }

    /// A disk that is mounted elsewhere is followed; a copy of a folder, marker and all, is not.
    private static func fault(of root: ReferenceRoot, _ known: ReferenceRootRecord) -> ImportFault? {
        let old = BytePath(known.path)
        guard old != root.path, ReferenceRoot.isPresent(root.uuid, at: old), !ReferenceRoot.isSameFolder(old, root.path) else { return nil }
        let marker = root.path.appending(ReferenceRoot.markerName)
        return ImportFault(
            code: "copiedMarker",
            message: "\(root.path.display) was copied from \(old.display) together with the hidden file that tells folders apart. Remove \(marker.display) and import again.")
    }
}
