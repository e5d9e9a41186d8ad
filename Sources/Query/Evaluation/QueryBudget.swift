import Synchronization

/// How much work one query may cost, all its terms and all objects together, and whether anybody still waits for it.
///
/// Whoever tests objects spends from it: a pattern while it is matched, SQLite's machine and scans over columns while they run. A unit is about
/// a microsecond; steps are counted rather than time, so that a query that is refused is refused on every machine. May be used from any thread.
package final class QueryBudget: Sendable {
    /// Units that the query may cost.
    package let limit: Int
    private let work = Atomic<Int>(0)
    private let hasEnded = Atomic<Bool>(false)
    private let costliest = Mutex<(pattern: String, work: Int)?>(nil)

    package init(_ limit: Int = QueryLimits.work) { self.limit = limit }

    /// Units spent so far.
    package var spent: Int { work.load(ordering: .relaxed) }

    /// Ends the query: whatever still works for it throws `.cancelled` at its next check.
    package func cancel() { hasEnded.store(true, ordering: .relaxed) }

    package var isCancelled: Bool { hasEnded.load(ordering: .relaxed) }

    /// Whether the query has to end, one way or the other.
    package var isOver: Bool { isCancelled || spent > limit }

    /// Counts units, and does not throw: for loops that look at `isOver`.
    package func count(_ units: Int) { work.add(units, ordering: .relaxed) }

    /// - Parameter pattern: the pattern that the units were spent on, if it was one.
    package func count(_ units: Int, on pattern: String) {
        count(units)
        costliest.withLock { if $0.map({ $0.work < units }) ?? true { $0 = (pattern, units) } }
    }

    /// - Throws: `.cancelled`; `.tooCostly` with the pattern that cost most.
    package func check() throws(QueryError) {
        if isCancelled { throw QueryError(.cancelled, "the query was given up: nobody waits for its answer any more") }
        guard spent > limit else { return }
        let cause = costliest.withLock { $0 }.map {
            "matching \"\($0.pattern.prefix(100))\" cost most. Repetitions in a row or inside each other, such as .*a.*a.*b or (a+)+, are the usual cause; write fewer, or use CONTAINS"
        }
        throw QueryError(
            .tooCostly, "the query takes too much work; " + (cause ?? "it has too many terms for so many objects. Ask for less, or in parts"))
    }

    /// Counts units and checks.
    package func spend(_ units: Int) throws(QueryError) {
        count(units)
        try check()
    }
}

extension QueryBudget {
    /// The budget of the query whose SQL this thread is stepping: functions that SQL calls have no other way to be told.
    @TaskLocal package static var current: QueryBudget?
}
