import Foundation
import Synchronization

/// A write lock of one file.
struct DAVLock: Sendable, Equatable {
    /// `urn:uuid:…`
    let token: String
    let owner: String
    let isOwnerAddress: Bool
    /// In seconds since 1970.
    var end: Double
    /// As it was asked for.
    let path: DAVPath
}

/// Who may write what at the moment. All in memory: a lock is over with its time, or with the server.
final class DAVLocks: Sendable {
    static let most = 1_000
    /// Seconds that a lock lasts, at most.
    static let longest = 600.0

    private let locks = Mutex<[DAVPath: DAVLock]>([:])

    /// The lock of a path at a moment, in seconds since 1970.
    func lock(of path: DAVPath, at now: Double) -> DAVLock? {
        locks.withLock { locks in locks[path].flatMap { Self.stands($0, now) ? $0 : nil } }
    }

    /// Those of a path and of all below it.
    func locks(inside path: DAVPath, at now: Double) -> [DAVLock] { locks.withLock { $0.values.filter { Self.stands($0, now) && $0.path.isInside(path) } } }

    /// - Returns: `nil` where it is locked, or there are too many.
    func add(_ path: DAVPath, owner: String, isOwnerAddress: Bool, token: String, seconds: Double, at now: Double) -> DAVLock? {
        let lock = DAVLock(token: token, owner: owner, isOwnerAddress: isOwnerAddress, end: now + min(seconds, Self.longest), path: path)
        return locks.withLock { locks in
            if locks.count >= Self.most { locks = locks.filter { Self.stands($0.value, now) } }
            guard locks.count < Self.most, !(locks[path].map { Self.stands($0, now) } ?? false) else { return nil }
            locks[path] = lock
            return lock
        }
    }

    /// Lets a lock go on.
    func refresh(_ path: DAVPath, token: String, seconds: Double, at now: Double) -> DAVLock? {
        locks.withLock { locks in
            guard var lock = locks[path], Self.stands(lock, now), lock.token == token else { return nil }
            lock.end = now + min(seconds, Self.longest)
            locks[path] = lock
            return lock
        }
    }

    /// - Returns: false where the path has no such lock.
    func remove(_ path: DAVPath, token: String, at now: Double) -> Bool {
        locks.withLock { locks in
            guard let lock = locks[path], Self.stands(lock, now), lock.token == token else { return false }
            locks[path] = nil
            return true
        }
    }

    /// What was locked is not there any more.
    func removeAll(inside path: DAVPath) { locks.withLock { locks in locks = locks.filter { !$0.value.path.isInside(path) } } }

    /// A clock that was set back ends it too.
    private static func stands(_ lock: DAVLock, _ now: Double) -> Bool { lock.end > now && lock.end - now <= longest }
}
