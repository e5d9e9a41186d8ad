/// Which connections stay when there are too many. Decides only; `ConnectionTable` does what it says.
///
/// Those that never proved that they are the owner's have places apart from those that did, so that strangers, however many, only push out one another.
/// A newcomer always gets a place: the stranger who came first makes way for it.
struct ConnectionPlaces: Sendable {
    typealias ID = UInt64

    private let limits: ConnectionLimits
    /// Their addresses; empty for this machine's. Each has a higher number than those that came before it.
    private var strangers: [ID: String] = [:]
    private var proven: Set<ID> = []

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

    /// A connection proved that it is the owner's.
    /// - Parameter idleSince: when a connection's last answer was given; highest for those that are being answered.
    /// - Returns: the one that has to go: of the owner's the one that was idle longest.
    mutating func prove(_ id: ID, idleSince: (ID) -> UInt64) -> ID? {
        guard strangers.removeValue(forKey: id) != nil else { return nil }
        defer { proven.insert(id) }
        guard proven.count >= limits.connections else { return nil }
        return proven.min { (idleSince($0), $0) < (idleSince($1), $1) }
    }

    mutating func leave(_ id: ID) {
        strangers.removeValue(forKey: id)
        proven.remove(id)
    }
}
