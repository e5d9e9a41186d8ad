import Foundation
import HTTPTypes
import LibraryEngine
import PhotoModel
import Support
import Synchronization

/// The links of a library, as they stand at this moment: what another process makes or takes back is known with the next request, and with the next piece of an
/// answer that is being sent.
final class ShareStore: Sendable {
    /// How the addresses of links begin.
    static let start = "/share/"
    /// The cookie of who gave a link's password. It is sent to that link's addresses only.
    static let cookieName = "photos-share"

    private struct Entry {
        let share: Share
        /// Who comes by it, and has to give the password first.
        let visitor: Session
        /// Who sees what it shows.
        let guest: Session
    }

    private struct State {
        /// By the hash of the token.
        var entries: [Data: Entry] = [:]
        var stamp: LibraryStamp?
    }

    private let gate: AccessGate
    private let limits: ClientLimits
    private let onOver: @Sendable () -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())
    /// Whoever comes by an address of a link that is not known yet: gets nothing before it is.
    let stranger: Session
    let masks = PlaceMasks()
    let films = SharedFilms()

    /// - Parameters:
    ///   - gate: the owner's, who shares.
    ///   - onOver: called when links ended, and when somebody came by one that is over; not for a token that no link has. May wait for the disk.
    init(gate: AccessGate, limits: ClientLimits, onOver: @escaping @Sendable () -> Void, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        (self.gate, self.limits, self.onOver, self.now) = (gate, limits, onOver, now)
        stranger = Session(.stranger, gate, now: now)
    }

    /// Of `/share/TOKEN/…`; `nil` for what no token is written like.
    static func token(in uri: String) -> Substring? {
        guard uri.hasPrefix(start) else { return nil }
        let token = uri.dropFirst(start.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return Secret(token) == nil ? nil : token
    }

    /// Who asks, as far as that is known without reading: a link that was there when somebody last looked. Never waits for the disk.
    func known(_ uri: String) -> Session {
        guard let token = Self.token(in: uri), let entry = state.withLock({ $0.entries[Self.key(token)] }), entry.share.stands else { return stranger }
        return entry.visitor
    }

    /// Who asks by a link's token. May wait for the disk.
    /// - Throws: a `Problem` where no link that stands has that token.
    func session(token: String?, cookies: [Substring]) throws -> Session {
        guard let token, Secret(token[...]) != nil else { throw Self.over }
        try refresh()
        guard let entry = state.withLock({ $0.entries[Self.key(token[...])] }) else { throw Self.over }
        guard entry.share.stands else {
            onOver()
            throw Self.over
        }
        return entry.share.isProved(by: cookies) ? entry.guest : entry.visitor
    }

    /// Reads the links again where something was committed since. May wait for the disk.
    private func refresh() throws {
        let library = gate.library, stamp = library.changes.stamp
        if let stamp, state.withLock({ $0.stamp }) == stamp { return }
        let records = try library.shares()
        let ended = state.withLock { state -> [Share] in
            var entries: [Data: Entry] = [:], before = state.entries
            for record in records {
                let known = before[record.tokenHash]
                guard known?.share.record == record else {
                    entries[record.tokenHash] = entry(record)
                    continue
                }
                entries[record.tokenHash] = known
                before[record.tokenHash] = nil
            }
            (state.entries, state.stamp) = (entries, stamp)
            return before.values.map(\.share)
        }
        for share in ended { share.end() }
        // Nobody else is asked about them from now on: their tokens are those of no link.
        if !ended.isEmpty { onOver() }
    }

    private func entry(_ record: ShareRecord) -> Entry {
        let share = Share(record, of: gate.library, now: now)
        let guest: Grant = record.quota == nil ? .guest(record.uuid, mayDownload: record.rules.contains(.downloads)) : .sender(record.uuid)
        func session(_ grant: Grant) -> Session { Session(grant, gate, share: share, pace: Pace(limits.requests), now: now) }
        return Entry(share: share, visitor: session(.visitor(record.uuid)), guest: session(guest))
    }

    private static func key(_ token: Substring) -> Data { Data(TokenHash(of: token).bytes) }

    static let over = Problem(
        .gone, "link", title: "This link opens nothing any more", detail: "Its time is over, or it was taken back. Ask whoever sent it for another one.")

    /// The values of a link's cookie in a request.
    static func cookies(_ headers: HTTPFields) -> [Substring] {
        headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.trimmed
            return pair.hasPrefix(cookieName + "=") ? pair.dropFirst(cookieName.count + 1) : nil
        }
    }
}
