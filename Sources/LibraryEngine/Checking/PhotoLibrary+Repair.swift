import Catalog
import Decoding
import Foundation
import Importing
import Originals
import PhotoModel
import Pixels
import Query

/// Files of the reference roots by size, looked at once for each root.
struct MovedFiles {
    var filesBySize: [Int64: [Int64: [BytePath]]] = [:]
}

extension PhotoLibrary {
    /// Finds a referenced original that was moved inside its root, by size and hash, and records where it is. False where it isn't found.
    func relocate(_ resource: ResourceRecord, _ moved: inout MovedFiles) throws -> Bool {
        guard case .referenced(let rootID, let path, _) = resource.location else { return false }
        let location = try location(rootID: rootID, path: path)
        guard location.isRootPresent else { return false }
        if moved.filesBySize[rootID] == nil {
            var files: [Int64: [BytePath]] = [:]
            Self.walk(location.root, &files)
            moved.filesBySize[rootID] = files
        }
        for file in moved.filesBySize[rootID]?[resource.size] ?? [] {
            guard let relative = file.relative(to: location.root), let source = try? SourceFile(opening: file),
                let digest = try? source.file.digest(while: source.signature), Data(digest) == resource.sha256
            else { continue }
            let (modified, facts) = (source.signature.modified, FileFacts(lasting: source.signature))
            try catalog.write(author: "verify") { writer in
                try writer.update(resourceID: resource.id) { resource in
                    resource.location = .referenced(rootID: rootID, path: relative.text, modified: modified)
                    resource.facts = facts
                }
            }
            return true
        }
        return false
    }

    static func walk(_ folder: BytePath, _ files: inout [Int64: [BytePath]]) {
        guard let names = try? Folder.names(in: folder) else { return }
        for name in names {
            let path = folder.appending(name)
            // Links are not followed here: what they lead to has a path of its own, or lies outside.
            guard let signature = try? FileSignature(linkPath: path) else { continue }
            if signature.isFolder { walk(path, &files) } else if signature.isRegular { files[signature.size, default: []].append(path) }
        }
    }

    /// Makes the thumbnails and previews that are not there.
    /// - Returns: for how many assets.
    func rebuildDerivatives(_ isCancelled: @escaping @Sendable () -> Bool) throws -> Int {
        var query = AssetQuery()
        (query.includesHidden, query.includesAllBursts) = (true, true)
        // What is in Recently Deleted is shown there.
        let ids = try catalog.read { try Array($0.assetIDs(query)) + Array($0.assetIDs(AssetQuery(scope: .trash))) }
        let pipeline = OrderedPipeline<Int64, Bool>(window: 64)
        let threads = WorkerThreads()
        threads.start("rebuild list") {
            for id in ids where isCancelled() || !pipeline.submit(id) { break }
            pipeline.close()
        }
        threads.start("rebuild", count: max(1, environment.threads)) { pipeline.work { self.rebuildDerivatives(of: $0) } }
        var rebuilt = 0
        while case .output(let isRebuilt) = pipeline.take(until: nil) { rebuilt += isRebuilt ? 1 : 0 }
        threads.join()
        return rebuilt
    }

    /// - Returns: how many bytes of the disk are free now. That it fails takes nothing away.
    func compactDerivatives() -> Int64 {
        do { return try derivatives.compact() } catch {
            environment.log(.warning, "\(error)")
            return 0
        }
    }

    /// True where something was missing and could be made.
    func rebuildDerivatives(of id: Int64) -> Bool {
        do {
            guard let asset = try catalog.read({ try $0.asset(id: id) }),
                let shown = try catalog.read({ try $0.resources(assetID: id) }).current(of: asset)
            else { return false }
            let isStored =
                derivatives.hasThumbnail(assetID: id, uuid: asset.uuid, revision: asset.revision)
                && derivatives.hasPreview(uuid: asset.uuid, revision: asset.revision)
            let isMarked = shown.damage != nil || asset.damage != nil
            if isStored, !isMarked { return false }
            let file = try openResource(shown)
            let examination = try decoder.examine(MediaSource(descriptor: file.descriptor, name: shown.filename), ExamineOptions())
            guard let thumbnail = examination.thumbnail, let preview = examination.preview else { return false }
            let isSound = isMarked && examination.facts.damage == nil
            if isSound { try forgetDamage(asset.id, shown.id) }
            // Of a damaged file that was put right, what is stored shows what there was.
            if isStored, !isSound { return false }
            try derivatives.storeThumbnail(thumbnail, assetID: asset.id, uuid: asset.uuid, revision: asset.revision)
            try derivatives.storePreview(preview, uuid: asset.uuid, revision: asset.revision)
            if try catalog.read({ try $0.pictureToMake(assetID: id) }) != nil {
                _ = try catalog.write(author: "verify") { try $0.finishPicture(of: id, uuid: asset.uuid, revision: asset.revision, damage: examination.facts.damage) }
            }
            return true
        } catch {
            environment.log(.warning, "\(error)")
            return false
        }
    }

    func forgetDamage(_ asset: Int64, _ resource: Int64) throws {
        _ = try catalog.write(author: "verify") { writer in
            try writer.update(resourceID: resource) { $0.damage = nil }
            try writer.update(assetID: asset) { $0.damage = nil }
        }
        images.forgetPictures()
    }
}
