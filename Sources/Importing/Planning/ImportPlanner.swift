import Foundation
import Originals
import PhotoModel

/// Decides what an import does, from groups of files and what the library knows of them. It reads and writes nothing but its own values.
package struct ImportPlanner {
    let options: ImportOptions
    /// Seconds since 2001.
    let now: Double
    let makeUUID: () -> UUID
    package internal(set) var snapshot: LibrarySnapshot
    package internal(set) var actions: [ImportAction] = []
    /// Files whose bytes get a name in the library: each can have one.
    private var named: Set<BytePath> = []

    package init(_ options: ImportOptions, now: Date, makeUUID: @escaping () -> UUID, snapshot: LibrarySnapshot = LibrarySnapshot()) {
        (self.options, self.now, self.makeUUID, self.snapshot) = (options, now.timeIntervalSinceReferenceDate, makeUUID, snapshot)
    }

    /// Plans a group whole, or fails all of its files.
    mutating func plan(_ group: GroupOutcome) {
        actions += group.failures.map { .fail($0) } + group.skips.map { .skip($0) }
        let (count, named) = (actions.count, named)
        snapshot.mark()
        do throws(ImportFault) {
            try plan(group.match, of: group)
        } catch {
            snapshot.rollBack()
            actions.removeSubrange(count...)
            self.named = named
            actions += group.files.map { .fail(ImportFailure(path: $0.path.text, code: error.code, message: error.message)) }
        }
        for known in group.duplicates { plan(known) }
        let primary = group.duplicates.first { $0.kind?.isPrimary ?? true }
        if group.stated != nil, let primary, let host = self.host(among: snapshot.holders(of: ContentDigest(primary.sha256)), group) { recognise(host, group) }
    }

    private mutating func plan(_ known: KnownFile) {
        let holders = snapshot.holders(of: ContentDigest(known.sha256))
        guard holders.contains(where: mayShare) else {
            let fault = Self.changedMeanwhile(known.path)
            actions.append(.fail(ImportFailure(path: known.path.text, code: fault.code, message: fault.message)))
            return
        }
        let living = holders.filter { !$0.asset.isTrashed }
        actions.append(.duplicate(known.path, isInTrash: living.isEmpty))
        for holder in living { actions += options.albums.map { .addToAlbum($0, holder.asset.reference) } }
    }

    // MARK: One asset

    private mutating func plan(_ match: MatchResult, of group: GroupOutcome) throws(ImportFault) {
        for leftover in match.leftovers { skip(group.files[leftover.file], leftover.reason) }
        for draft in match.drafts { try plan(draft, of: group) }
    }

    private mutating func plan(_ matched: AssetDraft, of group: GroupOutcome) throws(ImportFault) {
        var draft = matched
        // A rendering or a second copy with the very bytes of another member adds nothing.
        for repeated in draft.removeRepeated({ group.files[$0].digest }) { noteDuplicate(group.files[repeated]) }
        if let movie = draft.removeEmbeddedMovie(group.files) { noteDuplicate(group.files[movie]) }
        let media = draft.members.filter { !$0.kind.isAccessory }.map { group.files[$0.file] }
        // Before anything is decided: from here on the bytes are as good as there.
        for file in media { heal(snapshot.holders(of: file.digest), with: file) }

        if draft.members.count == 1, let picture = embedding(media[0].digest) { return noteDuplicate(media[0], isInTrash: picture.isTrashed) }
        guard options.changesAssets else { return try planApart(draft, of: group) }
        let own = snapshot.holders(of: media[0].digest)
        if !own.isEmpty {
            if let host = self.host(among: own, group) { return try extend(host.reference, with: draft, of: group) }
            return try planWithoutPrimary(draft, of: group, own)
        }
        for file in media.dropFirst() {
            if let host = self.host(among: snapshot.holders(of: file.digest), group) { return try extend(host.reference, with: draft, of: group) }
        }
        if let half = otherHalf(of: draft, of: group) { return try join(draft, to: half.reference, of: group) }
        try create(draft, of: group)
    }

    /// The living asset that is made of these bytes, before others the one of the UUID that the source states.
    private func host(among holders: [(asset: LibrarySnapshot.Asset, resource: LibrarySnapshot.Resource)], _ group: GroupOutcome) -> LibrarySnapshot.Asset? {
        let hosts = holders.filter { $0.resource.kind.isPrimary && !$0.asset.isTrashed }
        return (hosts.first { $0.asset.uuid == group.stated?.identifier } ?? hosts.first)?.asset
    }

    /// The asset whose picture has these bytes in its file, as what phones export beside a motion photo has: a living one before others.
    private func embedding(_ digest: ContentDigest) -> LibrarySnapshot.Asset? {
        guard snapshot.holders(of: digest).isEmpty else { return nil }
        let pictures = snapshot.embeddedMovies(digest).filter { mayShare($0) }.map(\.asset)
        return pictures.first { !$0.isTrashed } ?? pictures.first
    }

    /// The primary belongs to another asset already, as its rendering or RAW, or to one in Recently Deleted, which stays as it is: what is left of the
    /// group is looked at anew, but for a picture that its source says is one.
    private mutating func planWithoutPrimary(
        _ draft: AssetDraft, of group: GroupOutcome, _ holders: [(asset: LibrarySnapshot.Asset, resource: LibrarySnapshot.Resource)]
    ) throws(ImportFault) {
        let (file, living) = (group.files[draft.primary], holders.first { !$0.asset.isTrashed })
        if let holder = living ?? holders.first, !holders.contains(where: mayShare), !file.isKnown, holder.resource.bytes != .rotten {
            try keep(draft.members[0], for: holder.resource, of: holder.asset.reference, group)
        } else {
            noteDuplicate(file, isInTrash: living == nil)
        }
        let rest = draft.members.dropFirst().map { group.files[$0.file] }
        guard !group.statesKinds else {
            for file in rest { skip(file, living == nil ? "a part of a picture that is in Recently Deleted" : "a part of a picture that is a part of another") }
            return
        }
        try planAnew(rest, of: group)
    }

    /// Files that may change nothing of what the library has: what it has is a duplicate, with the texts beside it, and the rest becomes assets of its own.
    private mutating func planApart(_ draft: AssetDraft, of group: GroupOutcome) throws(ImportFault) {
        let media = draft.members.filter { !$0.kind.isAccessory }
        let held = media.filter { !snapshot.holders(of: group.files[$0.file].digest).isEmpty }
        guard !held.isEmpty else { return try create(draft, of: group) }
        for member in held {
            let file = group.files[member.file], holders = snapshot.holders(of: file.digest), living = holders.filter { !$0.asset.isTrashed }
            if let holder = living.first ?? holders.first, !holders.contains(where: mayShare), !file.isKnown, holder.resource.bytes != .rotten {
                try keep(member, for: holder.resource, of: holder.asset.reference, group)
            } else {
                noteDuplicate(file, isInTrash: living.isEmpty)
            }
            for holder in living { actions += options.albums.map { .addToAlbum($0, holder.asset.reference) } }
        }
        for member in draft.members where member.kind.isAccessory { noteDuplicate(group.files[member.file]) }
        let heldFiles = Set(held.map(\.file)), rest = media.filter { !heldFiles.contains($0.file) }
        guard !rest.isEmpty else { return }
        try planAnew(rest.map { group.files[$0.file] }, of: group)
    }

    /// Files that turned out not to belong to the picture they were matched with.
    mutating func planAnew(_ files: [IntakeFile], of group: GroupOutcome) throws(ImportFault) {
        var smaller = group
        smaller.files = files
        smaller.match = MatchResult(of: files)
        try plan(smaller.match, of: smaller)
    }

    private mutating func create(_ draft: AssetDraft, of group: GroupOutcome) throws(ImportFault) {
        let stated = group.stated
        // One UUID is one asset: what another asset is called by is no name for this one.
        let identifier = stated?.identifier.flatMap { snapshot.asset(uuid: $0) == nil ? $0 : nil }
        var record = describe(draft, of: group, uuid: identifier ?? makeUUID())
        if let stated { record.apply(stated) }
        var asset = LibrarySnapshot.Asset(reference: snapshot.newReference(), uuid: record.uuid)
        (asset.contentIdentifier, asset.creationDate) = (record.contentIdentifier, record.creationDate)
        var resources: [NewResource] = []
        for member in draft.members {
            let isFirst = member.file == draft.primary
            // Only an asset in Recently Deleted, or a part of another one, has these bytes; rows may share them.
            let shared = isFirst || member.kind.isAccessory ? nil : snapshot.holders(of: group.files[member.file].digest).first(where: mayShare)
            let resource = try newResource(member, of: group, isFirst: isFirst, sharing: shared?.resource)
            resources.append(resource)
            asset.resources.append(known(resource, sharing: shared?.resource))
        }
        if let movie = movie(of: draft, group, in: asset.resources[0]) {
            resources.append(movie.new)
            asset.resources.append(movie.known)
        }
        let shown = group.files[draft.shown]
        actions.append(.create(NewAsset(reference: asset.reference, record: record, resources: resources, shown: shown)))
        snapshot.store(asset)
        addToAlbums(asset, group)
        guard stated?.isTrashed == true else { return }
        actions.append(.trash(asset.reference))
        asset.isTrashed = true
        snapshot.store(asset)
    }

    /// What the import and the source say of an asset that was there.
    mutating func recognise(_ asset: LibrarySnapshot.Asset, _ group: GroupOutcome) {
        // An asset of the very UUID came from there, and may have been changed here since.
        if let stated = group.stated, stated.identifier != asset.uuid { actions.append(.merge(stated, into: asset.reference)) }
        addToAlbums(asset, group)
    }

    private mutating func addToAlbums(_ asset: LibrarySnapshot.Asset, _ group: GroupOutcome) {
        actions += options.albums.map { .addToAlbum($0, asset.reference) }
        for place in group.stated?.albums ?? [] { actions.append(.addToAlbum(.ofSource(place), asset.reference)) }
    }

    // MARK: Parts

    /// So far a resource was only referenced, or it was lost; now the library keeps its bytes.
    mutating func keep(
        _ member: AssetDraft.Member, for resource: LibrarySnapshot.Resource, of asset: RowReference, _ group: GroupOutcome
    ) throws(ImportFault) {
        let shared = snapshot.holders(of: group.files[member.file].digest).first(where: mayShare)?.resource
        let new = try newResource(member, of: group, sharing: shared)
        actions.append(.keep(new, for: resource.reference, wasLost: resource.bytes == .lost))
        update(asset) { asset in
            for index in asset.resources.indices where asset.resources[index].reference == resource.reference {
                (asset.resources[index].bytes, asset.resources[index].path) = (.kept, shared?.path)
            }
        }
    }

    mutating func update(_ reference: RowReference, _ change: (inout LibrarySnapshot.Asset) -> Void) {
        guard var asset = snapshot[reference] else { return }
        change(&asset)
        snapshot.store(asset)
    }

    func describe(_ draft: AssetDraft, of group: GroupOutcome, uuid: UUID) -> AssetRecord {
        var record = AssetRecord(draft, files: group.files.map(\.recorded), uuid: uuid, addedDate: now, timeZone: options.timeZone)
        if record.hasAdjustments || draft.adjustment != nil, let edit = group.stated?.adjustment { record.setAdjustment(edit) }
        return record
    }

    /// - Parameter shared: a resource with the same bytes, which are not kept twice.
    mutating func newResource(
        _ member: AssetDraft.Member, of group: GroupOutcome, isFirst: Bool = false, sharing shared: LibrarySnapshot.Resource? = nil
    ) throws(ImportFault) -> NewResource {
        let file = group.files[member.file]
        var new = NewResource(reference: snapshot.newReference(), kind: member.kind, bytes: .kept(isFirst: isFirst), file: file)
        if let shared {
            new.bytes = .shared(with: shared.reference)
        } else if file.isKnown, file.staged.mode != options.storage {
            throw Self.changedMeanwhile(file.path)
        } else if options.storage == .reference {
            guard let root = snapshot.roots[group.root], let path = file.path.relative(to: group.root) else {
                throw ImportFault(
                    code: "failed", message: "\(file.path.display) can't be referenced from \(group.root.display). Import the folder it is in.")
            }
            new.bytes = .referenced(try root.get(), path)
        } else {
            named.insert(file.path)
        }
        return new
    }

    /// The movie that lies in the picture which a draft is made of, and what the snapshot will have of it. One that came as a file goes before it.
    mutating func movie(
        of draft: AssetDraft, _ group: GroupOutcome, in picture: LibrarySnapshot.Resource
    ) -> (new: NewResource, known: LibrarySnapshot.Resource)? {
        let file = group.files[draft.primary]
        guard draft.members[0].kind == .photo, draft.first(.pairedVideo) == nil, let movie = file.movie else { return nil }
        let new = NewResource(reference: snapshot.newReference(), kind: .pairedVideo, bytes: .embedded(movie, in: picture.reference), file: file)
        return (
            new,
            LibrarySnapshot.Resource(
                reference: new.reference, kind: new.kind, digest: movie.digest, bytes: picture.bytes, path: picture.path, isEmbedded: true)
        )
    }

    /// What the snapshot will have of it.
    func known(_ new: NewResource, sharing shared: LibrarySnapshot.Resource? = nil) -> LibrarySnapshot.Resource {
        LibrarySnapshot.Resource(
            reference: new.reference, kind: new.kind, digest: new.file.digest,
            bytes: shared?.bytes ?? (options.storage == .reference ? .referenced : .kept), path: shared?.path)
    }

    /// Puts good bytes in the place of an original that rotted. The file then counts as what it is: one whose content the library knew.
    mutating func heal(_ holders: [(asset: LibrarySnapshot.Asset, resource: LibrarySnapshot.Resource)], with file: IntakeFile) {
        guard options.storage != .reference, !file.isKnown, !named.contains(file.path),
            let rotten = holders.first(where: { $0.resource.bytes == .rotten })?.resource
        else { return }
        actions.append(.heal(rotten.reference, with: file))
        named.insert(file.path)
        for holder in holders {
            var asset = holder.asset
            for index in asset.resources.indices where asset.resources[index].path == rotten.path { asset.resources[index].bytes = .kept }
            snapshot.store(asset)
        }
    }

    /// Whether a row of this import may point to the bytes of `holder`: one that is to keep bytes relies neither on the user's own file nor on one that is gone.
    func mayShare(_ holder: (asset: LibrarySnapshot.Asset, resource: LibrarySnapshot.Resource)) -> Bool { mayShare(holder.resource) }

    func mayShare(_ resource: LibrarySnapshot.Resource) -> Bool { options.storage == .reference || resource.bytes == .kept }

    mutating func noteDuplicate(_ file: IntakeFile, isInTrash: Bool = false) { actions.append(.duplicate(file.path, isInTrash: isInTrash)) }

    mutating func skip(_ file: IntakeFile, _ reason: String) { actions.append(.skip(ImportSkip(path: file.path.text, reason: reason))) }

    private static func changedMeanwhile(_ path: BytePath) -> ImportFault {
        ImportFault(code: "changedMeanwhile", message: "\(path.display) was in the library when the import began and is no longer. Import it again.")
    }
}

extension ImportOptions {
    /// The albums that get what is imported.
    var albums: [AlbumReference] { (albumTitle.map { [.titled($0)] } ?? []) + (album.map { [.identified($0)] } ?? []) }
}
