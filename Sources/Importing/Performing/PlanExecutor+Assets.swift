import Catalog
import Foundation
import Originals
import PhotoModel

extension PlanExecutor {
    /// - Parameter session: where the action's files are staged.
    package func perform(_ action: ImportAction, from session: StagingSession?) throws {
        switch action {
        case .create(let asset): try create(asset, from: session)
        case .attach(let new, let asset):
            let id = try row(asset)
            rows[new.reference] = try writer.addResource(record(of: new, uuid: uuid(ofAsset: id), from: session), to: id)
        case .keep(let new, let resource, _):
            let before = try self.resource(resource)
            let after = try record(of: new, uuid: uuid(ofAsset: before.assetID), from: session)
            // What a store has is the file that was at another place.
            try writer.update(resourceID: before.id) { ($0.location, $0.facts, $0.isLocal, $0.isInCloud) = (after.location, after.facts, after.isLocal, after.isInCloud) }
        case .heal(let resource, let file): try heal(self.resource(resource), with: file, from: session)
        case .setKind(let kind, let resource): try writer.update(resourceID: row(resource)) { $0.type = kind }
        case .describe(let asset, let new, let old, let shown):
            try writer.update(assetID: row(asset)) { record in
                record.adopt(new, insteadOf: old)
                if let shown { show(shown, of: &record) }
            }
            try note(burstOf: new, insteadOf: old, row(asset))
        case .becomeLivePhoto(let asset, let place):
            try writer.update(assetID: row(asset)) { record in
                record.becomeLivePhoto()
                if record.location == nil { record.location = place }
            }
        case .merge(let facts, let asset): try writer.update(assetID: row(asset)) { $0.merge(facts) }
        case .absorb(let old, let target, let resources): try absorb(row(old), into: row(target), resources)
        case .addToAlbum(let album, let asset): try add(row(asset), to: album)
        case .trash(let asset): try writer.trash(assetIDs: [row(asset)])
        case .replaceRendition(let rendition, let asset): try replaceRendition(of: row(asset), with: rendition, on: .original, from: session)
        case .makeCollection(let collection): _ = try make(collection)
        case .duplicate, .skip, .fail: break
        }
    }

    /// - Returns: the asset's row id.
    @discardableResult
    package func create(_ asset: NewAsset, from session: StagingSession?) throws -> Int64 {
        var resources: [ResourceRecord] = []
        for new in asset.resources {
            if case .embedded(let movie, let picture) = new.bytes, let index = asset.resources.firstIndex(where: { $0.reference == picture }), index < resources.count {
                resources.append(movie.record(in: resources[index]))
            } else {
                resources.append(try record(of: new, uuid: asset.record.uuid, from: session))
            }
        }
        let id = try writer.insert(asset.record, resources: resources)
        rows[asset.reference] = id
        for (index, new) in asset.resources.enumerated() { parts[new.reference] = (id, index) }
        keep(asset.shown.pictures, of: asset.record, id)
        guard let burst = asset.record.burstIdentifier else { return id }
        if asset.record.representsBurst { representatives[burst] = id }
        let isTold = asset.resources.contains { $0.kind == .sidecar && $0.file.facts.burstIdentifier != nil }
        if isTold, !asset.record.isBurstPick { toldBursts.insert(burst) } else { note(burst: burst) }
        return id
    }

    /// Adds a prepared asset.
    /// - Parameter change: the caller's own wishes, such as a date or a place.
    /// - Returns: its row id.
    package func create(_ prepared: PreparedAsset, _ change: (inout AssetRecord) throws -> Void) throws -> Int64 {
        var asset = prepared.content
        try change(&asset.record)
        end(prepared)
        return try create(asset, from: prepared.session)
    }

    /// Removes assets for good. Their bytes go after the commit, and only those that no other asset needs.
    package func purge(_ ids: [Int64]) throws {
        outdated += try writer.assets(ids: ids).compactMap { $0 }
        freed += try writer.purge(assetIDs: ids)
    }

    /// Has the files removed after the commit that no row uses any more, and the pictures of what an asset showed before.
    package func letGo(of resources: [ResourceRecord], pictures: [AssetRecord]) {
        freed += resources
        outdated += pictures
    }

    // MARK: Steps

    /// The row of a new resource, whose file gets a name where it is kept.
    func record(of new: NewResource, uuid: UUID, from session: StagingSession?, rendition revision: Int64? = nil) throws -> ResourceRecord {
        let file = new.file
        let location: ResourceLocation
        var facts: FileFacts?
        var (isLocal, isInCloud) = (true, false)
        switch new.bytes {
        case .kept(let isFirst):
            let path = OriginalName.path(
                uuid: uuid, kind: new.kind, isFirst: isFirst, revision: revision, name: file.name, uniformType: file.facts.uniformType, sha256: file.staged.sha256)
            // What a hard link looks like is known when it has its name.
            location = .managed(path: path)
            try publish(file.staged, as: path, from: session)
        case .referenced(let root, let path):
            location = .referenced(rootID: try rootID(of: root), path: path.text, modified: file.staged.modified)
            facts = FileFacts(lasting: file.staged.signature)
        case .shared(let other):
            let shared = try resource(other)
            (location, facts, isLocal, isInCloud) = (shared.location, shared.facts, shared.isLocal, shared.isInCloud)
        case .embedded(let movie, let picture): return movie.record(in: try resource(picture))
        }
        var record = ResourceRecord(
            type: new.kind, filename: file.name, uniformType: file.facts.uniformType, size: file.staged.size, sha256: file.sha256, location: location)
        (record.sha1, record.damage, record.facts) = (Data(file.staged.sha1), file.facts.damage, facts)
        (record.isLocal, record.isInCloud) = (isLocal, isInCloud)
        return record
    }

    /// Shows another file than before, which makes another picture of the asset.
    func show(_ file: IntakeFile, of record: inout AssetRecord) { show(file.pictures, of: &record) }

    func show(_ pictures: SmallPictures, of record: inout AssetRecord) {
        record.revision += 1
        keep(pictures, of: record, record.id)
    }

    /// - Parameter id: the asset's, whose record may be as it was before it had a row.
    func keep(_ pictures: SmallPictures, of record: AssetRecord, _ id: Int64) {
        guard !pictures.isEmpty else { return }
        derivatives[id] = Derivative(uuid: record.uuid, revision: record.revision, date: record.creationDate ?? record.addedDate, pictures: pictures)
    }

    private func heal(_ resource: ResourceRecord, with file: IntakeFile, from session: StagingSession?) throws {
        guard case .managed(let path) = resource.location else { return }
        try publish(file.staged, as: path, from: session)
        rotten.append(path)
        // What was noted of the bytes that go is not true of those that come.
        for resource in try writer.resources(managedPath: path) {
            try writer.update(resourceID: resource.id) { ($0.damage, $0.facts) = ($0.isEmbedded ? nil : file.facts.damage, nil) }
            try writer.update(assetID: resource.assetID) { if $0.damage != nil { $0.damage = file.facts.damage } }
        }
    }

    private func absorb(_ id: Int64, into target: Int64, _ resources: [(from: RowReference, to: RowReference)]) throws {
        guard let old = try writer.asset(id: id) else { return }
        for (from, to) in resources { rows[to] = try writer.addResource(resource(from), to: target) }
        for album in try writer.collectionsContaining(assetID: id) { try writer.addMembers([target], to: album.id) }
        try writer.update(assetID: target) { $0.merge(StatedFacts(of: old)) }
        // A text that does not go over is there already. Its file goes only where the other is read and found sound: what a plan knows of a file is its size.
        let taken = Set(resources.map(\.from)), texts = try writer.resources(assetID: id).filter { $0.type.isAccessory && !taken.contains(.row($0.id)) }
        let there = try writer.resources(assetID: target)
        for text in texts where !there.contains(where: { $0.sha256 == text.sha256 && isSound($0) }) { _ = try writer.addResource(text, to: target) }
        // Other files stay where no row has them any more: a rotten one is not for an import to remove.
        freed += try writer.purge(assetIDs: [id]).filter(\.type.isAccessory)
        derivatives[id] = nil
        note(burst: old.burstIdentifier)
    }

    /// Whether a resource has its bytes: by reading them, or as they were hashed when they were staged for this transaction.
    private func isSound(_ resource: ResourceRecord) -> Bool {
        guard case .managed(let path) = resource.location else { return false }
        return isPublished(path) || context.originals.check(managedPath: path, size: resource.size, sha256: Array(resource.sha256)) == .sound
    }

    private func uuid(ofAsset id: Int64) throws -> UUID {
        guard let uuid = try writer.uuids(assetIDs: CollectionOfOne(id))[0] else {
            throw Self.unknown("an asset")
        }
        return uuid
    }

    /// Follows a disk that is mounted elsewhere.
    private func rootID(of root: ReferenceRoot) throws -> Int64 {
        guard let known = try writer.referenceRoots().first(where: { $0.uuid == root.uuid }) else {
            return try writer.addReferenceRoot(ReferenceRootRecord(uuid: root.uuid, path: root.path.text))
        }
        if known.path != root.path.text { try writer.update(rootID: known.id, path: root.path.text) }
        return known.id
    }

    private func note(burst identifier: String?) {
        if let identifier { chooseFrameLater(of: identifier) }
    }

    /// Files that say nothing new of a burst leave it the frame that stands for it.
    private func note(burstOf new: AssetRecord, insteadOf old: AssetRecord?, _ id: Int64) {
        guard let burst = new.burstIdentifier else { return }
        if new.representsBurst, old?.representsBurst != true { representatives[burst] = id }
        if let old, old.burstIdentifier == burst, old.creationDate == new.creationDate, old.isBurstPick == new.isBurstPick {
            toldBursts.insert(burst)
        } else {
            note(burst: burst)
        }
    }

    /// Chooses the frame that stands for a burst anew, once all its frames are what they will be.
    package func chooseFrameLater(of burst: String) { bursts.insert(burst) }

    /// Exactly one living frame of a burst stands for it.
    func chooseFrame(of burst: String, unlessOneIsChosen: Bool = false) throws {
        let frames = try writer.assets(ids: writer.assetIDs(burstIdentifier: burst)).compactMap { $0 }.filter { !$0.isTrashed }
        let said = representatives[burst]
        if unlessOneIsChosen, said == nil, frames.count(where: \.representsBurst) == 1 { return }
        let chosen = BurstChoice.representative(
            of: frames.map {
                BurstChoice.Member(
                    id: $0.id, date: $0.creationDate, filename: $0.filename, isUserPick: $0.burstSelectionTypes.contains(.userPick), isSaid: $0.id == said)
            })
        for frame in frames {
            let isChosen = frame.id == chosen
            try writer.update(assetID: frame.id) { record in
                record.representsBurst = isChosen
                if isChosen { record.burstSelectionTypes.insert(.autoPick) } else { record.burstSelectionTypes.remove(.autoPick) }
            }
        }
    }
}
