extension LocalTime {
    /// Offsets for dates that mostly ascend, which need no search.
    package struct Ascending {
        private let time: LocalTime
        private var index = 0

        package init(_ time: LocalTime) { self.time = time }

        /// Seconds from GMT.
        /// - Parameter date: seconds since 2001-01-01T00:00:00Z; any value.
        package mutating func offset(at date: Double) -> Int {
            let span = time.spans[index]
            if !(span.start <= date && date < span.end) { index = time.index(at: date) }
            return Int(time.spans[index].offset)
        }
    }
}
