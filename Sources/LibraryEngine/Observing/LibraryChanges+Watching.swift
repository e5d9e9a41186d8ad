import Catalog
import Dispatch
import Foundation
import PhotoModel

extension LibraryChanges {
    /// Begins to listen, if nobody does yet.
    func start() {
        // Whoever reads what was granted does so after this, so that only later changes of it are to be heard of.
        let position = state.withLock({ $0.commits == nil }) ? newestPosition() : nil
        let failure = state.withLock { state -> LibraryError? in
            guard state.commits == nil, !state.isStopped else { return nil }
            state.accessChecked = max(state.accessChecked, position ?? .start)
            // Our own commits don't take the way through the kernel.
            state.commits = catalog.onCommit { [weak self] position in self?.publish(position) }
            guard watchesFiles else { return nil }
            do throws(LibraryError) {
                state.watch = try FileWatch(catalog: catalog.file, queue: queue) { [weak self] events in self?.heard(events) }
                return nil
            } catch {
                return error
            }
        }
        if let failure { log(.warning, failure.message) }
        examineFiles()
    }

    private func heard(_ events: FileWatch.Events) {
        if events.contains(.moved) { examineFiles() }
        if events.contains(.committed) { readOn() }
        if events.contains(.written), let look = state.withLock({ $0.commitWatch.written() }) { expect(look) }
    }

    private func expect(_ look: CommitWatch.Look) {
        queue.asyncAfter(deadline: .now() + .milliseconds(look.milliseconds)) { [weak self] in
            guard let self else { return }
            let (reads, next) = state.withLock { $0.commitWatch.look(look) }
            if reads { readOn() }
            if let next { expect(next) }
        }
    }

    /// Tells what the log says now.
    private func readOn() {
        if let position = newestPosition() { publish(position) }
    }

    /// Before anybody is told of a commit: whoever fetches then must see what was granted or taken by it.
    func checkAccess(through position: ChangePosition) {
        let checked = state.withLock { $0.accessChecked }
        guard checked < position else { return }
        do {
            if let change = try catalog.read({ try $0.lastAccessChange(after: checked) }) { catalog.noteAccessChange(at: change) }
            state.withLock { $0.accessChecked = max($0.accessChecked, position) }
        } catch let error as CatalogError where error.code == .closed {
            // Nobody is left to be told.
        } catch {
            log(.warning, "Whether access to the library changed could not be read: \(error)")
        }
    }

    /// Looks whether the library is still where it was opened, and tells once if it is not.
    package func checkAvailability() throws(LibraryError) {
        examineFiles()
        if let unavailability { throw unavailability }
    }

    func examineFiles() {
        guard !isGone.load(ordering: .acquiring), let identity else { return }
        let now = FileIdentity(of: catalog.file)
        guard now != identity else { return }
        becomeUnavailable(
            LibraryError(
                .offline,
                now != nil
                    ? "The catalogue of \(library.path) was replaced by another file. Open the library again."
                    : "The library \(library.path) is gone: its folder was moved, deleted or unmounted. Put it back and open it again."))
    }
}
