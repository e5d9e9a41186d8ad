import Catalog
import Dispatch
import Foundation
import Originals
import PhotoModel
import Support
import Synchronization

extension PhotoLibrary {
    /// What room is made for.
    private enum Purpose: Int {
        /// A file that comes in or back: whoever brings it waits.
        case file
        /// A thumbnail or preview: nobody waits, for it can be made again.
        case picture
    }

    /// Seconds.
    private static let pause = 60.0

    /// Has originals make room where the disk gets full and the library keeps its originals elsewhere as well.
    func makeSpaceWhenShort() {
        originals.space.onShortage { [weak self] shortage, waits in self?.makeSpace(shortage, for: .file, waits: waits) ?? false }
        derivatives.space.onShortage { [weak self] shortage, _ in
            self?.makeSpaceLater(shortage)
            return false
        }
    }

    /// Has whoever draws a picture go on meanwhile: the next one finds room.
    private func makeSpaceLater(_ shortage: @escaping @Sendable () -> DiskSpace.Shortage) {
        guard mayMakeSpace(for: .picture), space.begin() else { return }
        DispatchQueue.global(qos: .utility).async { [self] in
            defer { space.end() }
            _ = makeSpace(shortage, for: .picture, waits: false)
        }
    }

    private func mayMakeSpace(for purpose: Purpose) -> Bool {
        readOnlyReason == nil && space.isDue(purpose.rawValue, environment.now().timeIntervalSinceReferenceDate) && !space.cancellation.isCancelled
    }

    /// Removes originals here that are in the store, as `evict` does: those that were opened the longest ago, and none that is pinned, or whose copy was not read back.
    ///
    /// For a picture, and where the settings have what is done by itself wait, nothing is read back for that: what may go has its copy compared already.
    /// Whoever has no room says so as before where nothing can go: no store, one that keeps all originals here, one that is out of reach, or too little there.
    private func makeSpace(_ shortage: () -> DiskSpace.Shortage, for purpose: Purpose, waits: Bool) -> Bool {
        let now = environment.now()
        guard mayMakeSpace(for: purpose), let settings = try? settingsForSpace() else { return false }
        let isTime = settings.isTime(now)
        guard isTime || purpose == .file else { return false }
        // One at a time. A picture that is made while room is made does not wait for that.
        if waits { space.lock.lock() } else if !space.lock.try() { return false }
        defer { space.lock.unlock() }
        // Whoever was here before may have made enough.
        let shortage = shortage()
        guard shortage.wanted > 0 else { return true }
        var isDone = false
        // A store that is out of reach is not waited for each time, nor is what may go added up at each picture.
        defer { if !isDone { space.wait(purpose.rawValue, until: now.timeIntervalSinceReferenceDate + Self.pause) } }
        do {
            let onlyVerified = purpose == .picture || !isTime
            var work = CloudWork()
            work.onlyVerified = onlyVerified
            work.isCancelled = { [cancellation = space.cancellation] in cancellation.isCancelled }
            let (here, mayGo) = try catalog.read { reader in
                (
                    try reader.bytesHereAndInCloud(),
                    try reader.bytesToEvict(pins: settings.pins(at: now.timeIntervalSinceReferenceDate), onlyVerified: onlyVerified)
                )
            }
            let bytes = shortage.bytes(of: mayGo)
            guard bytes > 0 else {
                // A smaller file may come next.
                isDone = purpose == .file
                return false
            }
            let (report, error) = try evictSome(downTo: max(0, here - bytes), work, space.cancellation)
            isDone = report.files > 0 && error == nil
            if report.files > 0 {
                environment.log(.info, "The disk was nearly full: \(report.files) originals, \(report.bytes) bytes, were removed here and are in the store.")
            }
            if let error { tell(error) }
            return report.files > 0
        } catch {
            tell(error)
            return false
        }
    }

    private func tell(_ error: any Error) {
        environment.log(.warning, "The disk is nearly full, and no room could be made: \(LibraryError(cloud: error).message)")
    }

    /// - Throws: where nothing may go.
    private func settingsForSpace() throws -> CloudSettings {
        guard let settings = try cloud.settings(), settings.localLimit != nil else { throw Self.notConnected }
        return settings
    }
}

/// Who makes room on a library's disk, one at a time.
final class SpaceFreeing: Sendable {
    /// Held by who makes room.
    let lock = NSLock()
    /// Ends that when the library is closed.
    let cancellation = FetchCancellation()
    /// When it is tried again, in seconds since 2001, after nothing could go, by what it was for.
    private let next = Mutex<[Int: Double]>([:])
    private let isBusy = Mutex(false)
    private let group = DispatchGroup()

    func isDue(_ purpose: Int, _ now: Double) -> Bool { next.withLock { $0[purpose] ?? -.infinity <= now } }

    func wait(_ purpose: Int, until time: Double) { next.withLock { $0[purpose] = time } }

    /// - Returns: false where somebody else makes room beside everybody's work.
    func begin() -> Bool {
        isBusy.withLock { isBusy in
            guard !isBusy else { return false }
            isBusy = true
            group.enter()
            return true
        }
    }

    func end() {
        isBusy.withLock { $0 = false }
        group.leave()
    }

    /// Returns when nobody makes room beside others' work.
    func waitUntilIdle() { group.wait() }

    func close() {
        cancellation.cancel()
        group.wait()
    }
}
