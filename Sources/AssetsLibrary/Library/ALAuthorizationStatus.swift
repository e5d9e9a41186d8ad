/// Whether the application may use the library. <https://developer.apple.com/documentation/assetslibrary/alauthorizationstatus>
public enum ALAuthorizationStatus: Int, Sendable {
    /// Nobody has decided yet. What uses the library asks the host's policy; without one nothing is ever undetermined.
    case notDetermined = 0
    /// The application may not use the library, and can't be allowed to from here.
    case restricted = 1
    /// The owner said no.
    case denied = 2
    /// The application may use the library, or those of its assets that were chosen for it.
    case authorized = 3
}
