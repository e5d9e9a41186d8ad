import Catalog
import Foundation
import Originals
import PhotoModel
import Pixels

/// Writes the rows of one batch inside one transaction, and says which files must get their names before it commits.
///
/// Everything is decided against what the transaction sees, so two imports at once, of whatever overlapping folders, make nothing twice.
struct BatchWriter {
    /// A derivative to keep once the rows are committed.
    struct Derivative {
        var assetID: Int64
        var uuid: UUID
        var revision: Int64
        var preview: EncodedImage?
        var thumbnail: EncodedImage?
    }

    let writer: CatalogWriter
    let context: ImportContext
    let options: ImportOptions
    let album: ImportAlbum?

    var publishes: [(file: StagedFile, path: String)] = []
    /// Places in `publishes` that a file with other bytes than were recorded has now.
    var rotten: [String] = []
    /// Staged copies of what turned out to be known.
    var discards: [StagedFile] = []
    var derivatives: [Derivative] = []
    var report = ImportReport()
    var roots: [BytePath: Int64] = [:]
    let knownRoots: [BytePath: ReferenceRoot]
    /// What earlier batches of a dry run counted; `nil` where the catalogue itself tells.
    let rehearsed: Rehearsal?
    /// The places in `publishes`.
    var promised: Set<String> = []
    /// What this batch adds to it.
    var rehearsal = Rehearsal()

    init(
        writer: CatalogWriter, context: ImportContext, options: ImportOptions, album: ImportAlbum?, roots: [BytePath: ReferenceRoot], rehearsed: Rehearsal? = nil
    ) {
        (self.writer, self.context, self.options, self.album) = (writer, context, options, album)
        (knownRoots, self.rehearsed) = (roots, rehearsed)
    }

    mutating func write(_ outcome: GroupOutcome) throws {
        report.found += outcome.fileCount
        report.failed += outcome.failures
        for skip in outcome.skips { report.skip(skip.path, skip.reason) }
        for leftover in outcome.match.leftovers {
            report.skip(outcome.files[leftover.file].path.text, leftover.reason)
            discards.append(outcome.files[leftover.file].staged)
        }
        for draft in outcome.match.drafts { try write(draft, outcome) }
        for known in outcome.duplicates { try write(known) }
    }

    mutating func write(_ known: KnownFile) throws {
        let holders = try writer.resource(sha256: known.sha256)
        guard holders.contains(where: mayShare) else {
            let fault = Self.changedMeanwhile(known.path)
            report.failed.append(ImportFailure(path: known.path.text, code: fault.code, message: fault.message))
            return
        }
        report.duplicates += 1
        if try living(holders) == nil { report.duplicatesInTrash += 1 }
        try addToAlbum(holders.map(\.assetID))
    }

    // MARK: One asset

    mutating func write(_ matched: AssetDraft, _ outcome: GroupOutcome) throws {
        var draft = matched
        // A rendering or a second copy with the very bytes of another member adds nothing.
        for repeated in draft.removeRepeated({ outcome.files[$0].staged.sha256 }) { note(duplicate: outcome.files[repeated]) }
        let media = draft.members.filter { !$0.kind.isAccessory }
        var holders: [Int: [ResourceRecord]] = [:]
        for member in media {
            let known = try writer.resource(sha256: outcome.files[member.file].sha256)
            // Before anything is decided: from here on the bytes are as good as there.
            try heal(outcome.files[member.file], known)
            holders[member.file] = known
        }

        if let own = holders[draft.primary], !own.isEmpty {
            guard let primary = try living(own.filter(\.isPrimary)) else {
                if try living(own) == nil { report.duplicatesInTrash += 1 }
                return try writeWithoutPrimary(draft, outcome)
            }
            return try extend(primary.assetID, with: draft, outcome, holders)
        }
        for member in media.dropFirst() {
            guard let other = try living((holders[member.file] ?? []).filter(\.isPrimary)) else { continue }
            return try extend(other.assetID, with: draft, outcome, holders)
        }
        if try writeRehearsed(draft, outcome) { return }
        if let half = try otherHalf(of: draft, outcome) { return try join(draft, to: half, outcome, holders) }
        if joinRehearsed(draft, outcome) { return }
        try create(draft, outcome, holders)
    }

    /// The primary belongs to another asset already, as its rendering or RAW, or to one in Recently Deleted, which stays as it is: what is left of the group is looked at anew.
    mutating func writeWithoutPrimary(_ draft: AssetDraft, _ outcome: GroupOutcome) throws {
        note(duplicate: outcome.files[draft.primary])
        let rest = draft.members.dropFirst().map(\.file)
        var smaller = outcome
        smaller.files = rest.map { outcome.files[$0] }
        let match = FileMatcher.match(smaller.files.map { MatchFile(name: $0.name, facts: $0.facts) })
        for leftover in match.leftovers {
            report.skip(smaller.files[leftover.file].path.text, leftover.reason)
            discards.append(smaller.files[leftover.file].staged)
        }
        for draft in match.drafts { try write(draft, smaller) }
    }

    mutating func create(_ draft: AssetDraft, _ outcome: GroupOutcome, _ holders: [Int: [ResourceRecord]]) throws {
        let uuid = context.makeUUID()
        let record = describe(draft, outcome, uuid: uuid)
        var resources: [ResourceRecord] = []
        for member in draft.members {
            let file = outcome.files[member.file]
            if member.file != draft.primary, let shared = holders[member.file]?.first(where: mayShare) {
                // Only an asset in Recently Deleted, or a part of another one, has these bytes; rows may share them.
                resources.append(resource(file, member.kind, at: shared.place, facts: shared.facts))
                note(duplicate: file)
                continue
            }
            resources.append(try newResource(file, member.kind, uuid: uuid, isFirst: member.file == draft.primary, root: outcome.root))
            if member.file == draft.primary { report.imported += 1 } else { countAttached(member, of: draft, outcome) }
        }
        remember(draft, outcome, isNew: true)
        let id = try writer.insert(record, resources: resources)
        report.importedIdentifiers.append(uuid)
        if let damage = record.damage { noteDamage(outcome.files[draft.shown], damage) }
        keepDerivative(of: outcome.files[draft.shown], assetID: id, uuid: uuid, revision: record.revision)
        try refreshBurst(record.burstIdentifier)
        try addToAlbum([id])
    }

    /// Puts good bytes in the place of an original that rotted. The file then counts as what it is: one whose content the library knew.
    mutating func heal(_ file: IntakeFile, _ holders: [ResourceRecord]) throws {
        // Staged bytes can get one name.
        guard options.storage != .reference, !file.isKnown, !publishes.contains(where: { $0.file == file.staged }) else { return }
        for holder in holders {
            guard case .managed(let path) = holder.place, !promised.contains(path), context.isRotten(holder) else { continue }
            publishes.append((file.staged, path))
            promised.insert(path)
            rotten.append(path)
            // What was noted of the bytes that go is not true of those that come.
            for resource in holders where resource.place == holder.place {
                try writer.update(resourceID: resource.id) { ($0.damage, $0.facts) = (file.facts.damage, nil) }
                try writer.update(assetID: resource.assetID) { if $0.damage != nil { $0.damage = file.facts.damage } }
            }
            report.healed += 1
            return
        }
    }

    // MARK: What a dry run met before

    /// Counts a draft that earlier batches would have brought into the library, at least in part.
    /// - Returns: false where none of it was met, and in an import that keeps what it writes.
    mutating func writeRehearsed(_ draft: AssetDraft, _ outcome: GroupOutcome) throws -> Bool {
        guard rehearsed != nil else { return false }
        if isPrimary(outcome.files[draft.primary]) == false {
            try writeWithoutPrimary(draft, outcome)
            return true
        }
        guard let host = draft.members.first(where: { !$0.kind.isAccessory && isPrimary(outcome.files[$0.file]) == true }) else { return false }
        let asset = outcome.files[host.file].staged.sha256
        let present = draft.members.filter { !$0.kind.isAccessory && isPrimary(outcome.files[$0.file]) != nil }
        var strays: [Int] = []
        for member in draft.members {
            let isRival = rehearsed?.has(member.kind, of: asset) == true || rehearsal.has(member.kind, of: asset)
            if !member.kind.isAccessory, isRival, !present.contains(where: { $0.kind == member.kind }) {
                strays.append(member.file)
            } else {
                countAttached(member, of: draft, outcome)
            }
        }
        remember(draft, outcome, except: strays)
        try writeAlone(strays, outcome)
        return true
    }

    /// The same for the other half of a Live Photo, which has no bytes in common.
    mutating func joinRehearsed(_ draft: AssetDraft, _ outcome: GroupOutcome) -> Bool {
        guard let identifier = contentIdentifier(of: draft, outcome), draft.first(.pairedVideo) == nil,
            half(identifier) == (draft.members[0].kind == .photo ? .movie : .still)
        else { return false }
        for member in draft.members { countAttached(member, of: draft, outcome) }
        remember(draft, outcome, isWhole: true)
        return true
    }

    /// Counts a file that joins an asset, unless a dry run met it before.
    mutating func countAttached(_ member: AssetDraft.Member, of draft: AssetDraft, _ outcome: GroupOutcome) {
        let (file, primary) = (outcome.files[member.file].staged.sha256, outcome.files[draft.primary].staged.sha256)
        let isKnown = member.kind.isAccessory
            ? rehearsed?.hasText(file, of: primary) == true || rehearsal.hasText(file, of: primary) : isPrimary(outcome.files[member.file]) != nil
        if isKnown { report.duplicates += 1 } else { report.attached += 1 }
    }

    /// `nil` for content that this run did not meet in a dry run, and always in an import that keeps what it writes.
    func isPrimary(_ file: IntakeFile) -> Bool? {
        guard let rehearsed else { return nil }
        return rehearsal.isPrimary(file.staged.sha256) ?? rehearsed.isPrimary(file.staged.sha256)
    }

    func half(_ contentIdentifier: String) -> Rehearsal.Half? { rehearsal.half(contentIdentifier) ?? rehearsed?.half(contentIdentifier) }

    mutating func remember(
        _ draft: AssetDraft, _ outcome: GroupOutcome, except strays: [Int] = [], isNew: Bool = false, isWhole: Bool = false
    ) {
        guard rehearsed != nil else { return }
        for member in draft.members where !strays.contains(member.file) {
            rehearsal.add(member.kind, outcome.files[member.file].staged.sha256, of: outcome.files[draft.primary].staged.sha256)
        }
        guard let identifier = contentIdentifier(of: draft, outcome) else { return }
        if isWhole || draft.first(.pairedVideo) != nil {
            rehearsal.set(.whole, identifier)
        } else if isNew {
            // Of an asset that was met again nobody knows here whether it has its other half by now.
            rehearsal.set(draft.members[0].kind == .photo ? .still : .movie, identifier)
        }
    }

    // MARK: Parts

    func contentIdentifier(of draft: AssetDraft, _ outcome: GroupOutcome) -> String? {
        outcome.files[draft.primary].facts.contentIdentifier ?? draft.first(.alternatePhoto).flatMap { outcome.files[$0].facts.contentIdentifier }
    }

    func describe(_ draft: AssetDraft, _ outcome: GroupOutcome, uuid: UUID) -> AssetRecord {
        AssetRecord(draft, files: outcome.files.map(\.recorded), uuid: uuid, addedDate: context.now().timeIntervalSinceReferenceDate, timeZone: options.timeZone)
    }

    mutating func newResource(_ file: IntakeFile, _ kind: ResourceType, uuid: UUID, isFirst: Bool, root: BytePath) throws -> ResourceRecord {
        if file.isKnown, file.staged.mode != options.storage {
            throw Self.changedMeanwhile(file.path)
        }
        guard options.storage != .reference else {
            let (rootID, path) = try reference(file.path, root)
            let place = ResourcePlace.referenced(rootID: rootID, path: path.text, modified: file.staged.modified)
            return resource(file, kind, at: place, facts: FileFacts(lasting: file.staged.signature))
        }
        let path = OriginalName.path(uuid: uuid, kind: kind, isFirst: isFirst, name: file.name, uniformType: file.facts.uniformType, sha256: file.staged.sha256)
        publishes.append((file.staged, path))
        promised.insert(path)
        // Those of a hard link are known when it has its name.
        return resource(file, kind, at: .managed(path: path), facts: nil)
    }

    /// - Parameter facts: what the file at `place` looked like.
    func resource(_ file: IntakeFile, _ kind: ResourceType, at place: ResourcePlace, facts: FileFacts?) -> ResourceRecord {
        var record = ResourceRecord(
            type: kind, filename: file.name, uniformType: file.facts.uniformType, size: file.staged.size, sha256: file.sha256, place: place)
        record.damage = file.facts.damage
        record.facts = facts
        return record
    }

    /// Notes what hard links look like: they follow what is written to the user's file under its own name. Called when they have their names,
    /// since a further name changes what a file looks like.
    func recordLinks() throws {
        for (file, path) in publishes where file.mode == .link {
            let now = try context.originals.openForReading(managedPath: path).signature()
            guard now.hasSameContent(as: file.signature) else {
                throw ImportFault(code: "changedWhileReading", message: "\(file.path.display) changed while it was imported. Import it again when nobody writes to it.")
            }
            try writer.note(FileFacts(lasting: now), at: .managed(path: path), sha256: Data(file.sha256))
        }
    }

    mutating func reference(_ path: BytePath, _ folder: BytePath) throws -> (Int64, BytePath) {
        guard let root = knownRoots[folder], let relative = path.relative(to: folder) else {
            throw ImportFault(code: "failed", message: "\(path.display) can't be referenced from \(folder.display). Import the folder it is in.")
        }
        if let id = roots[folder] { return (id, relative) }
        let id: Int64
        if let known = try writer.referenceRoots().first(where: { $0.uuid == root.uuid }) {
            id = known.id
            if known.path != root.path.text { try follow(known, to: root) }
        } else {
            id = try writer.addReferenceRoot(ReferenceRootRecord(uuid: root.uuid, path: root.path.text))
        }
        roots[folder] = id
        return (id, relative)
    }

    /// A disk that is mounted elsewhere is followed; a copy of a folder, marker and all, is not.
    func follow(_ known: ReferenceRootRecord, to root: ReferenceRoot) throws {
        let old = BytePath(known.path)
        guard !ReferenceRoot.isPresent(root.uuid, at: old) || ReferenceRoot.isSameFolder(old, root.path) else {
            let marker = root.path.appending(ReferenceRoot.markerName)
            throw ImportFault(
                code: "copiedMarker",
                message: "\(root.path.display) was copied from \(old.display) together with the hidden file that tells folders apart. Remove \(marker.display) and import again.")
        }
        try writer.update(rootID: known.id, path: root.path.text)
    }

    /// Whether a row of this import may point to the bytes of `holder`: one that is to keep bytes relies neither on the user's own file nor on one that is gone.
    func mayShare(_ holder: ResourceRecord) -> Bool {
        if options.storage == .reference { return true }
        // What this batch itself will publish is not there yet.
        if case .managed(let path) = holder.place, promised.contains(path) { return true }
        return context.keeps(holder)
    }

    static func changedMeanwhile(_ path: BytePath) -> ImportFault {
        ImportFault(code: "changedMeanwhile", message: "\(path.display) was in the library when the import began and is no longer. Import it again.")
    }

    func living(_ resources: [ResourceRecord]) throws -> ResourceRecord? {
        try resources.first { try writer.asset(id: $0.assetID)?.isTrashed == false }
    }

    mutating func note(duplicate file: IntakeFile) {
        report.duplicates += 1
        discards.append(file.staged)
    }

    mutating func noteDamage(_ file: IntakeFile, _ damage: String) {
        report.damaged.append(ImportFailure(
            path: file.path.text, code: "damaged", message: "\(file.path.display) came in, but a part of it can't be read: \(damage)."))
    }

    mutating func keepDerivative(of file: IntakeFile, assetID: Int64, uuid: UUID, revision: Int64) {
        guard file.preview != nil || file.thumbnail != nil else { return }
        derivatives.removeAll { $0.assetID == assetID }
        derivatives.append(Derivative(assetID: assetID, uuid: uuid, revision: revision, preview: file.preview, thumbnail: file.thumbnail))
    }

    func addToAlbum(_ ids: [Int64]) throws { try album?.add(ids, writer, context.makeUUID) }

    /// Exactly one living frame of a burst stands for it.
    func refreshBurst(_ identifier: String?) throws {
        guard let identifier else { return }
        let frames = try writer.assets(ids: writer.assetIDs(burstIdentifier: identifier)).compactMap { $0 }.filter { !$0.isTrashed }
        let chosen = BurstChoice.representative(of: frames.map {
            BurstChoice.Member(id: $0.id, date: $0.creationDate, filename: $0.filename, isUserPick: $0.burstSelectionTypes.contains(.userPick))
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

extension ResourceRecord {
    var isPrimary: Bool { type.isPrimary }
}

extension AssetDraft {
    /// Takes out members whose content an earlier member has. Two equal texts of one asset would want one name.
    mutating func removeRepeated(_ content: (Int) -> [UInt8]) -> [Int] {
        var seen: Set<[UInt8]> = []
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
