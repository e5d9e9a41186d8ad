import Testing

@testable import Cloud

@Suite("When something is tried again") struct RetryPolicyTests {
    @Test func pausesGrowToTheCapAndAreAnythingBelow() {
        let policy = RetryPolicy()
        #expect((1...10).map { policy.pause(afterFailures: $0, random: 1, asked: nil) } == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 20, 20, 20])
        #expect(policy.pause(afterFailures: 3, random: 0, asked: nil) == 0)
        #expect(policy.pause(afterFailures: 3, random: 0.25, asked: nil) == 0.2)
        #expect(policy.pause(afterFailures: 1, random: 0.5, asked: 7) == 7)
        #expect(policy.pause(afterFailures: 1, random: 0.5, asked: 7000) == 60)
        #expect(policy.pause(afterFailures: 100_000, random: 1, asked: nil) == 20)
    }

    @Test func whereMostFailTheBudgetEnds() {
        let budget = RetryBudget()
        #expect((0..<200).filter { _ in budget.take() }.count == 100)
        for _ in 0..<4 { budget.succeeded() }
        #expect(!budget.take())
        budget.succeeded()
        #expect(budget.take() && !budget.take())
    }
}
