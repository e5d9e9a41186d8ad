/// Which connections stay when there are too many. Decides only; `ConnectionTable` does what it says.
///
/// Those that never proved anything, the owner's, and those of others who were let in have slots apart, so that strangers and guests, however many, only push out
/// one another.
/// A newcomer always gets a slot: the stranger who came first makes way for it.
struct ConnectionSlots: Sendable {
    typealias ID = UInt64

    private let limits: ConnectionLimits
    /// Their addresses; empty for this machine's. Each has a higher number than those that came before it.
    private var strangers: [ID: String] = [:]
    private var owners: Set<ID> = []
    /// Whose they are.
    private var guests: [ID: ObjectIdentifier] = [:]

    init(_ limits: ConnectionLimits) { self.limits = limits }

    /// A connection came.
    /// - Parameter address: the peer's; `nil` where it says nothing, since all of this machine share it.
    /// - Returns: the one that has to go.
    mutating func come(_ id: ID, from address: String?) -> ID? {
        defer { strangers[id] = address ?? "" }
        if let address {
            let neighbours = strangers.filter { $0.value == address }
            if neighbours.count >= limits.strangersOfOneAddress { return neighbours.keys.min() }
        }
        return strangers.count >= limits.strangers ? strangers.keys.min() : nil
    }

    /// Somebody on a connection was let in.
    /// - Parameters:
    ///   - guest: whose session it is; `nil` for the owner, whose a guest's connection may still become where a proxy uses it for all.
    ///   - idleSince: when a connection's last answer was given; highest for those that are being answered.
    /// - Returns: the one that has to go: of the guest's, of all guests' or of the owner's the one that was idle longest.
    mutating func prove(_ id: ID, of guest: ObjectIdentifier?, idleSince: (ID) -> UInt64) -> ID? {
        func idlest(_ ids: some Sequence<ID>) -> ID? { ids.min { (idleSince($0), $0) < (idleSince($1), $1) } }
        guard strangers.removeValue(forKey: id) != nil || (guest == nil && guests.removeValue(forKey: id) != nil) else { return nil }
        guard let guest else {
            defer { owners.insert(id) }
            return owners.count >= limits.connections ? idlest(owners) : nil
        }
        defer { guests[id] = guest }
        let own = guests.filter { $0.value == guest }
        if own.count >= limits.connectionsOfOneGuest { return idlest(own.keys) }
        return guests.count >= limits.guests ? idlest(guests.keys) : nil
    }

    mutating func leave(_ id: ID) {
        strangers.removeValue(forKey: id)
        owners.remove(id)
        guests.removeValue(forKey: id)
    }
}
