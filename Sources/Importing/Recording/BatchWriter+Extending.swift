import Catalog
import Foundation
import Originals
import PhotoModel
import Pixels

/// Assets that are there already: new files join them, and what turned out to be a part of another is absorbed.
extension BatchWriter {
    /// Brings an asset to what `draft` says it is: new files join it, files that were assets of their own are absorbed.
    mutating func extend(_ id: Int64, with draft: AssetDraft, _ outcome: GroupOutcome, _ holders: [Int: [ResourceRecord]]) throws {
        guard let before = try writer.asset(id: id) else { return }
        var existing = try writer.resources(assetID: id)
        let present = draft.members.filter { member in existing.contains { $0.sha256 == outcome.files[member.file].sha256 } }
        var strays: [Int] = []
        var isShownNew = false
        for member in draft.members {
            let file = outcome.files[member.file]
            if let same = existing.first(where: { $0.sha256 == file.sha256 }) {
                try writer.update(resourceID: same.id) { $0.type = member.kind }
                // A text may lie beside several pictures; only this one's is meant.
                if member.kind.isAccessory { try heal(file, [same]) }
                if mayShare(same) || file.isKnown || context.isRotten(same) {
                    note(duplicate: file)
                } else {
                    // So far it was only referenced, or it was lost; now the library keeps the bytes.
                    let new = try newResource(file, member.kind, uuid: before.uuid, isFirst: false, root: outcome.root)
                    try writer.update(resourceID: same.id) { ($0.place, $0.facts) = (new.place, new.facts) }
                    if same.place.isManaged { report.healed += 1 }
                    countAttached(member, of: draft, outcome)
                }
                continue
            }
            // A second movie or rendering for a picture that has one stays a picture of its own.
            let rival = existing.contains { resource in
                resource.type == member.kind && !present.contains { outcome.files[$0.file].sha256 == resource.sha256 }
            }
            if !member.kind.isAccessory, rival {
                strays.append(member.file)
                continue
            }
            if member.file == draft.shown { isShownNew = true }
            try add(member, of: draft, to: id, before.uuid, outcome, holders[member.file] ?? [])
            // An asset that was absorbed may have brought what the next member is.
            existing = try writer.resources(assetID: id)
        }
        remember(draft, outcome, except: strays)
        let known = AssetDraft(keeping: present, of: draft)
        try update(id, from: known.map { describe($0, outcome, uuid: before.uuid) }, to: describe(draft, outcome, uuid: before.uuid), isShownNew)
        if isShownNew { keepDerivative(of: outcome.files[draft.shown], assetID: id, uuid: before.uuid, revision: before.revision + 1) }
        try addToAlbum([id])
        try writeAlone(strays, outcome)
    }

    /// The living asset that is the other half of a Live Photo with the draft: a movie of its own, or a still without a movie.
    func otherHalf(of draft: AssetDraft, _ outcome: GroupOutcome) throws -> Int64? {
        guard let identifier = contentIdentifier(of: draft, outcome), draft.first(.pairedVideo) == nil, half(identifier) != .whole else { return nil }
        let wantsMovie = draft.members[0].kind == .photo
        return try writer.assetIDs(contentIdentifier: identifier).first { id in
            guard let asset = try writer.asset(id: id), !asset.isTrashed, asset.mediaType == (wantsMovie ? .video : .image) else { return false }
            return try wantsMovie || !writer.resources(assetID: id).contains { $0.type == .pairedVideo }
        }
    }

    mutating func join(_ draft: AssetDraft, to id: Int64, _ outcome: GroupOutcome, _ holders: [Int: [ResourceRecord]]) throws {
        guard let before = try writer.asset(id: id) else { return }
        let isStill = draft.members[0].kind == .photo
        if isStill {
            // The movie came first and was a video: it becomes the picture, keeping its identity, its albums and what the user said of it.
            for resource in try writer.resources(assetID: id) where resource.type == .video {
                try writer.update(resourceID: resource.id) { $0.type = .pairedVideo }
            }
        }
        for var member in draft.members {
            if member.kind == .video { member.kind = .pairedVideo }
            try add(member, of: draft, to: id, before.uuid, outcome, holders[member.file] ?? [])
        }
        remember(draft, outcome, isWhole: true)
        if isStill {
            var record = describe(draft, outcome, uuid: before.uuid)
            record.becomeLivePhoto()
            try update(id, from: nil, to: record, true)
            keepDerivative(of: outcome.files[draft.shown], assetID: id, uuid: before.uuid, revision: before.revision + 1)
        } else {
            let place = LocationRecord(outcome.files[draft.primary].facts.location)
            try writer.update(assetID: id) { record in
                record.becomeLivePhoto()
                if record.location == nil { record.location = place }
            }
        }
        try addToAlbum([id])
    }

    mutating func add(
        _ member: AssetDraft.Member, of draft: AssetDraft, to id: Int64, _ uuid: UUID, _ outcome: GroupOutcome, _ holders: [ResourceRecord]
    ) throws {
        let (file, kind) = (outcome.files[member.file], member.kind)
        guard !kind.isAccessory, let holder = try living(holders) ?? holders.first else {
            _ = try writer.addResource(newResource(file, kind, uuid: uuid, isFirst: false, root: outcome.root), to: id)
            countAttached(member, of: draft, outcome)
            return
        }
        if let shared = mayShare(holder) ? holder : holders.first(where: mayShare) {
            note(duplicate: file)
            _ = try writer.addResource(resource(file, kind, at: shared.place, facts: shared.facts), to: id)
        } else {
            _ = try writer.addResource(newResource(file, kind, uuid: uuid, isFirst: false, root: outcome.root), to: id)
            countAttached(member, of: draft, outcome)
        }
        if holder.isPrimary, try writer.asset(id: holder.assetID)?.isTrashed == false { try absorb(holder.assetID, into: id, except: holder) }
    }

    /// Ends an asset whose picture turned out to be part of another: its albums, its flags and its other files go over.
    mutating func absorb(_ id: Int64, into target: Int64, except moved: ResourceRecord) throws {
        guard let old = try writer.asset(id: id) else { return }
        for resource in try writer.resources(assetID: id) where resource.id != moved.id { _ = try writer.addResource(resource, to: target) }
        for album in try writer.collectionsContaining(assetID: id) where try !writer.memberIDs(of: album.id).contains(target) {
            try writer.addMembers([target], to: album.id)
        }
        try writer.update(assetID: target) { record in
            record.isFavorite = record.isFavorite || old.isFavorite
            record.isHidden = record.isHidden || old.isHidden
            // What the user wrote goes over where nothing is written; never over what is.
            if record.title?.isEmpty ?? true { record.title = old.title }
            if record.caption?.isEmpty ?? true { record.caption = old.caption }
            if record.keywords.isEmpty { record.keywords = old.keywords }
            if record.rating == 0 { record.rating = old.rating }
        }
        _ = try writer.purge(assetIDs: [id])
        derivatives.removeAll { $0.assetID == id }
        if let index = report.importedIdentifiers.firstIndex(of: old.uuid) {
            // It came in earlier in this batch: seen from outside it never was an asset.
            report.importedIdentifiers.remove(at: index)
            report.imported -= 1
            report.attached += 1
        }
        try refreshBurst(old.burstIdentifier)
    }

    mutating func update(_ id: Int64, from old: AssetRecord?, to new: AssetRecord, _ isShownNew: Bool) throws {
        try writer.update(assetID: id) { record in
            record.adopt(new, insteadOf: old)
            if isShownNew { record.revision += 1 }
        }
        try refreshBurst(new.burstIdentifier)
    }

    mutating func writeAlone(_ places: [Int], _ outcome: GroupOutcome) throws {
        for place in places {
            var single = outcome
            single.files = [outcome.files[place]]
            single.match = FileMatcher.match(single.files.map { MatchFile(name: $0.name, facts: $0.facts) })
            for draft in single.match.drafts { try write(draft, single) }
        }
    }
}
