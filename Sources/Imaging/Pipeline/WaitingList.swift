/// What waits at one priority, newest or oldest first.
///
/// A list linked through an array: entering, leaving from anywhere and taking the next one cost the same however many wait. What left is let go
/// of at once; the slots for as many as ever waited together goes when the last one leaves.
struct WaitingList<Element> {
    enum Order { case newestFirst, oldestFirst }
    /// Where an element waits; its own until it leaves.
    typealias Slot = Int

    private struct Node {
        /// `nil` in a free slot, whose `older` names the next free one.
        var element: Element?
        var newer: Slot?
        var older: Slot?
    }

    private let order: Order
    private var nodes: [Node] = []
    private var free: Slot?
    private var newest: Slot?
    private var oldest: Slot?
    private(set) var count = 0

    /// Slots there are, free ones included.
    var capacity: Int { nodes.count }

    init(_ order: Order) { self.order = order }

    mutating func push(_ element: Element) -> Slot {
        let slot: Slot
        if let vacant = free {
            (slot, free) = (vacant, nodes[vacant].older)
            nodes[slot] = Node(element: element)
        } else {
            slot = nodes.count
            nodes.append(Node(element: element))
        }
        link(slot)
        count += 1
        return slot
    }

    /// The element was asked for again: the newest goes first, so it moves up. Where the oldest goes first it keeps its turn.
    mutating func renew(_ slot: Slot) {
        guard order == .newestFirst, newest != slot else { return }
        unlink(slot)
        link(slot)
    }

    mutating func remove(_ slot: Slot) {
        unlink(slot)
        nodes[slot] = Node(element: nil, older: free)
        free = slot
        count -= 1
        if count == 0 {
            nodes.removeAll(keepingCapacity: nodes.count <= 64)
            free = nil
        }
    }

    /// What `pop` would take.
    var next: Element? { (order == .newestFirst ? newest : oldest).flatMap { nodes[$0].element } }

    mutating func pop() -> Element? {
        guard let slot = order == .newestFirst ? newest : oldest else { return nil }
        let element = nodes[slot].element
        remove(slot)
        return element
    }

    private mutating func link(_ slot: Slot) {
        nodes[slot].older = newest
        nodes[slot].newer = nil
        if let newest { nodes[newest].newer = slot } else { oldest = slot }
        newest = slot
    }

    private mutating func unlink(_ slot: Slot) {
        let (newer, older) = (nodes[slot].newer, nodes[slot].older)
        if let newer { nodes[newer].older = older } else { newest = older }
        if let older { nodes[older].newer = newer } else { oldest = newer }
    }
}
