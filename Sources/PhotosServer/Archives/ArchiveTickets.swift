import Support
import Synchronization

/// Archives that were asked for, by addresses that are good once. The oldest are forgotten, so that memory stays bounded.
final class ArchiveTickets: Sendable {
    /// How long an address waits to be opened.
    static let life = Duration.seconds(600)
    /// Files of all archives that wait, some 500 bytes each.
    static let mostFiles = 200_000
    static let most = 16

    private struct Ticket {
        let hash: TokenHash
        let plan: ArchivePlan
        /// Whose it is: nobody else opens it.
        let grant: Grant
        let end: ContinuousClock.Instant
    }

    private let tickets = Mutex<[Ticket]>([])
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    func add(_ plan: ArchivePlan, for grant: Grant) -> Secret {
        let secret = Secret()
        let ticket = Ticket(hash: secret.hash, plan: plan, grant: grant, end: now() + Self.life)
        tickets.withLock { tickets in
            tickets.append(ticket)
            while tickets.count > Self.most || (tickets.count > 1 && tickets.reduce(0) { $0 + $1.plan.files.count } > Self.mostFiles) { tickets.removeFirst() }
        }
        return secret
    }

    /// - Parameter isUsed: whether the address is good no more.
    func plan(_ text: String, of grant: Grant, isUsed: Bool) -> ArchivePlan? {
        guard let hash = Secret(text[...])?.hash else { return nil }
        let now = now()
        return tickets.withLock { tickets in
            tickets.removeAll { $0.end <= now }
            guard let index = tickets.firstIndex(where: { $0.hash == hash && $0.grant == grant }) else { return nil }
            return isUsed ? tickets.remove(at: index).plan : tickets[index].plan
        }
    }
}
