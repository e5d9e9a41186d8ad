import Foundation
import Support

/// Where batches of files that are put one by one are found: by their folder, by the names that they list, and by what may be one picture with their files.
///
/// It has no times but those at which listings end: what it names is looked at in the batch itself.
struct PutIndex {
    /// What changed in a batch since it was looked at last.
    struct Changes {
        /// As `PutFolder.key` has them: those under which something else is listed.
        var names: [String] = []
        var keys: [IncomingBatch.GroupKey] = []
    }

    private struct Folder {
        var batches: Set<UUID> = []
        /// Those that list something, or into which something comes.
        var listing: Set<UUID> = []
        /// The one that takes files, begun last.
        var open: UUID?
        var names: [String: FewIDs] = [:]
        /// Of those that take files.
        var keys: [IncomingBatch.GroupKey: FewIDs] = [:]
    }

    /// A batch as it was looked at last.
    private struct Known {
        let folder: PutFolder
        var isOpen = false
        var waiting = 0, remembered = 0
        /// When the last of what it lists came in; `nil` while something of it is listed however late it is.
        var end: Double?
    }

    private var folders: [PutFolder: Folder] = [:]
    private var known: [UUID: Known] = [:]
    /// By the names of what is listed in albums.
    private var inAlbums: [String: FewIDs] = [:]
    /// Folders of what comes in that list something.
    private(set) var tree = FolderTree()
    /// Those that take files, and those of which something is not decided, or may still come.
    private(set) var open: Set<UUID> = [], undone: Set<UUID> = []
    /// Files that are on their way, wait, or can't come in; and what is remembered of others.
    private(set) var waiting = 0, remembered = 0
    /// When listings end, the next one last.
    private var ends: [(end: Double, id: UUID)] = []

    // MARK: Looking

    /// All of a folder, in no order.
    func batches(of folder: PutFolder) -> Set<UUID> { folders[folder]?.batches ?? [] }

    /// Those of a folder that list a name, as `PutFolder.key` has it.
    func batches(listing name: String, in folder: PutFolder) -> [UUID] { folders[folder]?.names[name]?.all ?? [] }

    /// Those of albums that list a name.
    func albumBatches(listing name: String) -> [UUID] { inAlbums[name]?.all ?? [] }

    /// Those of a folder that take files, and may have what is one picture with a file.
    func batches(with key: IncomingBatch.GroupKey, in folder: PutFolder) -> [UUID] { folders[folder]?.keys[key]?.all ?? [] }

    /// The one of a folder that takes files, whatever they are.
    func openBatch(of folder: PutFolder) -> UUID? { folders[folder]?.open }

    /// Folders that list something, or into which something comes.
    var listing: [PutFolder] { folders.filter { !$0.value.listing.isEmpty }.map(\.key) }

    /// Folders that have batches at all.
    var all: [PutFolder] { Array(folders.keys) }

    // MARK: Following

    mutating func insert(_ batch: IncomingBatch) {
        guard let folder = batch.putFolder, !batch.isGivenUp else { return }
        known[batch.id] = Known(folder: folder)
        folders[folder, default: Folder()].batches.insert(batch.id)
        follow(batch, Changes(names: Array(batch.listed.keys), keys: batch.keys))
    }

    mutating func remove(_ batch: IncomingBatch) {
        let id = batch.id
        guard let before = known.removeValue(forKey: id) else { return }
        let folder = before.folder
        forget(batch.keys, of: id, in: folder)
        for name in batch.listed.keys { unlist(name, of: id, in: folder) }
        setListing(false, id, folder)
        if folders[folder]?.open == id { folders[folder]?.open = nil }
        folders[folder]?.batches.remove(id)
        if folders[folder]?.batches.isEmpty == true { folders[folder] = nil }
        removeEnd(before.end, of: id)
        open.remove(id)
        undone.remove(id)
        waiting -= before.waiting
        remembered -= before.remembered
    }

    /// Brings up to date what is known of a batch.
    mutating func follow(_ batch: IncomingBatch, _ changes: Changes) {
        let id = batch.id
        guard var now = known[id] else { return }
        guard batch.putFolder == now.folder, !batch.isGivenUp else {
            // All of it is elsewhere from now on, or nowhere. Names that went meanwhile are known here still.
            for name in changes.names { unlist(name, of: id, in: now.folder) }
            forget(changes.keys, of: id, in: now.folder)
            remove(batch)
            return insert(batch)
        }
        let folder = now.folder, isOpen = !batch.isClosed
        for name in changes.names {
            guard batch.listed[name] != nil else {
                unlist(name, of: id, in: folder)
                continue
            }
            folders[folder]?.names[name, default: FewIDs()].insert(id)
            if folder.album != nil { inAlbums[name, default: FewIDs()].insert(id) }
        }
        if isOpen {
            for key in changes.keys where batch.knows(key) { folders[folder]?.keys[key, default: FewIDs()].insert(id) }
            forget(changes.keys.filter { !batch.knows($0) }, of: id, in: folder)
            if !now.isOpen { folders[folder]?.open = id }
            open.insert(id)
        } else if now.isOpen {
            forget(batch.keys + changes.keys, of: id, in: folder)
            if folders[folder]?.open == id { folders[folder]?.open = nil }
            open.remove(id)
        }
        if batch.isDone { undone.remove(id) } else { undone.insert(id) }
        waiting += batch.waitingCount - now.waiting
        remembered += batch.remembered - now.remembered
        (now.isOpen, now.waiting, now.remembered) = (isOpen, batch.waitingCount, batch.remembered)
        // An album lists nothing that came in but as its photos.
        let lasts = batch.waitingCount > 0, isListing = lasts || (folder.album == nil && !batch.listed.isEmpty)
        setListing(isListing, id, folder)
        let end = isListing && !lasts ? batch.lastDecided : nil
        if end != now.end {
            removeEnd(now.end, of: id)
            if let end { ends.insert((end, id), at: firstEnd(atMost: end)) }
            now.end = end
        }
        known[id] = now
    }

    /// - Parameters:
    ///   - now: in seconds since 1970.
    ///   - listing: seconds for which what came in is listed.
    mutating func expire(at now: Double, after listing: TimeInterval) {
        while let next = ends.last, next.end + listing <= now {
            ends.removeLast()
            guard let batch = known[next.id] else { continue }
            known[next.id]?.end = nil
            setListing(false, next.id, batch.folder)
        }
    }

    private mutating func setListing(_ isListing: Bool, _ id: UUID, _ folder: PutFolder) {
        let before = folders[folder]?.listing.isEmpty ?? true
        if isListing { folders[folder]?.listing.insert(id) } else { folders[folder]?.listing.remove(id) }
        let after = folders[folder]?.listing.isEmpty ?? true
        guard before != after, folder.album == nil else { return }
        if after { tree.remove(folder.path) } else { tree.add(folder.path) }
    }

    private mutating func unlist(_ name: String, of id: UUID, in folder: PutFolder) {
        folders[folder]?.names[name]?.remove(id)
        if folders[folder]?.names[name]?.isEmpty == true { folders[folder]?.names[name] = nil }
        guard folder.album != nil else { return }
        inAlbums[name]?.remove(id)
        if inAlbums[name]?.isEmpty == true { inAlbums[name] = nil }
    }

    private mutating func forget(_ keys: [IncomingBatch.GroupKey], of id: UUID, in folder: PutFolder) {
        for key in keys {
            folders[folder]?.keys[key]?.remove(id)
            if folders[folder]?.keys[key]?.isEmpty == true { folders[folder]?.keys[key] = nil }
        }
    }

    // MARK: Ends

    private mutating func removeEnd(_ end: Double?, of id: UUID) {
        guard let end else { return }
        var index = firstEnd(atMost: end)
        while index < ends.count, ends[index].end == end {
            if ends[index].id == id {
                ends.remove(at: index)
                return
            }
            index += 1
        }
    }

    /// They go down.
    private func firstEnd(atMost end: Double) -> Int { ends.partitioningIndex { $0.end <= end } }
}

/// Identifiers, mostly one: a set of its own for each name would take more memory than the names.
struct FewIDs {
    private var first: UUID?
    private var rest: [UUID] = []

    var isEmpty: Bool { first == nil }
    var all: [UUID] { first.map { [$0] + rest } ?? [] }

    mutating func insert(_ id: UUID) {
        guard let first else {
            self.first = id
            return
        }
        if first != id, !rest.contains(id) { rest.append(id) }
    }

    mutating func remove(_ id: UUID) {
        guard first == id else { return rest.removeAll { $0 == id } }
        first = rest.popLast()
    }
}
