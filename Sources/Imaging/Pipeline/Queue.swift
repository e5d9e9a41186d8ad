/// First in, first out, both in constant time.
struct Queue<Element> {
    private var incoming: [Element] = []
    private var outgoing: [Element] = []

    mutating func push(_ element: Element) { incoming.append(element) }

    mutating func pop() -> Element? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming = []
        }
        return outgoing.popLast()
    }
}
