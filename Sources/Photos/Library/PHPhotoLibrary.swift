import Foundation
import LibraryEngine
import Synchronization

/// The photo library: access to it, and changes to it.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrary>. May be used from any thread.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // Guarded by being immutable, but for the queue and the threads, which guard themselves.
    let session: LibrarySession
    /// Change blocks run here, one after the other.
    let changeQueue = DispatchQueue(label: "photos.changes")
    /// Completion handlers run here: not on `changeQueue`, so that they may start changes and wait for them; and each on a thread of its own, so that
    /// they may wait for the completion of those, however many do.
    let callbacks = HandlerThreads.shared

    let historyObservers = HistoryObservers()

    private static let current = Mutex<PHPhotoLibrary?>(nil)
    static let sharedPolicy = Mutex<(any PHAuthorizationPolicy)?>(nil)

    let observation: ObservationCenter

    package init(session: LibrarySession) { (self.session, observation) = (session, ObservationCenter(session)) }

    /// The library at a path, opened or made. Addition: on Apple's platforms there is only the shared one.
    ///
    /// - Throws: a `PHPhotosError` that says why there is no library. Fetch from it by setting `PHFetchOptions.photoLibrary`.
    public convenience init(url: URL) throws {
        let session = LibrarySession(url: url, environment: .process)
        if let failure = session.failure { throw PHPhotosError(failure) }
        self.init(session: session)
    }

    /// The library that `PHOTOS_LIBRARY` names, by default `Pictures/Photos.photolibrary` in the home folder; made where there is none.
    ///
    /// Where it can't be opened the reason is logged once, fetches are empty and changes fail with it; see `unavailabilityReason`.
    open class func shared() -> PHPhotoLibrary {
        current.withLock { library in
            if let library { return library }
            let new = PHPhotoLibrary(session: .ofProcess())
            library = new
            return new
        }
    }

    /// Makes another library the shared one, for tests; `nil` returns to the environment's.
    package class func replaceShared(with library: PHPhotoLibrary?) {
        // What it replaces goes outside of the lock.
        let old = current.withLock { current in
            defer { current = library }
            return current
        }
        withExtendedLifetime(old) {}
    }

    /// The shared library if somebody has asked for it.
    class var sharedIfOpen: PHPhotoLibrary? { current.withLock { $0 } }

    /// Why the library can't be used, as a `PHPhotosError`; `nil` where it can.
    open var unavailabilityReason: (any Error)? { session.failure.map { PHPhotosError($0) } }
}
