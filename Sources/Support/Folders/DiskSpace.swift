import Glibc
import Synchronization

/// Free space of a library's disk, and who makes more of it. Nobody does before `onShortage` is set. Any path can be asked about without one.
package final class DiskSpace: Sendable {
    /// Bytes of a disk.
    package struct Figures: Sendable, Equatable {
        package var free: Int64
        package var total: Int64

        package init(free: Int64, total: Int64) { (self.free, self.total) = (free, total) }

        fileprivate init(_ facts: statvfs) {
            func bytes(_ blocks: fsblkcnt_t) -> Int64 {
                let (bytes, isMore) = Int64(clamping: blocks).multipliedReportingOverflow(by: Int64(clamping: facts.f_frsize))
                return isMore ? .max : bytes
            }
            self.init(free: bytes(facts.f_bavail), total: bytes(facts.f_blocks))
        }

        /// What is left free before the disk is full: a hundredth of it, four megabytes at least, but no more than a tenth, and a gigabyte at most. Making space
        /// takes some itself: the catalogue says first what goes.
        package var reserve: Int64 { max(min(total / 100, 1 << 30), min(total / 10, 4 << 20)) }

        /// How much has to go before so many bytes more can be kept; 0 for none.
        package func shortage(for bytes: Int64) -> Int64 { max(0, bytes + reserve - free) }
    }

    /// Bytes that have to go.
    package struct Shortage: Sendable, Equatable {
        /// With less than this gone, what is to be kept does not fit.
        package var least: Int64
        /// With this gone, the reserve is left as well.
        package var wanted: Int64

        package init(least: Int64, wanted: Int64) { (self.least, self.wanted) = (least, wanted) }

        /// - Parameter bytes: that may go, all in all.
        /// - Returns: how many of them are to go: none for a reserve that there can't be, and none where all would not be enough.
        package func bytes(of bytes: Int64) -> Int64 { bytes >= wanted ? wanted : bytes >= least ? least : 0 }
    }

    /// - Parameters:
    ///   - shortage: as it is when it is asked: another thread may have made space meanwhile.
    ///   - waits: whether to wait for whoever makes space just now.
    /// - Returns: whether there is more space than before.
    package typealias Maker = @Sendable (_ shortage: @escaping @Sendable () -> Shortage, _ waits: Bool) -> Bool

    /// Less than this takes no change: SQLite's shared memory alone is 32 KB.
    private static let leastBytes: Int64 = 64 << 10

    private let maker = Mutex<Maker?>(nil)
    private let figures: @Sendable () -> Figures?

    /// - Parameter figures: of the disk; `nil` where it can't tell.
    package init(figures: @escaping @Sendable () -> Figures?) { self.figures = figures }

    package convenience init(of folder: FolderHandle) {
        self.init {
            var facts = statvfs()
            return fstatvfs(folder.descriptor, &facts) == 0 ? Figures(facts) : nil
        }
    }

    /// Bytes that this process may still write where a file or folder lies; `nil` where nobody says.
    package static func freeBytes(at path: String) -> Int64? {
        var facts = statvfs()
        return statvfs(path, &facts) == 0 ? Figures(facts).free : nil
    }

    /// Whether the disk of a file or folder takes no change.
    package static func isFull(at path: String) -> Bool { freeBytes(at: path).map { $0 < leastBytes } ?? false }

    /// What the disk has; `nil` where it can't tell.
    package var known: Figures? { figures() }

    /// Bytes that this process may still write; `nil` where the disk can't tell.
    package var freeBytes: Int64? { figures()?.free }

    /// Frees so many bytes, or none where that can't be.
    /// - Parameter missing: how many there are to be freed when it is asked.
    /// - Returns: whether there is more space than before.
    package func free(_ missing: @escaping @Sendable () -> Int64) -> Bool {
        let shortage: @Sendable () -> Shortage = {
            let bytes = max(0, missing())
            return Shortage(least: bytes, wanted: bytes)
        }
        return maker.withLock { $0 }?(shortage, true) ?? false
    }

    package func onShortage(_ make: @escaping Maker) { maker.withLock { $0 = make } }

    /// Makes space before so many bytes are written, where the disk would be nearly full afterwards. Called where no transaction is open.
    package func prepare(for bytes: Int64) { _ = make(for: bytes, waits: true) }

    /// After something could not be kept since the disk is full.
    /// - Returns: whether it is worth another try.
    package func make(for bytes: Int64, waits: Bool) -> Bool {
        // A file can be too large for other reasons.
        guard let maker = maker.withLock({ $0 }), shortage(for: bytes).wanted > 0 else { return false }
        return maker({ self.shortage(for: bytes) }, waits)
    }

    private func shortage(for bytes: Int64) -> Shortage {
        guard let figures = figures() else { return Shortage(least: 0, wanted: 0) }
        return Shortage(least: max(0, bytes - figures.free), wanted: figures.shortage(for: bytes))
    }
}
