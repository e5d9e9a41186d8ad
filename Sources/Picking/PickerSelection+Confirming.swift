extension PickerSelection {
    /// Whether the picker can be confirmed with what is picked.
    package enum Readiness: Sendable, Hashable {
        case ready
        /// So many more are needed.
        case tooFew(Int)
        /// So many have to go: more were preselected than the limit allows, or it was lowered since.
        case tooMany(Int)
    }

    package var readiness: Readiness {
        if rules.limit > 0, count > rules.limit { return .tooMany(count - rules.limit) }
        let needed = rules.minimum > 0 ? rules.minimum : preselected.isEmpty ? 1 : 0
        return count < needed ? .tooFew(needed - count) : .ready
    }

    /// What a picker that is cancelled gives: what was preselected, whatever was picked since, without what is gone.
    package var cancelled: [ID] { preselected.filter { !lost.contains($0) } }

    /// Other rules from now on. Nothing is taken out: with a limit below what is picked it can't be confirmed until enough are.
    package mutating func update(_ rules: PickerRules) { self.rules = rules }
}

extension PickerSelection {
    /// What the library's changes did to a selection.
    package struct Fate: Sendable, Equatable {
        /// No longer picked, since they were deleted, purged or hidden, or access to them was taken away.
        package var gone: [ID] = []
        /// Picked again, where they were.
        package var back: [ID] = []
        /// In the library again, and not picked: others have filled the limit meanwhile.
        package var forgotten: [ID] = []

        package init(gone: [ID] = [], back: [ID] = [], forgotten: [ID] = []) { (self.gone, self.back, self.forgotten) = (gone, back, forgotten) }

        package var isEmpty: Bool { gone.isEmpty && back.isEmpty && forgotten.isEmpty }
    }

    /// What `follow` asks for: all that is, was or was to be picked.
    package var watched: [ID] { entries + preselected.filter { !remembers($0) } }

    /// Follows the library: what is not there is not picked, and is again once it is back.
    /// - Parameter isThere: Whether the person can still see an asset. It is asked for each of `watched`, once.
    @discardableResult
    package mutating func follow(_ isThere: (ID) -> Bool) -> Fate {
        let absent = Set(watched.filter { !isThere($0) })
        let gone = entries.filter { absent.contains($0) && !missing.contains($0) }
        let returning = entries.filter { missing.contains($0) && !absent.contains($0) }
        lost = absent.intersection(preselected)
        missing.formUnion(gone)
        var fate = Fate(gone: gone)
        let given = returning.isEmpty ? [] : Set(preselected)
        for id in returning {
            // More than the limit may have been preselected, and those are as many again.
            let most = max(rules.limit, given.contains(id) ? preselected.count : 0)
            if rules.limit == 0 || count < most {
                missing.remove(id)
                fate.back.append(id)
            } else {
                fate.forgotten.append(id)
            }
        }
        deselect(fate.forgotten)
        return fate
    }
}
