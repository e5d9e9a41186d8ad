import LibraryEngine
import Synchronization

/// How far a command is with its assets, one of which may be on its way from the cloud.
final class AssetProgress: Sendable {
    private let bar: ProgressReporter
    private let total: Int
    private let done = Atomic(0)

    init(_ bar: ProgressReporter, total: Int) { (self.bar, self.total) = (bar, total) }

    /// The command is done with one more. Nothing is drawn for this alone.
    func countOne() { done.add(1, ordering: .relaxed) }

    func update(done: Int, name: String = "") {
        self.done.store(done, ordering: .relaxed)
        draw(0, name)
    }

    func finish() { bar.finish() }

    /// Shows the download of a file of the asset at hand, and gives it up when the user wants the work to stop.
    func network(_ name: String = "") -> NetworkUse {
        NetworkUse(progress: { fraction in
            self.draw(fraction, name)
            return !Interruption.isRequested
        })
    }

    /// In thousandths of an asset, since downloads and films are told of in parts of one.
    func draw(_ fraction: Double, _ name: String) {
        let done = done.load(ordering: .relaxed)
        bar.update(found: total, done: done, bytesFound: Int64(total) * 1000, bytesDone: Int64(done) * 1000 + Int64(fraction * 1000), name: name)
    }
}
