import Testing
@testable import Query

/// What a query may cost is bounded over all its terms and texts together, and nobody works for somebody who is gone.
struct BudgetTests {
    /// Each fits into what one text may take; only all together are too much.
    static let format = (0..<10).map { "filename MATCHES \".*a.*a.*a.*a.*Z\($0)\"" }.joined(separator: " OR ")
    static let text = String(repeating: "a", count: 40)

    private func resolved(_ format: String, _ budget: QueryBudget = QueryBudget()) throws -> ResolvedPredicate {
        try KeySpace.assets.resolve(try Query.Predicate(format: format), now: 0, budget: budget)
    }

    @Test func `one of the texts is no trouble`() throws {
        let budget = QueryBudget()
        #expect(try !resolved(Self.format).matches({ _ in .string(Self.text) }, budget))
        #expect(budget.spent > 10 * QueryLimits.patternStepWork, "\(budget.spent)")
        #expect(budget.spent < 10 * QueryLimits.patternSteps * QueryLimits.patternStepWork, "\(budget.spent)")
    }

    @Test(arguments: [1, 10, 1_000]) func `ten terms over any number of texts cost no more than the budget, since it is one for the query`(texts: Int) throws {
        let predicate = try resolved(Self.format), budget = QueryBudget(30_000)
        let error = #expect(throws: QueryError.self) {
            for _ in 0..<max(texts, 10) { _ = try predicate.matches({ _ in .string(Self.text) }, budget) }
        }
        #expect(error?.code == .tooCostly)
        #expect(error?.message.contains(".*a.*a.*a.*a.*Z") == true, "says what was expensive: \(error?.message ?? "")")
        #expect(budget.spent <= 30_000 + 2 * QueryLimits.patternStepWork, "\(budget.spent)")
    }

    @Test func `a query whose asker is gone ends in the middle of a text`() throws {
        let predicate = try resolved(Self.format), budget = QueryBudget()
        let error = #expect(throws: QueryError.self) {
            _ = try predicate.matches(
                { _ in
                    budget.cancel()
                    return .string(Self.text)
                }, budget)
        }
        #expect(error?.code == .cancelled)
        #expect(budget.spent < 3 * QueryLimits.patternStepWork, "\(budget.spent)")
        #expect(throws: QueryError.self, "and tests no further object") { try predicate.matches({ _ in .null }, budget) }
    }

    @Test func `constants that are matched while a predicate is resolved cost as well`() throws {
        let format = (0..<10).map { "\"\(Self.text)\" MATCHES \".*a.*a.*a.*a.*Z\($0)\"" }.joined(separator: " OR ")
        let budget = QueryBudget(5_000)
        let error = #expect(throws: QueryError.self) { try resolved(format, budget) }
        #expect(error?.code == .tooCostly)
    }

    @Test func `a long text is not compared with LIKE for longer than the budget allows`() throws {
        let pattern = LikePattern(String(repeating: "*" + String(repeating: "a", count: 500) + "b", count: 2)), budget = QueryBudget(500)
        let error = #expect(throws: QueryError.self) { try pattern.matches(String(repeating: "a", count: 100_000), budget) }
        #expect(error?.code == .tooCostly)
        #expect(budget.spent < 600)
    }

    @Test func `many terms without a pattern say that they are too many`() {
        let budget = QueryBudget(10)
        budget.count(11)
        let error = #expect(throws: QueryError.self) { try budget.check() }
        #expect(error?.message.contains("too many terms") == true)
    }
}
