import DemonstrationMessages

/// The bars of the two long phases, one after the other.
final class DemonstrationBars: Sendable {
    private let painting: ProgressReporter
    private let importing: ProgressReporter

    init(_ console: Console) { (painting, importing) = (ProgressReporter(console), ProgressReporter(console)) }

    func update(_ progress: DemonstrationProgress) {
        switch progress.phase {
        case .painting: painting.update(found: progress.found, done: progress.done, bytesFound: 0, bytesDone: 0, name: say("Painting \(progress.name)"))
        case .importing: importing.update(found: progress.found, done: progress.done, bytesFound: 0, bytesDone: 0, name: say("Importing \(progress.name)"))
        case .arranging: importing.finish()
        }
    }

    func finish() { importing.finish() }
}
