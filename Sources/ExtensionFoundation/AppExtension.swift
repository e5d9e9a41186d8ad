/// How a host talks to an extension. Nothing here has any: the host and the extension are one program.
/// Mirrors <https://developer.apple.com/documentation/extensionfoundation/appextensionconfiguration>.
public protocol AppExtensionConfiguration {}

/// A program that a host starts for one purpose. <https://developer.apple.com/documentation/extensionfoundation/appextension>
public protocol AppExtension {
    /// What says how the host talks to it.
    associatedtype Configuration: AppExtensionConfiguration
    /// How the host talks to it.
    var configuration: Configuration { get }
    /// The host makes one when it starts the program.
    init()
}
