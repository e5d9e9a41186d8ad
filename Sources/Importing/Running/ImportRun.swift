import Catalog
import Foundation
import Originals
import Pixels

/// One import under way.
struct ImportRun<Source: ImportSource> {
    let context: ImportContext
    let options: ImportOptions
    let source: Source
    let progress: @Sendable (ImportProgress) -> Void
    let isCancelled: @Sendable () -> Bool

    /// Pieces between scan and commit; bounds the memory, since each may hold a preview.
    private static var window: Int { 48 }

    /// - Parameter report: gets what was committed, also where the run ends with an error.
    func run(into report: inout ImportReport) throws {
        defer { report.isCancelled = isCancelled() }
        let session = options.dryRun ? nil : try context.originals.beginSession()
        defer { session?.finish() }
        let board = ProgressReporter(progress)
        let pipeline = OrderedPipeline<SourceItem, GroupOutcome>(window: Self.window)
        let intake = FileIntake(
            context: context, options: options, session: session, knownSizes: try knownSizes(), isCancelled: isCancelled,
            onBytes: { count in board.update { $0.bytesDone += Int64(count) } })

        let threads = WorkerThreads()
        // Whatever ends this function ends the threads, and they end before the session's folder goes.
        defer {
            pipeline.stop()
            threads.join()
        }
        let (source, isCancelled) = (source, isCancelled)
        threads.start("import scan") {
            var walk = source.makeIterator()
            while !isCancelled(), let item = walk.next(), pipeline.submit(item) {}
            pipeline.close()
        }
        threads.start("import count") { Self.count(source, board, until: { isCancelled() || pipeline.isOver }) }
        threads.start("import read", count: max(1, options.threads)) {
            pipeline.work { item in
                let outcome = Self.outcome(of: item, intake)
                board.update { progress in
                    progress.done += outcome.fileCount
                    if let name = outcome.files.last?.name { progress.currentName = name }
                }
                return outcome
            }
        }
        try collect(pipeline, session, into: &report)
        board.update(isLast: true) { _ in }
    }

    // MARK: Committing

    private func collect(_ pipeline: OrderedPipeline<SourceItem, GroupOutcome>, _ session: StagingSession?, into report: inout ImportReport) throws {
        var committer = BatchCommitter(context: context, options: options, session: session, collections: source.collections)
        try committer.make(source.collections)
        var batch: [GroupOutcome] = []
        var files = 0
        var due: Date?
        func flush() throws {
            if !batch.isEmpty { try committer.commit(batch, into: &report) }
            (batch, files, due) = ([], 0, nil)
        }
        while true {
            switch pipeline.take(until: due) {
            case .output(let outcome):
                if let end = outcome.end {
                    // What came before it was whole.
                    try flush()
                    throw ImportError(.noDecoder, Self.sentence(end), cause: end)
                }
                if batch.isEmpty { due = Date(timeIntervalSinceNow: options.batchInterval) }
                batch.append(outcome)
                files += outcome.fileCount
                if files >= options.batchSize { try flush() }
            case .timeout: try flush()
            case .ended:
                return try flush()
            }
        }
    }

    private static func sentence(_ error: CodecError) -> String {
        let text = error.description
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private func knownSizes() throws -> ContiguousArray<Int64> {
        guard options.storage == .copy, !options.dryRun else { return [] }
        return ContiguousArray(try context.catalog.read { try $0.resourceSizes() })
    }

    // MARK: Threads

    private static func outcome(of item: SourceItem, _ intake: FileIntake) -> GroupOutcome {
        switch item {
        case .group(let group): return intake.run(group)
        case .failure(let failure):
            var outcome = GroupOutcome(root: BytePath(failure.path))
            outcome.failures = [failure]
            return outcome
        case .skip(let skip):
            var outcome = GroupOutcome(root: BytePath(skip.path))
            outcome.skips = [skip]
            return outcome
        }
    }

    /// Runs ahead of the import, so that a bar knows how much there is.
    private static func count(_ source: Source, _ board: ProgressReporter, until isCancelled: () -> Bool) {
        var walk = source.makeIterator()
        while !isCancelled(), let item = walk.next() {
            board.update { progress in
                switch item {
                case .group(let group):
                    progress.found += group.files.count
                    progress.bytesFound += group.files.reduce(0) { $0 + $1.size }
                case .failure, .skip: progress.found += 1
                }
            }
        }
        board.update { $0.isCountComplete = true }
    }
}
