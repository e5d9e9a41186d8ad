import NIOCore
import Synchronization

/// All connections of a server, so that a newcomer finds a slot.
final class ConnectionTable: Sendable {
    private struct State {
        var slots: ConnectionSlots
        /// `nil` where addresses say nothing.
        var paces: AddressPaces?
        var seats: [ConnectionSlots.ID: ConnectionSeat] = [:]
        /// The same by their channels.
        var channels: [ObjectIdentifier: ConnectionSeat] = [:]
        var last: ConnectionSlots.ID = 0
    }

    private let state: Mutex<State>

    /// - Parameter pace: of one address; `nil` where a proxy has everybody come from its own.
    init(_ limits: ConnectionLimits, pace: Rate?) { state = Mutex(State(slots: ConnectionSlots(limits), paces: pace.map { AddressPaces($0) })) }

    /// Gives a connection its slot, until it closes; another one may have to end for it.
    func seat(_ channel: any Channel) -> ConnectionSeat {
        let address = channel.remoteAddress?.ipAddress
        let isNear = address.map { HostRule.isLoopback($0) || $0.lowercased().hasPrefix("::ffff:127.") } ?? true
        let (seat, leaving) = state.withLock { state in
            state.last += 1
            let pace = isNear ? nil : address.flatMap { state.paces?.pace(of: $0, at: NIODeadline.now().uptimeNanoseconds) }
            let seat = ConnectionSeat(state.last, channel, self, pace)
            let leaving = state.slots.come(seat.id, from: isNear ? nil : address).flatMap { Self.remove($0, &state) }
            (state.seats[seat.id], state.channels[ObjectIdentifier(channel)]) = (seat, seat)
            return (seat, leaving)
        }
        leaving?.channel.close(promise: nil)
        channel.closeFuture.whenComplete { [self] _ in state.withLock { _ = Self.remove(seat.id, &$0) } }
        return seat
    }

    fileprivate func prove(_ id: ConnectionSlots.ID, _ guest: ObjectIdentifier?) {
        let leaving = state.withLock { state in
            let seats = state.seats
            return state.slots.prove(id, of: guest, idleSince: { seats[$0]?.idleSince ?? 0 }).flatMap { Self.remove($0, &state) }
        }
        leaving?.channel.close(promise: nil)
    }

    /// Its slot is free at once; closing takes its time.
    private static func remove(_ id: ConnectionSlots.ID, _ state: inout State) -> ConnectionSeat? {
        state.slots.leave(id)
        guard let seat = state.seats.removeValue(forKey: id) else { return nil }
        state.channels[ObjectIdentifier(seat.channel)] = nil
        return seat
    }

    /// Whose request is being answered on a connection; `nil` where that is ending.
    func session(on channel: any Channel) -> Session? { state.withLock { $0.channels[ObjectIdentifier(channel)] }?.session }
}

/// The slot of one connection.
final class ConnectionSeat: Sendable {
    let id: ConnectionSlots.ID
    fileprivate let channel: any Channel
    private let table: ConnectionTable
    /// Of its address; `nil` where that says nothing.
    private let pace: Pace?
    private let idle = Atomic<UInt64>(0)
    private let asking = Mutex<Session?>(nil)

    fileprivate init(_ id: ConnectionSlots.ID, _ channel: any Channel, _ table: ConnectionTable, _ pace: Pace?) {
        (self.id, self.channel, self.table, self.pace) = (id, channel, table, pace)
    }

    /// When the last answer was given; highest while one is.
    fileprivate var idleSince: UInt64 { idle.load(ordering: .relaxed) }

    /// Whose request is being answered.
    fileprivate var session: Session? { asking.withLock { $0 } }

    func isAnswering(_ session: Session) {
        asking.withLock { $0 = session }
        idle.store(.max, ordering: .relaxed)
    }

    func answered(_ moment: NIODeadline) { idle.store(moment.uptimeNanoseconds, ordering: .relaxed) }

    /// Somebody on the connection was let in. Once is enough, and once more where it was not the owner.
    /// - Parameter session: `nil` is the owner's.
    func prove(_ session: Session?) { table.prove(id, session.flatMap { $0.grant == .owner ? nil : ObjectIdentifier($0.client) }) }

    /// Counts a request.
    /// - Parameter session: who asks; `nil` for whoever is not let in.
    /// - Returns: how long whoever asks too much has to wait; `nil` where it may be answered.
    func wait(_ session: Session?) -> Duration? {
        guard session?.grant != .owner else { return nil }
        guard session != nil || pace != nil else { return nil }
        let now = NIODeadline.now().uptimeNanoseconds
        return session?.pace?.take(at: now) ?? pace?.take(at: now)
    }
}
