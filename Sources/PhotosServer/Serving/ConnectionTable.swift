import NIOCore
import Synchronization

/// All connections of a server, so that a newcomer finds a place.
final class ConnectionTable: Sendable {
    private struct State {
        var places: ConnectionPlaces
        var seats: [ConnectionPlaces.ID: ConnectionSeat] = [:]
        var last: ConnectionPlaces.ID = 0
    }

    private let state: Mutex<State>

    init(_ limits: ConnectionLimits) { state = Mutex(State(places: ConnectionPlaces(limits))) }

    /// Gives a connection its place, until it closes; another one may have to end for it.
    func seat(_ channel: any Channel) -> ConnectionSeat {
        let address = channel.remoteAddress?.ipAddress
        let isNear = address.map { HostRule.isLoopback($0) || $0.lowercased().hasPrefix("::ffff:127.") } ?? true
        let (seat, leaving) = state.withLock { state in
            state.last += 1
            let seat = ConnectionSeat(state.last, channel, self)
            let leaving = state.places.come(seat.id, from: isNear ? nil : address).flatMap { Self.remove($0, &state) }
            state.seats[seat.id] = seat
            return (seat, leaving)
        }
        leaving?.channel.close(promise: nil)
        channel.closeFuture.whenComplete { [self] _ in state.withLock { _ = Self.remove(seat.id, &$0) } }
        return seat
    }

    fileprivate func prove(_ id: ConnectionPlaces.ID) {
        let leaving = state.withLock { state in
            let seats = state.seats
            return state.places.prove(id, idleSince: { seats[$0]?.idleSince ?? 0 }).flatMap { Self.remove($0, &state) }
        }
        leaving?.channel.close(promise: nil)
    }

    /// Its place is free at once; closing takes its time.
    private static func remove(_ id: ConnectionPlaces.ID, _ state: inout State) -> ConnectionSeat? {
        state.places.leave(id)
        return state.seats.removeValue(forKey: id)
    }
}

/// The place of one connection.
final class ConnectionSeat: Sendable {
    let id: ConnectionPlaces.ID
    fileprivate let channel: any Channel
    private let table: ConnectionTable
    private let idle = Atomic<UInt64>(0)

    fileprivate init(_ id: ConnectionPlaces.ID, _ channel: any Channel, _ table: ConnectionTable) { (self.id, self.channel, self.table) = (id, channel, table) }

    /// When the last answer was given; highest while one is.
    fileprivate var idleSince: UInt64 { idle.load(ordering: .relaxed) }

    func isAnswering() { idle.store(.max, ordering: .relaxed) }
    func answered(_ moment: NIODeadline) { idle.store(moment.uptimeNanoseconds, ordering: .relaxed) }

    /// The connection is the owner's. Once is enough.
    func prove() { table.prove(id) }
}
