/// What a person has picked so far: an ordered set, and the rules of what may join it.
///
/// A value without a clock, a library or a lock: page, sessions, tool and API all go by it. Order is the order of picking, which the person may change.
/// An asset that disappears from the library leaves its place behind, and is there again when it comes back, since deleting can be undone while somebody picks.
package struct PickerSelection<ID: Hashable & Sendable>: Sendable, Equatable {
    package internal(set) var rules: PickerRules
    /// What was picked when the picker opened, without what came twice. More than the limit may be.
    package let preselected: [ID]
    /// In order, with those that are gone meanwhile.
    var entries: [ID]
    private var members: Set<ID>
    /// Those of the entries that are not in the library at present.
    var missing: Set<ID> = []
    /// The same of what was preselected, picked or not.
    var lost: Set<ID> = []

    package init(_ rules: PickerRules = .one, preselected: [ID] = []) {
        var known: Set<ID> = []
        self.rules = rules
        self.preselected = preselected.filter { known.insert($0).inserted }
        (entries, members) = (self.preselected, known)
    }

    /// What is picked, in order.
    package var ids: [ID] { missing.isEmpty ? entries : entries.filter { !missing.contains($0) } }
    package var count: Int { entries.count - missing.count }
    package var isEmpty: Bool { count == 0 }

    /// Whether it is picked, or was and is gone from the library.
    func remembers(_ id: ID) -> Bool { members.contains(id) }

    package func contains(_ id: ID) -> Bool { members.contains(id) && !missing.contains(id) }

    /// The number that a badge shows, from 1; `nil` for what is not picked.
    package func number(of id: ID) -> Int? { contains(id) ? ids.firstIndex(of: id).map { $0 + 1 } : nil }

    /// How many more may be picked; `nil` where there is no limit.
    package var remaining: Int? { rules.limit == 0 ? nil : max(0, rules.limit - count) }
}

extension PickerSelection {
    /// Why something was not picked.
    package enum Refusal: Sendable, Hashable {
        /// As many as may be are picked already.
        case limit(Int)
        /// The veto: the filter, or the host, doesn't let it be picked.
        case vetoed
    }

    /// What a step has changed.
    package struct Step: Sendable, Equatable {
        /// In the order in which they were given.
        package var selected: [ID] = []
        /// In the order in which they were picked.
        package var deselected: [ID] = []
        package var refused: [ID: Refusal] = [:]

        package var isEmpty: Bool { selected.isEmpty && deselected.isEmpty && refused.isEmpty }
    }

    /// Picks what is not picked yet, in order, until the limit. With a limit of one another asset takes the place of the one that was picked.
    /// - Parameter permits: The veto: whether an asset may be picked at all. It is asked for each that isn't picked yet, once.
    @discardableResult
    package mutating func select(_ ids: some Sequence<ID>, permits: (ID) -> Bool = { _ in true }) -> Step {
        var step = Step()
        for id in ids where !contains(id) && step.refused[id] == nil {
            guard permits(id) else {
                step.refused[id] = .vetoed
                continue
            }
            if rules.limit == 1, count == 1, step.selected.isEmpty { step.deselected += deselect(self.ids).deselected }
            if remaining == 0 {
                step.refused[id] = .limit(rules.limit)
                continue
            }
            // Who was missing and is picked anew takes its new place.
            if missing.remove(id) != nil { entries.removeAll { $0 == id } }
            entries.append(id)
            members.insert(id)
            step.selected.append(id)
        }
        return step
    }

    @discardableResult
    package mutating func select(_ id: ID, permits: (ID) -> Bool = { _ in true }) -> Step { select(CollectionOfOne(id), permits: permits) }

    /// Takes them out; what is not picked is passed over, and nothing that was taken out comes back by itself.
    @discardableResult
    package mutating func deselect(_ ids: some Sequence<ID>) -> Step {
        let leaving = members.intersection(ids)
        guard !leaving.isEmpty else { return Step() }
        let step = Step(deselected: entries.filter { leaving.contains($0) && !missing.contains($0) })
        entries.removeAll { leaving.contains($0) }
        members.subtract(leaving)
        missing.subtract(leaving)
        return step
    }

    @discardableResult
    package mutating func deselect(_ id: ID) -> Step { deselect(CollectionOfOne(id)) }

    /// What a tap does.
    @discardableResult
    package mutating func toggle(_ id: ID, permits: (ID) -> Bool = { _ in true }) -> Step { contains(id) ? deselect(id) : select(id, permits: permits) }

    /// Puts one behind another, or in front of all with `nil`.
    /// - Returns: Whether anything moved: not where one of them is not picked, or it stands there already.
    @discardableResult
    package mutating func move(_ id: ID, after other: ID?) -> Bool {
        guard contains(id), id != other, other.map(contains) ?? true else { return false }
        let before = ids
        entries.removeAll { $0 == id }
        entries.insert(id, at: other.flatMap { entries.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
        return ids != before
    }

    /// Puts all in another order, as a tray that was rearranged.
    /// - Returns: Whether it was one: what names something else than what is picked changes nothing.
    @discardableResult
    package mutating func reorder(_ ids: [ID]) -> Bool {
        guard ids.count == count, Set(ids).count == count, ids.allSatisfy(contains) else { return false }
        // Who is missing keeps its place between the others.
        var rest = ids.makeIterator()
        entries = entries.map { missing.contains($0) ? $0 : rest.next() ?? $0 }
        return true
    }
}
