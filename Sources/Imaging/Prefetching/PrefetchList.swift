import Foundation
import Support

/// Which pictures are to be prepared, for whom and in which order: pure state, no locks, no closures.
///
/// For one owner an asset is prepared in one way, the one asked for first. Once as many pictures lie ready as there is memory for, no more are made, since
/// each would push another out; what is asked for then only gets its derivatives, and its pixels when others are given up.
struct PrefetchList {
    /// What to do next.
    struct Work {
        let item: PrefetchItem
        /// Whether pixels are kept in memory. Where there is no memory for them, only a thumbnail and a preview are stored on disk.
        let keepsPixels: Bool
    }

    /// What became of a picture that nobody wants prepared any more.
    enum Dropped: Equatable {
        /// Its work is under way, under this name.
        case running(Int64)
        /// It may be in memory.
        case ready(RenderKey)
    }

    private enum State {
        case waiting(WaitingList<RenderKey>.Slot)
        /// It has its derivatives and waits for memory.
        case derived(WaitingList<RenderKey>.Slot)
        case running(id: Int64, reserved: Int?)
        case ready(bytes: Int)
    }

    private struct Entry {
        let item: PrefetchItem
        var owners: Set<PrefetchOwner>
        var state: State
    }

    private let budget: Int
    private let atOnce: Int
    private var entries: [RenderKey: Entry] = [:]
    /// How each owner wants an asset.
    private var wanted: [PrefetchOwner: [UUID: RenderKey]] = [:]
    private var waiting = WaitingList<RenderKey>(.oldestFirst)
    private var derived = WaitingList<RenderKey>(.oldestFirst)
    private var runningCount = 0
    /// Of the pictures that lie ready or are being made.
    private(set) var bytes = 0

    /// - Parameters:
    ///   - budget: bytes of pictures that may lie ready.
    ///   - atOnce: how many are worked on at a time.
    init(budget: Int, atOnce: Int) { (self.budget, self.atOnce) = (budget, max(1, atOnce)) }

    var count: Int { entries.count }

    mutating func start(_ item: PrefetchItem, for owner: PrefetchOwner) {
        let key = item.key
        guard wanted[owner]?[key.source.uuid] == nil else { return }
        wanted[owner, default: [:]][key.source.uuid] = key
        guard entries[key] == nil else {
            entries[key]!.owners.insert(owner)
            return
        }
        entries[key] = Entry(item: item, owners: [owner], state: .waiting(waiting.push(key)))
    }

    /// Without effect where this owner wants the asset in another way, or not at all.
    mutating func stop(_ key: RenderKey, for owner: PrefetchOwner) -> Dropped? {
        guard wanted[owner]?[key.source.uuid] == key else { return nil }
        wanted[owner]!.removeValue(forKey: key.source.uuid)
        if wanted[owner]!.isEmpty { wanted.removeValue(forKey: owner) }
        return leave(key, owner)
    }

    mutating func stopAll(for owner: PrefetchOwner) -> [Dropped] {
        guard let all = wanted.removeValue(forKey: owner) else { return [] }
        return all.values.compactMap { leave($0, owner) }
    }

    /// The next picture to prepare, under the name `id`. Tell `finished` of it.
    mutating func next(id: Int64) -> Work? {
        guard runningCount < atOnce else { return nil }
        let key: RenderKey, keepsPixels: Bool
        if let next = derived.next, fits(next), let longest = derived.pop() {
            (key, keepsPixels) = (longest, true)
        } else if let longest = waiting.pop() {
            (key, keepsPixels) = (longest, fits(longest))
        } else {
            return nil
        }
        runningCount += 1
        let item = entries[key]!.item
        entries[key]!.state = .running(id: id, reserved: keepsPixels ? item.estimatedBytes : nil)
        if keepsPixels { bytes += item.estimatedBytes }
        return Work(item: item, keepsPixels: keepsPixels)
    }

    /// - Parameter bytes: of the picture; 0 where there is none.
    mutating func finished(_ key: RenderKey, id: Int64, bytes: Int) {
        // Work that was stopped is not counted any more, and the same picture may have been started anew.
        guard case .running(id, let reserved)? = entries[key]?.state else { return }
        runningCount -= 1
        if let reserved {
            self.bytes += bytes - reserved
            entries[key]!.state = .ready(bytes: bytes)
        } else {
            entries[key]!.state = .derived(derived.push(key))
        }
    }

    /// The first always does, whatever its size.
    private func fits(_ key: RenderKey) -> Bool { bytes == 0 || bytes + (entries[key]?.item.estimatedBytes ?? 0) <= budget }

    private mutating func leave(_ key: RenderKey, _ owner: PrefetchOwner) -> Dropped? {
        guard entries[key]?.owners.remove(owner) != nil, let entry = entries[key], entry.owners.isEmpty else { return nil }
        entries.removeValue(forKey: key)
        entries.giveMemoryBack()
        switch entry.state {
        case .waiting(let slot):
            waiting.remove(slot)
            return nil
        case .derived(let slot):
            derived.remove(slot)
            return nil
        case .running(let id, let reserved):
            runningCount -= 1
            bytes -= reserved ?? 0
            return .running(id)
        case .ready(let bytes):
            self.bytes -= bytes
            return .ready(key)
        }
    }
}
