import Foundation
import LibraryEngine

/// The change block that is running on this thread, and the requests it has made so far.
///
/// Used by one thread at a time: the one that runs the block, and then the one that carries the requests out.
final class ChangeSession {
    let library: PHPhotoLibrary
    private(set) var requests: [PHChangeRequest] = []
    /// What a request could not say where it was made.
    private var fault: PHPhotosError?

    init(library: PHPhotoLibrary) { self.library = library }

    private static let key = "org.openphotokit.change-session"

    static var current: ChangeSession? { Thread.current.threadDictionary[key] as? ChangeSession }

    func enroll(_ request: PHChangeRequest) { requests.append(request) }

    /// The first fault fails the whole block.
    func note(_ error: PHPhotosError) { if fault == nil { fault = error } }

    /// Runs the block and carries out what it asked for: all of it, or nothing.
    func run(_ block: () -> Void) throws(PHPhotosError) {
        record(block)
        try carryOut()
    }

    /// Runs the block on this thread: requests made in it are this session's.
    func record(_ block: () -> Void) {
        Thread.current.threadDictionary[Self.key] = self
        block()
        Thread.current.threadDictionary.removeObject(forKey: Self.key)
    }

    /// Makes all changes that were asked for, or none.
    func carryOut() throws(PHPhotosError) {
        // Requests know their session: without this neither would ever go, nor what they staged.
        defer { requests = [] }
        do {
            let gate = try library.session.gate()
            if let fault { throw fault }
            guard let need = requests.map(\.need).max() else { return }
            try gate.require(need)
            let library = gate.library
            // Nothing is staged for a block that can't succeed.
            for request in requests { try request.validate() }
            // Files are read and decoded before the transaction begins, which keeps other writers waiting.
            for request in requests { try request.prepare(library) }
            try gate.performChanges(needing: need) { transaction in
                // An album's request may be made before that of the asset it takes: all that is new is there first.
                for request in requests { try request.insert(transaction, library) }
                for request in requests { try request.perform(transaction, library) }
            }
            for request in requests { request.committed() }
        } catch {
            throw PHPhotosError(error)
        }
    }
}
