import Foundation
import LibraryEngine
import Synchronization

/// One who was let in. Everything is answered to a session, and nothing, from no cache either, before what its grant allows is known.
package final class Session: Sendable {
    /// Names it, and opens nothing.
    let id = UUID()
    package let grant: Grant
    /// The grant's one way to the library, which sessions of the same grant share.
    let openGate: AccessGate
    /// What it gets assets from, where that is all it gets: what was chosen there.
    let picker: Picker?
    /// Where a person may choose, who came by those pickers' addresses; nowhere for anybody else.
    private let admitted = Mutex<[Picker]>([])
    /// The link that it came by; `nil` for all others.
    let share: Share?
    /// What it asks for, counted; `nil` is the owner's, which is not.
    let pace: Pace?
    /// Of the application that asked for its picker.
    private let asker: Session?
    private let begun: ContinuousClock.Instant
    private let end: ContinuousClock.Instant?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let takenBack = Atomic<Bool>(false)

    /// - Parameters:
    ///   - asker: the application that asked for `picker`, whose pace it shares.
    ///   - end: `nil` lasts as long as the server.
    init(
        _ grant: Grant, _ gate: AccessGate, picker: Picker? = nil, of asker: Session? = nil, share: Share? = nil, pace: Pace? = nil,
        end: ContinuousClock.Instant? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        (self.grant, openGate, self.picker, self.asker, self.share, self.end, self.now, begun) = (grant, gate, picker, asker, share, end, now, now())
        self.pace = asker?.pace ?? pace
    }

    /// Whose turns, streams and connections it takes: an application is one client, however many pickers it asks for.
    var client: Session { asker ?? self }

    /// False once it was taken back, or its time is over. A person at a picker sees the library to choose from it, and no longer than one that let them in waits
    /// for an answer.
    var stands: Bool { isKnown && (grant != .chooser || admitted.withLock { $0 }.contains { $0.current.phase.isAwaited }) }

    /// The same, but for a person whose picker was answered or has ended: its page says so, and shows nothing of the library any more.
    var isKnown: Bool { !isTakenBack && (end.map { now() < $0 } ?? true) && (share?.stands ?? true) && picker?.current.phase != .ended }

    var isTakenBack: Bool { takenBack.load(ordering: .acquiring) }

    /// How long it stands.
    var age: Duration { begun.duration(to: now()) }
    /// How long it will; `nil` as long as the server.
    var remaining: Duration? {
        if let end { return now().duration(to: end) }
        return grant == .chooser ? admitted.withLock { $0 }.filter { $0.current.phase.isAwaited }.map(\.remaining).max() : picker?.remaining
    }

    func takeBack() { takenBack.store(true, ordering: .releasing) }

    /// Lets a person choose at one more picker.
    func admit(to picker: Picker) {
        admitted.withLock { admitted in
            // Those that have ended let nobody in.
            admitted.removeAll { $0 === picker || $0.current.phase == .ended }
            admitted.append(picker)
        }
    }

    /// Whether a person may choose there.
    func isAdmitted(to picker: Picker?) -> Bool { admitted.withLock { $0.contains { $0 === picker } } }

    /// What it may see and change.
    /// - Throws: a `Problem` once it has ended; why there is no library any more.
    func gate() throws -> AccessGate {
        guard stands else { throw share != nil ? ShareStore.over : isKnown ? Self.pickerOver : RequestGuard.sessionOver }
        if let reason = openGate.library.changes.unavailability { throw reason }
        return openGate
    }

    /// Whether it may see an asset, as far as that is known without reading; `nil` otherwise.
    func knownToSee(_ row: Int64) -> Bool? { stands && grant.allows(.viewing) ? openGate.knownVisibility?.includes(row) : nil }

    /// Before a part of something long is sent: what was taken back meanwhile is not sent to its end. May wait for the disk.
    /// - Throws: a `Problem` for an asset that it may not see, or not any more.
    func requireSight(of row: Int64) throws {
        guard try gate().visibility().includes(row), picker?.holds(row) ?? true, try share?.list().contains(row) ?? true else {
            throw Problem(.notFound, "missing", title: "It is not there", detail: "The photo is not among those that may be seen here any more.")
        }
    }

    /// - Throws: a `Problem` where its grant does not allow that.
    func require(_ need: Need) throws {
        // Whose picker was answered is told so, by its page.
        if stands || !isKnown || need.isOfLibrary { _ = try gate() }
        guard grant.allows(need) else {
            throw Self.denied
        }
    }

    /// Whether the body of a request may be a file, as far as that is known from its head: what a link allows is looked up behind it, before a byte of the body is read.
    var maySendFiles: Bool { grant.allows(.uploading) || grant == .stranger || share?.record.quota != nil }

    static let pickerOver = Problem(
        .forbidden, "picker-over", title: "The picker was answered already",
        detail: "What was chosen was handed over, or nobody waits for it any more. Ask the program for another picker to see photos.")

    static let denied = Problem(.forbidden, "denied", title: "It is not allowed", detail: "What was granted does not go as far. The library's owner can give more.")
}

extension Session: Hashable {
    package static func == (one: Session, other: Session) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
