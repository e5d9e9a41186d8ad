import Foundation

/// How much of the library an application may see. <https://developer.apple.com/documentation/photos/phauthorizationstatus>
public enum PHAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// What an application wants to do. <https://developer.apple.com/documentation/photos/phaccesslevel>
public enum PHAccessLevel: Int, Sendable {
    case addOnly = 1
    case readWrite = 2
}

extension PHPhotoLibrary {
    /// Whoever can open the library's folder is authorized: the file system's permissions are the lock.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { .authorized }

    public class func authorizationStatus() -> PHAuthorizationStatus { authorizationStatus(for: .readWrite) }

    /// The handler runs once, on a queue that is not the main one, so that the main thread may wait for it.
    public class func requestAuthorization(for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        authorizationQueue.async { handler(authorizationStatus(for: accessLevel)) }
    }

    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        authorizationStatus(for: accessLevel)
    }

    public class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        let handler = Unchecked(handler)
        authorizationQueue.async { handler.value(authorizationStatus()) }
    }

    private static let authorizationQueue = DispatchQueue(label: "photos.authorization", attributes: .concurrent)
}
