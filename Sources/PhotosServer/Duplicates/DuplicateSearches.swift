import Foundation
import LibraryEngine
import Synchronization

/// Searches for duplicates: whoever wants the same waits for the same one, which ends with the last of them. What was found is kept under an identifier,
/// so that a page goes through one report while the library changes.
final class DuplicateSearches: Sendable {
    struct Key: Hashable, Sendable {
        var grant: Grant
        var similar: Bool
    }

    struct Progress: Sendable, Equatable {
        var done = 0
        var total = 0
    }

    /// What a search found, as rows: who reads it looks what became of them.
    struct Report: Sendable {
        struct Group: Sendable {
            var likeness: DuplicateGroup.Likeness
            /// The best file first.
            var assets: [Int64]
            /// Which rendering of each was compared.
            var revisions: [Int64]

            init(_ group: DuplicateGroup) { (likeness, assets, revisions) = (group.likeness, group.assets.map(\.id), group.assets.map(\.revision)) }
        }

        let id: UUID
        let key: Key
        let groups: [Group]
        /// Photos that were compared, those without a thumbnail that can be read, and those whose pixels could not be read.
        let compared: Int, leftOut: Int, unread: Int
        /// What it was made of. A part of the library may be another one at the next look, and so may what could not be read.
        let position: Int64, distinct: DistinctPhotos
        let isLasting: Bool
    }

    private struct State {
        /// The latest last.
        var reports: [Report] = []
        /// Of searches under way, each with the search's own number: one that was given up ends a little after the next one has begun.
        var progress: [Key: (number: Int, progress: Progress)] = [:]
        var lastNumber = 0
    }

    /// Of pages that are open at once.
    private static let mostReports = 4

    private let state = Mutex(State())
    private let searching = SharedWork<Key, Report>()
    private let digests = PixelDigests()

    /// How far a search is; `nil` where none is under way.
    func progress(of key: Key) -> Progress? { state.withLock { $0.progress[key]?.progress } }

    /// A report by its identifier.
    func report(_ id: UUID, of key: Key) -> Report? { state.withLock { $0.reports.last { $0.id == id && $0.key == key } } }

    /// What is there twice now: of the last search where nothing changed since, else of another one.
    func report(_ key: Key, _ context: GalleryContext) async throws -> Report {
        while true {
            if let known = try await context.read({ try self.known(key, $0) }) { return known }
            do {
                return try await searching.value(key) { try await self.search(key, context) }
            } catch is CancellationError where !Task.isCancelled && context.session.stands {
                // The search was of somebody whose session ended. Whoever waited with him begins it anew.
            }
        }
    }

    private func known(_ key: Key, _ reader: LibraryReader) throws -> Report? {
        guard let last = state.withLock({ $0.reports.last { $0.key == key } }), last.isLasting else { return nil }
        guard try reader.position.rawValue == last.position, try reader.distinctPhotos() == last.distinct else { return nil }
        return last
    }

    private func search(_ key: Key, _ context: GalleryContext) async throws -> Report {
        let isGivenUp = GivenUp()
        let number = state.withLock { state in
            state.lastNumber += 1
            state.progress[key] = (state.lastNumber, Progress())
            return state.lastNumber
        }
        defer { end(key, number) }
        return try await withTaskCancellationHandler {
            try await context.work.run(.comparison) { [session = context.session] in
                defer { self.end(key, number) }
                // Others may wait with whoever was let in no longer.
                guard session.stands else { throw CancellationError() }
                let gate = try session.gate(), isPart = try gate.readingScope() == .selection
                let (position, distinct) = try gate.read { (try $0.position.rawValue, try $0.distinctPhotos()) }
                let found = try gate.library.duplicates(similar: key.similar, selection: isPart ? gate.application : nil, digests: self.digests) { done, total in
                    self.note(Progress(done: done, total: total), key, number)
                    return !isGivenUp.isSo && session.stands
                }
                let report = Report(
                    id: gate.library.environment.makeUUID(), key: key, groups: found.groups.map(Report.Group.init), compared: found.compared,
                    leftOut: found.leftOutCount, unread: found.unread, position: position, distinct: distinct,
                    isLasting: !isPart && found.leftOutCount == 0 && found.unread == 0)
                self.keep(report)
                return report
            }
        } onCancel: {
            isGivenUp.giveUp()
        }
    }

    private func note(_ progress: Progress, _ key: Key, _ number: Int) {
        state.withLock { if $0.progress[key]?.number == number { $0.progress[key] = (number, progress) } }
    }

    private func end(_ key: Key, _ number: Int) {
        state.withLock { if $0.progress[key]?.number == number { $0.progress[key] = nil } }
    }

    private func keep(_ report: Report) {
        state.withLock { state in
            state.reports.append(report)
            if state.reports.count > Self.mostReports { state.reports.removeFirst() }
        }
    }
}

/// Told from the thread of whoever leaves to the one that searches.
private final class GivenUp: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSo: Bool { flag.load(ordering: .relaxed) }
    func giveUp() { flag.store(true, ordering: .relaxed) }
}
