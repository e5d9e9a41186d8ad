import Catalog
import Cloud
import Foundation
import PhotoModel

/// Joins the segments behind the newest snapshot into the next one, and lets go of what that makes superfluous once it was read back and matched.
///
/// The newest snapshot stays, the newest before it that is whole, and every segment behind that: should the newest turn out to be unreadable, nothing is lost,
/// and whoever was away for a short while reads on segment by segment. A segment that goes leaves an object of a few bytes that has its number for good, so that a
/// machine which slept through all of it can't add another one there.
struct SyncSnapshotWriter {
    let library: PhotoLibrary
    let store: any CloudStore
    let work: CloudWork

    private var limits: SyncLimits { library.environment.syncLimits }

    /// What was to be read for a new snapshot can't be. Another machine that was faster may have let go of it.
    private struct Unreadable: Error {
        let what: What
        let reason: any Error

        enum What { case snapshot, segments }
    }

    /// - Returns: how many segments were joined.
    /// - Throws: also where neither snapshots nor segments are left that one could be made of.
    func run() async throws -> Int64 {
        var joined: Int64 = 0, began: Int64?, broken: Set<Int64> = [], isCompared = true
        while !work.isCancelled() {
            // No request in nearly all rounds. Whoever has begun with a part of what there is goes on to where it can be compared.
            guard let progress = try library.catalog.read({ try $0.syncProgress() }), isWorth(progress) || !isCompared else { break }
            let (newest, numbers) = try await self.newest(but: broken)
            if let newest, newest.number > progress.snapshot ?? 0 {
                // Another machine was faster. What was counted since is partly in it.
                try note(newest, bytes: progress.bytesSince ?? 0)
                continue
            }
            do {
                guard let written = try await write(behind: newest, upTo: progress, but: broken) else { break }
                let start = began ?? newest?.number ?? 0
                (began, joined) = (start, written.snapshot.number - start)
                isCompared = written.isCompared
            } catch let error as Unreadable {
                // The next round goes on with what the faster one has written.
                guard try await SyncSnapshot.inventory(of: store).numbers == numbers else { break }
                guard error.what == .snapshot, let newest, broken.insert(newest.number).inserted else { throw error.reason }
                library.environment.log(.warning, "A snapshot was passed over for an older one: \(LibraryError(cloud: error.reason).message)")
            }
        }
        return joined
    }

    /// The newest whose head can be read, `nil` for none; and the numbers of all.
    private func newest(but broken: Set<Int64>) async throws -> (snapshot: SyncSnapshot?, numbers: [Int64]) {
        let numbers = try await SyncSnapshot.inventory(of: store).numbers
        for number in numbers where !broken.contains(number) {
            do {
                if let snapshot = try await SyncSnapshot.read(number, of: library.uuid, in: store) { return (snapshot, numbers) }
            } catch let error where SyncSnapshot.isBroken(error) {
                library.environment.log(.warning, "A snapshot was passed over for an older one: \(LibraryError(cloud: error).message)")
            }
        }
        return (nil, numbers)
    }

    private func isWorth(_ progress: SyncProgress) -> Bool {
        // Nobody can come before there is one again.
        if let lost = progress.lost { return progress.applied > lost }
        return limits.isWorthJoining(segments: progress.applied - (progress.snapshot ?? 0), bytes: progress.bytesSince ?? 0, snapshot: progress.snapshotBytes ?? 0)
    }

    /// - Parameter bytes: of segments that went into it.
    private func note(_ snapshot: SyncSnapshot, bytes: Int64) throws {
        try library.catalog.write(author: PhotoLibrary.syncAuthor) { writer in
            guard var progress = try writer.syncProgress(), progress.snapshot ?? 0 < snapshot.number else { return }
            progress.know(snapshot, bytes: bytes)
            try writer.setSyncProgress(progress)
        }
    }

    // MARK: Writing

    /// - Parameter broken: the segments to which snapshots reach that can't be read: their keys are taken.
    /// - Returns: `nil` where another machine was faster, or the work was cancelled. One that this machine's own account was not compared with lets nothing go.
    private func write(behind old: SyncSnapshot?, upTo progress: SyncProgress, but broken: Set<Int64>) async throws -> (snapshot: SyncSnapshot, isCompared: Bool)? {
        // All was told anew behind what was lost.
        let old = old.flatMap { $0.number >= progress.lost ?? 0 ? $0 : nil }
        var delta = SyncDelta(), number = old?.number ?? progress.lost ?? 0, last = old?.last, bytes = 0
        let start = number
        // All in one where nobody can begin with a part of it.
        while number < progress.applied, bytes < limits.bytesAtOnce || progress.lost != nil || broken.contains(number) {
            if work.isCancelled() { return nil }
            guard let found = try await SyncEntry.read(number + 1, of: library.uuid, in: store), case .segment(let segment) = found.entry else {
                throw Unreadable(what: .segments, reason: SyncSnapshot.isLost(number + 1, store))
            }
            guard segment.previous == nil || last == nil || segment.previous == last else { throw SyncOrder.wasSetBack(store, number, isThere: true) }
            delta.add(segment)
            (number, last, bytes) = (number + 1, found.sum, bytes + found.size)
        }
        guard let last, number > start else { return nil }
        var parts = Parts(library: library, store: store, number: number, attempt: library.environment.makeUUID())
        // This machine's own account of it was made by other ways: where both reach as far, they have to agree.
        parts.isCompared = number == progress.applied && progress.isResending != true
        do {
            guard try await parts.merge(old, delta, work) else {
                await remove(parts.written.map(\.key))
                return nil
            }
        } catch {
            await remove(parts.written.map(\.key))
            if let error = error as? Parts.BrokenSource { throw Unreadable(what: .snapshot, reason: error.reason) }
            throw error
        }
        let snapshot = SyncSnapshot(number: number, last: last, machine: progress.machine, parts: parts.written)
        let head = try snapshot.encoded(library: library.uuid, date: library.environment.now())
        do throws(CloudError) { _ = try await store.put(SyncSnapshot.key(number), head, condition: .ifAbsent) } catch {
            // After any other error the head may be there all the same, and names them.
            guard error.code == .preconditionFailed else { throw error }
            await remove(parts.written.map(\.key))
            return nil
        }
        // One that is only a step on the way lets nothing go, and is read for the next one: that is soon enough.
        if number == progress.applied {
            guard try await readBack(snapshot) else { return nil }
        }
        try note(snapshot, bytes: Int64(bytes))
        if parts.isCompared { try await tidy(snapshot, parts.packs, madeOf: old) }
        return (snapshot, parts.isCompared)
    }

    /// What is left of an attempt. The next who joins removes it otherwise.
    private func remove(_ keys: [String]) async { for key in keys { try? await store.delete(key) } }

    /// Whether all of it is there as it was written: only then anything older may go.
    /// - Returns: false where another machine has let go of it for a newer one.
    private func readBack(_ snapshot: SyncSnapshot) async throws -> Bool {
        do {
            guard try await SyncSnapshot.read(snapshot.number, of: library.uuid, in: store) == snapshot else {
                throw LibraryError(.damaged, "\(SyncSnapshot.key(snapshot.number)) in \(store.name) is not what was written. Nothing older was removed.")
            }
            for part in snapshot.parts { _ = try await snapshot.objects(of: part, library: library.uuid, in: store) }
            return true
        } catch {
            guard SyncSnapshot.isBroken(error) || error is LibraryError else { throw error }
            let isOvertaken = try await SyncSnapshot.inventory(of: store).numbers.contains { $0 > snapshot.number }
            // Nobody is to begin with it. What is older is all there.
            try await store.delete(SyncSnapshot.key(snapshot.number))
            await remove(snapshot.parts.map(\.key))
            if isOvertaken { return false }
            throw error
        }
    }

    // MARK: Letting go

    /// - Parameters:
    ///   - packs: the objects with thumbnails that the snapshot names.
    ///   - old: the one that it was made of, each part of which was read for that.
    private func tidy(_ snapshot: SyncSnapshot, _ packs: Set<String>, madeOf old: SyncSnapshot?) async throws {
        let inventory = try await SyncSnapshot.inventory(of: store)
        // One that another machine has written since is that machine's to tidy up behind.
        guard inventory.numbers.first == snapshot.number else { return }
        let older = Array(inventory.numbers.dropFirst())
        // Should the newest turn out to be unreadable, everybody begins with this one: nothing goes but what it has.
        guard let kept = try await newestWhole(of: older, knowing: old) else { return }
        for number in older where number < kept.number { try await store.delete(SyncSnapshot.key(number)) }
        // What can't be read between the two goes behind the next one.
        try await removeParts(inventory, keeping: [snapshot, kept], but: Set(older.filter { $0 > kept.number }))
        try await replaceSegments(upTo: kept.number)
        for try await object in store.objects(prefix: SyncSegment.prefix) where object.key.hasSuffix(".pack") && !packs.contains(object.key) {
            if let number = SyncSegment.number(of: object.key, behind: SyncSegment.prefix), number <= kept.number { try await store.delete(object.key) }
        }
    }

    /// The newest of which all is there as it was written, and which is of the changes that the store has.
    private func newestWhole(of numbers: [Int64], knowing old: SyncSnapshot?) async throws -> SyncSnapshot? {
        for number in numbers {
            do {
                guard let snapshot = try await SyncSnapshot.read(number, of: library.uuid, in: store),
                    try await SyncEntry.read(number, of: library.uuid, in: store)?.sum == snapshot.last
                else { continue }
                for part in snapshot.parts where snapshot != old {
                    if work.isCancelled() { return nil }
                    _ = try await snapshot.objects(of: part, library: library.uuid, in: store)
                }
                return snapshot
            } catch let error where SyncSnapshot.isBroken(error) {
                library.environment.log(.warning, "A snapshot was passed over for an older one: \(LibraryError(cloud: error).message)")
            }
        }
        return nil
    }

    /// Parts of snapshots whose heads are gone, and of attempts that ended early. Who still writes one writes a newer one, or loses.
    /// - Parameter others: the numbers of snapshots whose parts stay, whatever they are.
    private func removeParts(_ inventory: SyncSnapshot.Inventory, keeping snapshots: [SyncSnapshot], but others: Set<Int64>) async throws {
        let kept = Set(snapshots.flatMap { $0.parts.map(\.key) }), newest = snapshots.map(\.number).max() ?? 0
        for key in inventory.parts where !kept.contains(key) {
            guard let number = SyncSegment.number(of: key, behind: SyncSnapshot.prefix), number <= newest, !others.contains(number) else { continue }
            try await store.delete(key)
        }
    }

    /// From the first on, so that whoever dies here leaves no segment before one that is gone.
    private func replaceSegments(upTo last: Int64) async throws {
        var segments: [(number: Int64, sum: SyncSum, etag: String)] = []
        for number in stride(from: last, to: 0, by: -1) {
            guard let found = try await SyncEntry.read(number, of: library.uuid, in: store), case .segment = found.entry else { break }
            segments.append((number, found.sum, found.etag))
        }
        for (number, sum, etag) in segments.reversed() {
            if work.isCancelled() { return }
            do throws(CloudError) {
                _ = try await store.put(SyncSegment.key(number), Self.bytes(number, sum, library.uuid), condition: .ifMatches(etag))
            } catch {
                // Another machine tidies up, too.
                guard error.code == .preconditionFailed else { throw error }
            }
        }
    }

    private static func bytes(_ number: Int64, _ sum: SyncSum, _ library: UUID) throws(CloudError) -> [UInt8] {
        do { return try SyncEntry.joined(number, sum, library: library) } catch {
            throw CloudError(.local, object: SyncSegment.key(number), "A segment could not be replaced by its sum: \(error)", cause: error)
        }
    }
}

/// The parts of a snapshot that is being written.
private struct Parts {
    /// A part of the snapshot that this one is made of is not there, or not what was written.
    struct BrokenSource: Error { let reason: any Error }

    let library: PhotoLibrary
    let store: any CloudStore
    let number: Int64
    let attempt: UUID
    /// Whether this machine's own account is that of the parts so far.
    var isCompared = false
    private(set) var written: [SyncSnapshot.Part] = []
    /// The objects with thumbnails that are named.
    private(set) var packs: Set<String> = []
    private var page: [SyncObject] = [], bytes = 0

    init(library: PhotoLibrary, store: any CloudStore, number: Int64, attempt: UUID) {
        (self.library, self.store, self.number, self.attempt) = (library, store, number, attempt)
    }

    /// Goes through the old snapshot a part at a time, so that memory holds no more than one and what is new.
    /// - Returns: false where it was cancelled.
    mutating func merge(_ old: SyncSnapshot?, _ delta: SyncDelta, _ work: CloudWork) async throws -> Bool {
        let new = delta.objects.sorted { $0.key < $1.key }
        var rest = new[...]
        for part in old?.parts ?? [] {
            if work.isCancelled() { return false }
            for object in try await read(part, of: old) {
                while let next = rest.first, next.key < object.key {
                    try await add(next.value)
                    rest.removeFirst()
                }
                if let next = rest.first, next.key == object.key {
                    try await add(SyncDelta.joined(object, next.value))
                    rest.removeFirst()
                } else {
                    try await add(object)
                }
            }
        }
        for next in rest { try await add(next.value) }
        try await send()
        return !work.isCancelled()
    }

    private func read(_ part: SyncSnapshot.Part, of old: SyncSnapshot?) async throws -> [SyncObject] {
        do { return try await old?.objects(of: part, library: library.uuid, in: store) ?? [] } catch {
            if SyncSnapshot.isBroken(error) { throw BrokenSource(reason: error) }
            throw error
        }
    }

    private mutating func add(_ object: SyncObject) async throws {
        if let pack = object.pack { packs.insert(pack) }
        page.append(object)
        bytes += object.byteCount
        if page.count >= SyncSegment.mostObjects || bytes >= SyncSegment.mostBytes { try await send() }
    }

    private mutating func send() async throws {
        guard !page.isEmpty else { return }
        if isCompared { try compare() }
        let content = try SyncSnapshot.encode(page, number, library: library.uuid), key = SyncSnapshot.partKey(number, attempt, written.count)
        // Named before it is there, so that it is removed whatever happens.
        written.append(SyncSnapshot.Part(key: key, sum: try SyncSum(of: content), size: Int64(content.count), objects: page.count))
        _ = try await store.put(key, content)
        (page, bytes) = ([], 0)
    }

    /// - Throws: where this machine has understood the segments otherwise. Nothing is let go of then.
    private mutating func compare() throws {
        let (number, page) = (number, page)
        let states = try library.catalog.read { reader -> [SyncState?]? in
            // Another process of this machine may have taken in more by now.
            guard try reader.syncProgress()?.applied == number else { return nil }
            return try page.map { try reader.syncState($0.kind, $0.uuid) }
        }
        guard let states else {
            isCompared = false
            return
        }
        for (object, state) in zip(page, states) where !Self.agrees(state, with: object) {
            throw LibraryError(
                .damaged,
                "What machines told each other of \(object.uuid.uuidString) could not be joined: this machine knows otherwise of it. All segments stay. Please report this.")
        }
    }

    private static func agrees(_ state: SyncState?, with object: SyncObject) -> Bool {
        guard case .known(let bytes)? = state else { return state == .removed && object.isRemoved }
        // Of a version with other groups.
        guard let known = SyncBase(object.kind, bytes) else { return true }
        var base = SyncBase(object.kind)
        base.adopt(object)
        return !object.isRemoved && known.list == base.list && zip(known.hashes, base.hashes).allSatisfy { $0 == 0 || $0 == $1 }
    }
}
