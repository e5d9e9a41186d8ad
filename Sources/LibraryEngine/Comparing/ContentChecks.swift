import Catalog
import Dispatch
import Foundation
import Importing
import Originals
import PhotoModel
import Synchronization

/// Compares files that others may change, which are referenced originals and hard links, with what was imported, at every opening.
///
/// What a file looks like from outside is compared first, and costs nothing. Where that differs (a restored backup, a copied disk, a change of
/// permissions, another hard link, an edit) the bytes are read and hashed, once for everybody who asks. Files that proved to be the same are recorded a
/// second later, all in one transaction: reading must not wait for writing, and where the catalogue can't be written, this process remembers them.
package final class ContentChecks: Sendable {
    private struct Key: Hashable {
        let location: ResourceLocation
        let sha256: Data
    }

    private struct Verdict {
        let facts: FileFacts
        let isSame: Bool
    }

    private struct State {
        var verdicts: [Key: Verdict] = [:]
        var running: [Key: DispatchGroup] = [:]
        var unrecorded: [Key: FileFacts] = [:]
        var hashed = 0
    }

    private enum Turn {
        case known(Bool)
        case other(DispatchGroup)
        case mine(DispatchGroup)
    }

    private let catalog: Catalog
    private let log: @Sendable (LogLevel, String) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "photos.checks", qos: .utility)

    init(_ catalog: Catalog, log: @escaping @Sendable (LogLevel, String) -> Void) { (self.catalog, self.log) = (catalog, log) }

    /// A library that nobody closes goes with its last owner.
    deinit { record() }

    /// How many files were read because they looked different.
    package var hashedFiles: Int { state.withLock { $0.hashed } }

    /// Whether an original of the library's own may be a file of the user's under a second name. Of files imported before that was recorded it follows from what the
    /// library never gives to a copy: permission to write.
    func isLink(_ resource: ResourceRecord, _ file: OpenFile) throws(OriginalsError) -> Bool {
        if resource.facts != nil { return true }
        guard try file.signature().mode & 0o222 != 0 else { return false }
        return try file.linkCount() > 1
    }

    /// Whether an open file has the bytes that were imported. Reads all of it where it looks different, which takes a large one seconds.
    /// - Parameter file: may have been read to any place, and stays there.
    func isUnchanged(_ resource: ResourceRecord, _ file: OpenFile) throws(OriginalsError) -> Bool {
        let signature = try file.signature()
        guard signature.size == resource.size else { return false }
        let facts = FileFacts(signature)
        if facts == resource.facts { return true }
        let key = Key(location: resource.location, sha256: resource.sha256)
        while true {
            switch turn(key, facts) {
            case .known(let isSame): return isSame
            case .other(let work): work.wait()
            case .mine(let work):
                defer { finish(key, work) }
                let isSame = try file.digest(while: signature).map { Data($0) == resource.sha256 }
                if let isSame { note(key, FileFacts(lasting: signature), isSame) }
                return isSame ?? false
            }
        }
    }

    /// Records now what has proved to be the same so far.
    package func flush() { queue.sync { record() } }

    private func turn(_ key: Key, _ facts: FileFacts) -> Turn {
        state.withLock { state in
            if let verdict = state.verdicts[key], verdict.facts == facts { return .known(verdict.isSame) }
            if let running = state.running[key] { return .other(running) }
            let work = DispatchGroup()
            work.enter()
            state.running[key] = work
            state.hashed += 1
            return .mine(work)
        }
    }

    private func finish(_ key: Key, _ work: DispatchGroup) {
        state.withLock { _ = $0.running.removeValue(forKey: key) }
        work.leave()
    }

    private func note(_ key: Key, _ facts: FileFacts, _ isSame: Bool) {
        guard !facts.isFleeting else { return }
        let isFirst = state.withLock { state in
            state.verdicts[key] = Verdict(facts: facts, isSame: isSame)
            guard isSame, !catalog.options.readOnly else { return false }
            defer { state.unrecorded[key] = facts }
            return state.unrecorded.isEmpty
        }
        if isFirst { queue.asyncAfter(deadline: .now() + 1) { [weak self] in self?.record() } }
    }

    private func record() {
        let found = state.withLock { state in
            defer { state.unrecorded = [:] }
            return state.unrecorded
        }
        guard !found.isEmpty else { return }
        do {
            try catalog.write(author: "checks") { writer in
                for (key, facts) in found { try writer.note(facts, at: key.location, sha256: key.sha256) }
            }
        } catch {
            log(.info, "Could not note which files were compared, so they are read again later: \(error)")
        }
    }
}
