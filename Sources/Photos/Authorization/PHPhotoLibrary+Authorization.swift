import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

extension PHPhotoLibrary {
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

    func status(_ accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        do {
            return PHAuthorizationStatus(try session.gate().status(AccessLevel(accessLevel)))
        } catch {
            return PHAuthorizationStatus(withoutLibrary: error)
        }
    }

    func ask(_ accessLevel: PHAccessLevel, _ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        do {
            try session.gate().request(AccessLevel(accessLevel)) { handler(PHAuthorizationStatus($0)) }
        } catch {
            callbacks.call { handler(PHAuthorizationStatus(withoutLibrary: error)) }
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
