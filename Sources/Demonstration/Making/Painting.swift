import DemonstrationMessages
import Foundation
import Synchronization

/// Writes the files of a story, on as many threads as there are cores; each holds one picture at a time.
struct Painting: Sendable {
    private let story: Story
    private let writer: ShotWriter
    private let folder: URL
    private let threads: Int

    init(_ story: Story, seed: UInt64, folder: URL, threads: Int) {
        (self.story, self.folder, self.threads) = (story, folder, threads)
        writer = ShotWriter(folder: folder, seed: seed)
    }

    private struct State {
        var next = 0
        var done = 0
        var failure: (any Error)?
    }

    func run(progress: @escaping @Sendable (DemonstrationProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool) throws {
        for name in Set(story.shots.map(\.folder)) {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        // Films first, since they take longest: so no thread is left with one in the end.
        let order = story.shots.indices.sorted { (story.shots[$0].effort, $0) < (story.shots[$1].effort, $1) }
        let state = Box()
        DispatchQueue.concurrentPerform(iterations: max(threads, 1)) { _ in
            while !isCancelled(), let place = state.take(order.count) {
                let shot = story.shots[order[place]]
                do {
                    try writer.write(shot)
                    progress(DemonstrationProgress(phase: .painting, found: order.count, done: state.finish(), name: shot.filename))
                } catch {
                    state.fail(error)
                }
            }
        }
        try state.check(folder)
    }

    /// What the threads share.
    private final class Box: Sendable {
        private let state = Mutex(State())

        func take(_ count: Int) -> Int? {
            state.withLock { state in
                guard state.failure == nil, state.next < count else { return nil }
                defer { state.next += 1 }
                return state.next
            }
        }

        func finish() -> Int {
            state.withLock { state in
                state.done += 1
                return state.done
            }
        }

        func fail(_ error: any Error) { state.withLock { if $0.failure == nil { $0.failure = error } } }

        func check(_ folder: URL) throws {
            guard let failure = state.withLock({ $0.failure }) else { return }
            guard let cocoa = failure as? CocoaError else { throw failure }
            throw DemonstrationError(
                .cannotWrite, "The pictures could not be written to \(folder.path): \(cocoa.localizedDescription) Make room, then run it again.")
        }
    }
}

extension Shot {
    /// The less, the earlier it is begun.
    fileprivate var effort: Int {
        switch kind {
        case .video: 0
        case .live: 1
        case .raw, .panorama, .edited: 2
        case .photo, .burst, .screenshot: 3
        }
    }
}
