import Synchronization

/// One file on its way here, and everybody who waits for it.
final class Download: Sendable {
    private struct State {
        var tickets: [ObjectIdentifier: FetchTicket] = [:]
        /// Whole hundredths that were told.
        var percent = 0
        /// Nobody waits any more, or the end was told: whoever comes now needs another download.
        var isOver = false
    }

    private let state = Mutex(State())
    /// Cancelled when nobody waits any more.
    let cancellation = FetchCancellation()

    /// False where it is over. A late one is told 0 first, and then how far it is.
    func join(_ ticket: FetchTicket) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            ticket.joined(self)
            state.tickets[ObjectIdentifier(ticket)] = ticket
            // Only puts it into the ticket's queue, so nobody is called under the lock; and nothing that is told later comes before it.
            ticket.tell(0)
            if state.percent > 0 { ticket.tell(Double(state.percent) / 100) }
            return true
        }
    }

    func leave(_ ticket: FetchTicket) {
        let isAbandoned = state.withLock { state in
            state.tickets[ObjectIdentifier(ticket)] = nil
            guard state.tickets.isEmpty, !state.isOver else { return false }
            state.isOver = true
            return true
        }
        if isAbandoned { cancellation.cancel() }
    }

    /// How much of it is here, from 0 to 1, in hundredths.
    var fraction: Double { state.withLock { Double($0.percent) / 100 } }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Every hundredth is told, but for the last, which means that the file is there.
    func note(_ bytes: Int64, of size: Int64) {
        let percent = size > 0 ? Int(min(99, bytes * 100 / size)) : 0
        state.withLock { state in
            guard percent > state.percent else { return }
            state.percent = percent
            for ticket in state.tickets.values { ticket.tell(Double(percent) / 100) }
        }
    }

    func end(_ result: FetchTicket.End) {
        let tickets = state.withLock { state in
            state.isOver = true
            defer { state.tickets = [:] }
            return Array(state.tickets.values)
        }
        for ticket in tickets {
            if case .success = result { ticket.tell(1) }
            ticket.tell(end: result)
        }
    }
}
