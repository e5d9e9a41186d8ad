import Catalog
import Dispatch
import Foundation
import Imaging
import PhotoModel

/// Makes the pictures that imports left for later, one at a time and while nobody waits for one, for as long as a process serves the library.
package final class PictureService: @unchecked Sendable {
    private let library: PhotoLibrary
    // Guards what follows, which is what makes the class sendable.
    private let condition = NSCondition()
    private var changes: ChangeSubscription?
    private var isWanted = true
    private var isStopped = false
    private var hasStarted = false
    /// What was said of trouble that lasts; the thread's own.
    private var told: String?
    /// Has the thread in it.
    private let running = DispatchGroup()

    /// Pictures between two moments at which another process may take over.
    private static let slice = 16
    /// Seconds until another look at whether somebody still waits, whether another process makes them still, and whether there is room again.
    private static let shortPause = 0.05
    private static let turn = 0.1
    private static let pause = 1.0
    private static let longPause = 60.0

    package init(_ library: PhotoLibrary) { self.library = library }

    /// Begins with what was left before, and goes on after each import, whoever makes it. Without effect on a library that can't be written.
    package func start() {
        guard library.readOnlyReason == nil else { return }
        let changes = library.changes.observe { [weak self] _ in self?.wake() }
        let begins = condition.withLock {
            guard !isStopped, !hasStarted else { return false }
            (hasStarted, self.changes) = (true, changes)
            running.enter()
            return true
        }
        guard begins else { return changes.cancel() }
        let thread = Thread { [self] in
            defer { running.leave() }
            work()
        }
        thread.name = "photos.pictures"
        thread.start()
    }

    /// Ends with the picture at hand, and waits for that.
    package func stop() {
        let changes = condition.withLock {
            isStopped = true
            condition.broadcast()
            defer { self.changes = nil }
            return self.changes
        }
        changes?.cancel()
        running.wait()
    }

    private func wake() {
        condition.withLock {
            isWanted = true
            condition.broadcast()
        }
    }

    private func work() {
        do {
            if try library.catalog.read({ try $0.countOfPicturesToMake() }) > 0 { try library.catalog.write(author: "pictures") { try $0.retryPictures() } }
        } catch {
            library.environment.log(.info, "Pictures that could not be made before are not tried again: \(error)")
        }
        while true {
            let pause = makeSome()
            let ends = condition.withLock {
                if let pause {
                    let end = Date(timeIntervalSinceNow: pause)
                    while !isStopped, condition.wait(until: end) {}
                } else {
                    while !isStopped, !isWanted { condition.wait() }
                }
                isWanted = false
                return isStopped
            }
            if ends { return }
        }
    }

    /// - Returns: seconds until there is more to do; `nil` where that begins with a change of the library.
    private func makeSome() -> TimeInterval? {
        let work = PictureWork(library: library)
        do {
            let pictures = try library.catalog.read { try $0.picturesToMake(limit: Self.slice) }
            guard !pictures.isEmpty else { return nil }
            // Not behind the claim, for which an import elsewhere may wait.
            guard waitUntilIdle() else { return nil }
            guard let claim = try DerivativeClaim.take(library.derivatives) else { return Self.pause }
            defer { withExtendedLifetime(claim) {} }
            var outcomes: [(PictureToMake, PictureWork.Outcome)] = [], report = PictureReport()
            for picture in pictures {
                guard library.images.isIdle, condition.withLock({ !isStopped }) else { break }
                outcomes.append((picture, work.make(picture)))
                if case .stopped = outcomes[outcomes.count - 1].1 { break }
            }
            library.damageMarker.flush()
            try work.note(outcomes, into: &report)
            if let trouble = report.trouble { throw trouble }
            told = nil
            return Self.turn
        } catch {
            let message = LibraryError(error).message
            if told != message { library.environment.log(.warning, "Pictures of what came in are not made for the moment, which is tried again: \(message)") }
            told = message
            return Self.longPause
        }
    }

    /// - Returns: false where it was stopped meanwhile.
    private func waitUntilIdle() -> Bool {
        while !library.images.isIdle {
            let ends = condition.withLock {
                if !isStopped { _ = condition.wait(until: Date(timeIntervalSinceNow: Self.shortPause)) }
                return isStopped
            }
            if ends { return false }
        }
        return condition.withLock { !isStopped }
    }
}
