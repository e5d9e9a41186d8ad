import Photos
import Synchronization

/// What an `ALAssetsLibrary` and the objects that it gave have in common: the photo library, and whether the former is still there.
final class LibraryLink: Sendable {
    let photoLibrary: PHPhotoLibrary
    private let isReleased = Atomic(false)
    private let hasTold = Atomic(false)
    /// What is asked for is done here, one after the other.
    private let queue = DispatchQueue(label: "assets.library")

    private struct Owner {
        weak var library: ALAssetsLibrary?
    }

    private let owner = Mutex(Owner())

    init(_ photoLibrary: PHPhotoLibrary) { self.photoLibrary = photoLibrary }

    func adopt(_ library: ALAssetsLibrary) { owner.withLock { $0.library = library } }

    /// From now on its objects say that it is gone.
    func release() { isReleased.store(true, ordering: .releasing) }

    /// The same as `isLiving` for who is no application, and has nothing to be told.
    var wasReleased: Bool { isReleased.load(ordering: .acquiring) }

    /// False where the `ALAssetsLibrary` was released, which is logged once: most members have no other way to say it.
    var isLiving: Bool {
        if !isReleased.load(ordering: .acquiring) { return true }
        if !hasTold.exchange(true, ordering: .relaxed) { photoLibrary.report(error: LibraryFailure.released.message) }
        return false
    }

    /// Options of a fetch from this library.
    var fetchOptions: PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = photoLibrary
        return options
    }

    /// Waits until it is decided whether the application may use the library. Never on the main thread, which a person may be asked on.
    /// - Throws: a `LibraryFailure` where it may not, or where there is no library.
    func requireAccess(_ level: PHAccessLevel) throws {
        let answered = DispatchSemaphore(value: 0), answer = Mutex(PHAuthorizationStatus.notDetermined)
        photoLibrary.requestAuthorization(for: level) { status in
            answer.withLock { $0 = status }
            answered.signal()
        }
        answered.wait()
        switch answer.withLock({ $0 }) {
        case .authorized, .limited: break
        case .denied, .notDetermined:
            throw LibraryFailure(ALAssetsLibraryAccessUserDeniedError, "The library's owner has not allowed this application to use it.")
        case .restricted:
            throw LibraryFailure(ALAssetsLibraryAccessGloballyDeniedError, "This application may not use the library, and can't be allowed to from here.")
        }
        if let reason = photoLibrary.unavailabilityReason { throw LibraryFailure(reason, otherwise: ALAssetsLibraryDataUnavailableError) }
    }
}

extension LibraryLink {
    /// Does what was asked for when its turn comes and the application may, and tells what came of it on the main queue. The library stays until then.
    func perform<Value>(
        _ level: PHAccessLevel, _ work: @escaping (LibraryLink) throws -> Value, then tell: @escaping (Result<Value, LibraryFailure>) -> Void
    ) {
        let work = Handed(work), tell = Handed(tell), library = owner.withLock { $0.library }
        queue.async {
            let result: Result<Value, LibraryFailure>
            do {
                try self.requireAccess(level)
                result = .success(try work.value(self))
            } catch {
                result = .failure(LibraryFailure(error))
            }
            let told = Handed(result)
            DispatchQueue.main.async {
                tell.value(told.value)
                withExtendedLifetime(library) {}
            }
        }
    }

    /// Writes something and tells its URL, or why not.
    func write(_ completion: ALAssetsLibraryWriteImageCompletionBlock?, needing level: PHAccessLevel, _ work: @escaping (LibraryLink) throws -> URL?) {
        perform(level, work) { result in
            switch result {
            case .success(let url): completion?(url, nil)
            case .failure(let failure): completion?(nil, failure.error)
            }
        }
    }
}

/// A closure of an application's, of a type that Apple's signature leaves without `Sendable`, on its way to the main queue.
// Guarded by the caller's contract: it is handed over once and called by one thread at a time.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
