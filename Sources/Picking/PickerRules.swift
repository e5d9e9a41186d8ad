/// How many assets may be picked, and how many must be.
package struct PickerRules: Sendable, Hashable {
    /// The most that may be picked; 0 is no limit.
    package let limit: Int
    /// The fewest with which the picker can be confirmed. 0 is what Apple's picker does: one, or none where something was preselected.
    package let minimum: Int

    /// One asset, as `PHPickerConfiguration` begins.
    package static let one = PickerRules(uncheckedLimit: 1, minimum: 0)

    private init(uncheckedLimit limit: Int, minimum: Int) { (self.limit, self.minimum) = (limit, minimum) }

    /// - Throws: `.limit` for a negative one, or one below the minimum; `.minimum` for a negative one.
    package init(limit: Int = 1, minimum: Int = 0) throws(PickingError) {
        guard limit >= 0 else { throw PickingError(.limit, "a limit of \(limit) makes no sense; 0 is no limit, 1 is one asset") }
        guard minimum >= 0 else { throw PickingError(.minimum, "a minimum of \(minimum) makes no sense; 0 asks for one, or for none where something was preselected") }
        guard limit == 0 || minimum <= limit else { throw PickingError(.limit, "a limit of \(limit) is below the minimum of \(minimum), so nothing could be confirmed") }
        self.init(uncheckedLimit: limit, minimum: minimum)
    }

    /// The same minimum and another limit, as `updatePicker(using:)` asks for. A negative limit is none; one below the minimum takes that down with it.
    package func with(limit: Int) -> PickerRules {
        let limit = max(0, limit)
        return PickerRules(uncheckedLimit: limit, minimum: limit == 0 ? minimum : min(minimum, limit))
    }

    /// The same limit and another minimum, no higher than that.
    package func with(minimum: Int) -> PickerRules {
        PickerRules(uncheckedLimit: limit, minimum: limit == 0 ? max(0, minimum) : min(max(0, minimum), limit))
    }
}
