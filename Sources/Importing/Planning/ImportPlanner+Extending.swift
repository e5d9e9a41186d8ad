import Originals
import PhotoModel

/// Assets that are there already: new files join them, and what turned out to be a part of another is absorbed.
extension ImportPlanner {
    /// Brings an asset to what `draft` says it is: new files join it, files that were assets of their own are absorbed.
    mutating func extend(_ host: RowReference, with matched: AssetDraft, of group: GroupOutcome) throws(ImportFault) {
        guard let before = snapshot[host] else { return }
        var draft = matched
        let present = draft.members.filter { member in before.resources.contains { $0.digest == group.files[member.file].digest } }
        let contents = Set(present.map { group.files[$0.file].digest })
        // An edit that the library has and these files haven't may have been made on either of a pair.
        if before.resources.contains(where: { $0.kind == .fullSizePhoto && !contents.contains($0.digest) }) { draft.chosenRaw = nil }
        var strays: [AssetDraft.Member] = []
        var isShownNew = false
        for member in draft.members {
            // An asset that was absorbed may have brought what the next member is.
            guard let asset = snapshot[host] else { return }
            if let same = asset.resources.firstIndex(where: { $0.digest == group.files[member.file].digest }) {
                try meet(member, at: same, of: asset, group)
                continue
            }
            // A second movie or rendering for a picture that has one stays a picture of its own.
            if !member.kind.isAccessory, asset.resources.contains(where: { $0.kind == member.kind && !contents.contains($0.digest) }) {
                strays.append(member)
                continue
            }
            if member.file == draft.shown { isShownNew = true }
            try attach(member, to: host, of: group)
        }
        attachMovie(of: draft, to: host, before, group)
        let known = AssetDraft(keeping: present, of: draft).map { describe($0, of: group, uuid: before.uuid) }
        let record = describe(draft, of: group, uuid: before.uuid)
        // The RAW was there, and a sidecar came that says it is the original.
        if let known, known.originalChoice != record.originalChoice, draft.shown == draft.chosenRaw { isShownNew = true }
        actions.append(.describe(host, as: record, insteadOf: known, showing: isShownNew ? group.files[draft.shown] : nil))
        update(host) { asset in
            if known.map({ $0.contentIdentifier == asset.contentIdentifier }) ?? (record.contentIdentifier != nil) {
                asset.contentIdentifier = record.contentIdentifier
            }
        }
        recognise(before, group)
        for stray in strays {
            let file = group.files[stray.file]
            if group.statesKinds { skip(file, "another \(stray.kind) than the library's asset has") } else { try planAnew([file], of: group) }
        }
    }

    /// A file whose content the asset has.
    private mutating func meet(_ member: AssetDraft.Member, at index: Int, of asset: LibrarySnapshot.Asset, _ group: GroupOutcome) throws(ImportFault) {
        let file = group.files[member.file]
        if asset.resources[index].kind != member.kind {
            actions.append(.setKind(member.kind, of: asset.resources[index].reference))
            update(asset.reference) { $0.resources[index].kind = member.kind }
        }
        // A text may lie beside several pictures; only this one's is meant.
        if member.kind.isAccessory, let asset = snapshot[asset.reference] { heal([(asset, asset.resources[index])], with: file) }
        guard let same = snapshot[asset.reference]?.resources[index] else { return }
        if mayShare(same) || file.isKnown || same.bytes == .rotten { return noteDuplicate(file) }
        try keep(member, for: same, of: asset.reference, group)
    }

    /// The living asset that is the other half of a Live Photo with the draft: a movie of its own, or a still without a movie.
    func otherHalf(of draft: AssetDraft, of group: GroupOutcome) -> LibrarySnapshot.Asset? {
        let alternate = draft.first(.alternatePhoto).flatMap { group.files[$0].facts.contentIdentifier }
        guard let identifier = group.files[draft.primary].facts.contentIdentifier ?? alternate, draft.first(.pairedVideo) == nil else { return nil }
        let wantsMovie = draft.members[0].kind == .photo
        return snapshot.assets(contentIdentifier: identifier).first { asset in
            !asset.isTrashed && asset.primaryKind == (wantsMovie ? .video : .photo) && (wantsMovie || !asset.holds(.pairedVideo))
        }
    }

    mutating func join(_ draft: AssetDraft, to half: RowReference, of group: GroupOutcome) throws(ImportFault) {
        guard let before = snapshot[half] else { return }
        let isStill = draft.members[0].kind == .photo
        if isStill {
            // The movie came first and was a video: it becomes the picture, keeping its identity, its albums and what the user said of it.
            for (index, resource) in before.resources.enumerated() where resource.kind == .video {
                actions.append(.setKind(.pairedVideo, of: resource.reference))
                update(half) { $0.resources[index].kind = .pairedVideo }
            }
        }
        for var member in draft.members {
            if member.kind == .video { member.kind = .pairedVideo }
            // Both halves came with the same text beside them.
            if member.kind.isAccessory, let asset = snapshot[half],
                let same = asset.resources.firstIndex(where: { $0.digest == group.files[member.file].digest && $0.kind == member.kind })
            {
                try meet(member, at: same, of: asset, group)
                continue
            }
            try attach(member, to: half, of: group)
        }
        if isStill {
            var record = describe(draft, of: group, uuid: before.uuid)
            record.becomeLivePhoto()
            actions.append(.describe(half, as: record, insteadOf: nil, showing: group.files[draft.shown]))
        } else {
            actions.append(.becomeLivePhoto(half, at: LocationRecord(group.files[draft.primary].facts.location)))
        }
        recognise(before, group)
    }

    private mutating func attach(_ member: AssetDraft.Member, to reference: RowReference, of group: GroupOutcome) throws(ImportFault) {
        let holders = member.kind.isAccessory ? [] : snapshot.holders(of: group.files[member.file].digest)
        let holder = holders.first { !$0.asset.isTrashed } ?? holders.first
        let shared = (holder.map(mayShare) == true ? holder : holders.first(where: mayShare))?.resource
        let new = try newResource(member, of: group, sharing: shared)
        actions.append(.attach(new, to: reference))
        let resource = known(new, sharing: shared)
        update(reference) { $0.resources.append(resource) }
        if let holder, holder.resource.kind.isPrimary, !holder.asset.isTrashed { absorb(holder.asset, into: reference, except: holder.resource.reference) }
    }

    /// The movie in the file of a picture that joined an asset comes along, unless the asset has one.
    private mutating func attachMovie(of draft: AssetDraft, to host: RowReference, _ before: LibrarySnapshot.Asset, _ group: GroupOutcome) {
        let picture = group.files[draft.primary].digest
        guard let asset = snapshot[host], !asset.holds(.pairedVideo), !before.resources.contains(where: { $0.digest == picture }),
            let joined = asset.resources.first(where: { $0.kind == .photo && $0.digest == picture }), let movie = movie(of: draft, group, in: joined)
        else { return }
        actions.append(.attach(movie.new, to: host))
        update(host) { $0.resources.append(movie.known) }
    }

    /// Ends an asset whose picture turned out to be part of another: its albums, its flags and its other files go over. What moves a picture that is now a
    /// rendering or an alternate has no place beside the other's own.
    private mutating func absorb(_ old: LibrarySnapshot.Asset, into target: RowReference, except moved: RowReference) {
        var references: [(from: RowReference, to: RowReference)] = []
        for var resource in old.resources where resource.reference != moved && !resource.isEmbedded {
            // The same text came beside the other picture already, and goes with the asset that ends.
            let isThere = snapshot[target]?.resources.contains { $0.digest == resource.digest && $0.kind == resource.kind } ?? false
            if resource.kind.isAccessory, isThere { continue }
            references.append((resource.reference, snapshot.newReference()))
            resource.reference = references[references.count - 1].to
            update(target) { $0.resources.append(resource) }
        }
        actions.append(.absorb(old.reference, into: target, resources: references))
        snapshot.remove(old.reference)
    }
}

extension AssetDraft {
    /// Takes out members whose content an earlier member has. Two equal texts of one asset would want one name.
    mutating func removeRepeated<Content: Hashable>(_ content: (Int) -> Content) -> [Int] {
        var seen: Set<Content> = []
        var repeated: [Int] = []
        members.removeAll { member in
            guard !seen.insert(content(member.file)).inserted else { return false }
            repeated.append(member.file)
            return true
        }
        return repeated
    }

    /// The part of `draft` made of `members`; `nil` if no picture or movie is among them.
    init?(keeping members: [Member], of draft: AssetDraft) {
        let order: [ResourceType] = [.photo, .video, .alternatePhoto, .fullSizePhoto, .pairedVideo, .fullSizeVideo, .fullSizePairedVideo]
        guard let lead = order.lazy.compactMap({ kind in members.first { $0.kind == kind } }).first else { return nil }
        self.init(primary: lead.file, lead.kind == .pairedVideo || lead.kind == .fullSizeVideo || lead.kind == .fullSizePairedVideo || lead.kind == .video ? .video : .photo)
        self.members += members.filter { $0 != lead }
        adjustment = draft.adjustment.flatMap { place in members.contains { $0.file == place } ? place : nil }
    }
}
