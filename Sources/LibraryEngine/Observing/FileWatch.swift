import Dispatch
import Foundation
import Glibc

/// Hears from the kernel (inotify) what happens to a catalogue's files and to the folders they are in. There is no thread and no
/// timer, only a descriptor that the dispatch library waits on.
final class FileWatch: Sendable {
    struct Events: OptionSet, Sendable {
        let rawValue: Int

        /// The log or the database was written. Whether a commit can be read yet is not known.
        static let written = Events(rawValue: 1)
        /// A commit can be read.
        static let committed = Events(rawValue: 2)
        /// A file, the library or a folder above it was moved, deleted, replaced or unmounted.
        static let moved = Events(rawValue: 4)
    }

    // Guarded by the dispatch library: a source may be cancelled from any thread, and nothing else is done with it.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - catalog: the database file.
    ///   - handler: called on `queue`.
    /// - Throws: a `LibraryError` where the system gives no more watches.
    init(catalog: URL, queue: DispatchQueue, handler: @escaping @Sendable (Events) -> Void) throws(LibraryError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Self.refusal(catalog) }
        let folder = catalog.deletingLastPathComponent()
        let files = UInt32(IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
        let itself = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
        // Opening has found no link in this place, and one that comes later is not followed.
        guard inotify_add_watch(descriptor, folder.path, files | itself | UInt32(IN_DONT_FOLLOW)) >= 0 else {
            Glibc.close(descriptor)
            throw Self.refusal(catalog)
        }
        var above = folder.deletingLastPathComponent()
        while above.path != "/" {
            // A folder above may be none of ours to look at; then only its renaming goes unheard.
            _ = inotify_add_watch(descriptor, above.path, itself)
            above = above.deletingLastPathComponent()
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let name = catalog.lastPathComponent
        source.setEventHandler {
            let events = Self.read(descriptor, name)
            if !events.isEmpty { handler(events) }
        }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    private static func refusal(_ catalog: URL) -> LibraryError {
        let reason = String(cString: strerror(errno))
        return LibraryError(
            .failed,
            "Changes that other programs make in \(catalog.path) will not be noticed until the library is opened again: "
                + "the system refused to watch it (\(reason)). Raise fs.inotify.max_user_instances or max_user_watches.")
    }

    /// Everything that waits, joined.
    private static func read(_ descriptor: Int32, _ catalog: String) -> Events {
        var events: Events = []
        InotifyEvents.drain(descriptor) { event, name in join(event.mask, String(decoding: name, as: UTF8.self), catalog, &events) }
        return events
    }

    private static func join(_ mask: UInt32, _ name: String, _ catalog: String, _ events: inout Events) {
        func says(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }
        if says(IN_Q_OVERFLOW) { events.formUnion([.written, .moved]) }
        if says(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) { events.insert(.moved) }
        guard name == catalog || name == catalog + "-wal" else { return }
        if says(IN_MODIFY | IN_CREATE | IN_MOVED_TO) { events.insert(.written) }
        if says(IN_ATTRIB) { events.insert(.committed) }
        if name == catalog, says(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO) { events.insert(.moved) }
    }
}
