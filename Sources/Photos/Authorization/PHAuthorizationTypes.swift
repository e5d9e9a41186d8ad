import Foundation

/// How much of the library an application may see. <https://developer.apple.com/documentation/photos/phauthorizationstatus>
public enum PHAuthorizationStatus: Int, Sendable {
    /// Nobody has decided yet. Asking for authorization asks the host's policy; without one nothing is ever undetermined.
    case notDetermined = 0
    /// The application may not use the library, and can't be allowed to from here: this process may not write the library's folder.
    case restricted = 1
    /// The owner said no: fetches are empty, changes fail with `PHPhotosError.accessUserDenied`.
    case denied = 2
    /// The whole library.
    case authorized = 3
    /// Only the assets that were chosen for the application, and those it makes.
    case limited = 4
}

/// What an application wants to do. <https://developer.apple.com/documentation/photos/phaccesslevel>
public enum PHAccessLevel: Int, Sendable {
    /// Make new assets, and nothing else.
    case addOnly = 1
    /// See and change the library, which includes adding to it.
    case readWrite = 2
}
