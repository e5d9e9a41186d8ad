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
            // What the process ends with is all that is told of it: the words, not the claim.
            #expect(report.problems == [], "what must not happen: \(report.problems)")
            #expect(report.ended == PipelineStress.requests, "every handler hears its terminal event: \(report.ended)")
            #expect(report.kinds.count == 4 && report.kinds.values.allSatisfy { $0 > 1000 }, "it was a mixed life: \(report.kinds)")
            #expect(report.workers <= PipelineStress.threads, "decodes and handlers run on the pipeline's own threads: \(report.workers)")
            #expect(report.mostDecodes <= PipelineStress.threads, "no more decodes at once than threads: \(report.mostDecodes)")
            #expect(
                report.mostThreads <= report.threadsAfterWarmUp,
                "no thread is added, whatever the load: \(report.threadsAfterWarmUp), then \(report.mostThreads)")
            #expect(report.timesFull > 10, "the budget is felt: \(report.timesFull) times")
            #expect(report.mostHeld <= PipelineStress.budget, "pictures held: \(Double(report.mostHeld) / Double(StressAsset.bytes)) of 16")
        }
    }
}
