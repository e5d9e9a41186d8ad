import Foundation
import Testing
@testable import Imaging

@Suite struct PipelineStressTests {
    /// In a process of its own, so that threads can be counted while hundreds of other tests run.
    @Test(.timeLimit(.minutes(30))) func aHundredThousandRequestsMadeChangedAndCancelledBySixteenThreads() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let stress = PipelineStress(seed: 5, store: DerivativeStore(folder: scratch.url.appendingPathComponent("derivatives")))
            try stress.storeThumbnails()
            let report = await stress.run()
            #expect(report.problems == [])
            #expect(report.ended == PipelineStress.requests, "every handler heard its terminal event")
            #expect(report.kinds.values.allSatisfy { $0 > 1000 }, "it was a mixed life: \(report.kinds)")
            #expect(report.kinds.count == 4)
            #expect(report.workers <= PipelineStress.threads, "decodes and handlers run on the pipeline's own threads")
            #expect(report.mostDecodes <= PipelineStress.threads)
            #expect(report.mostThreads <= report.threadsAfterWarmUp, "no thread is added, whatever the load")
            #expect(report.timesFull > 10, "the budget was felt")
            #expect(report.mostHeld <= PipelineStress.budget)
        }
    }
}
