import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

extension PHPhotoLibrary {
    /// What the application may do with the shared library. Never asks.
    ///
    /// Without a grant in the library and without a policy, whoever may write the library's folder owns it: `.authorized`.
    /// <https://developer.apple.com/documentation/photos/phphotolibrary/authorizationstatus(for:)>
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { shared().authorizationStatus(for: accessLevel) }

    /// As with `.readWrite`, but `.authorized` for limited access. Deprecated by Apple since iOS 27.
    public class func authorizationStatus() -> PHAuthorizationStatus { authorizationStatus(for: .readWrite).withoutLimits }

    /// Asks the policy where nothing was decided yet. The handler runs once, on a queue that is not the main one, so that the main thread may wait
    /// for it. <https://developer.apple.com/documentation/photos/phphotolibrary/requestauthorization(for:handler:)>
    public class func requestAuthorization(for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        shared().requestAuthorization(for: accessLevel, handler: handler)
    }

    /// Asks the policy where nothing was decided yet, and returns its answer.
    /// <https://developer.apple.com/documentation/photos/phphotolibrary/requestauthorization(for:handler:)>
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        await shared().requestAuthorization(for: accessLevel)
    }

    /// As with `.readWrite`, but `.authorized` for limited access. Deprecated by Apple since iOS 27.
    public class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        let handler = Unchecked(handler)
        requestAuthorization(for: .readWrite) { handler.value($0.withoutLimits) }
    }

    /// Who decides where the library remembers no decision. Default `nil`: nobody is asked, and whoever may write the library owns it. Addition.
    public class var authorizationPolicy: (any PHAuthorizationPolicy)? {
        get { sharedPolicy.withLock { $0 } }
        set {
            // What it replaces goes outside of the lock.
            let old = sharedPolicy.withLock { policy in
                defer { policy = newValue }
                return policy
            }
            withExtendedLifetime(old) {}
        }
    }

    /// The same of this library. Addition: on Apple's platforms there is only the shared one.
    public func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        do {
            return PHAuthorizationStatus(try session.gate().status(AccessLevel(accessLevel)))
        } catch {
            return PHAuthorizationStatus(withoutLibrary: error)
        }
    }

    /// The same of this library. Addition.
    public func requestAuthorization(for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        do {
            try session.gate().request(AccessLevel(accessLevel)) { handler(PHAuthorizationStatus($0)) }
        } catch {
            callbacks.call { handler(PHAuthorizationStatus(withoutLibrary: error)) }
        }
    }

    /// The same of this library. Addition.
    public func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
        }
    }
}

extension PHAuthorizationStatus {
    init(_ status: AccessStatus) { self = PHAuthorizationStatus(rawValue: status.rawValue) ?? .denied }

    /// A library that can't be opened says why in `unavailabilityReason`; that is no question of access unless the file system's permissions are it.
    init(withoutLibrary error: LibraryError) { self = LibraryError.isRefusal(error) ? .restricted : .authorized }

    /// For those who ask without a level and know nothing of limits.
    var withoutLimits: PHAuthorizationStatus { self == .limited ? .authorized : self }
}

extension AccessLevel {
    init(_ level: PHAccessLevel) { self = level == .addOnly ? .addOnly : .readWrite }
}
