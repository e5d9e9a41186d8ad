import Dispatch
import Foundation
import Synchronization

/// The running program, as far as code without views asks for it: it opens addresses, which a host does for it.
/// <https://developer.apple.com/documentation/uikit/uiapplication>
///
/// May be used from any thread.
open class UIApplication: NSObject, @unchecked Sendable {
    /// What a host does with an address: `true` where it was opened. Called on the thread that asks.
    public typealias Opener = @Sendable (URL) -> Bool

    /// The one of this process.
    public class var shared: UIApplication { one }
    private static let one = UIApplication()

    // Guarded by its own lock.
    private let host = Mutex<Opener?>(nil)

    override init() {}

    /// Opens addresses for ``open(_:options:completionHandler:)``, such as ``openSettingsURLString``, which asks for the place where a person allows access to
    /// photos. `nil`, the default: nothing can be opened. Addition.
    public var opener: Opener? {
        get { host.withLock { $0 } }
        set { host.withLock { $0 = newValue } }
    }

    /// Has the host open an address. <https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)>
    /// - Parameters:
    ///   - options: kept for the signature; no option means anything here.
    ///   - completion: called once on the main queue, with whether it was opened: `false` where no host has set an ``opener``.
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:], completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil) {
        let isOpened = opener?(url) ?? false
        guard let completion else { return }
        DispatchQueue.main.async { completion(isOpened) }
    }

    /// The same, awaited. Needs no main thread.
    @discardableResult
    public nonisolated(nonsending) func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { opener?(url) ?? false }

    /// Whether a host opens addresses here at all; which ones only opening tells.
    open func canOpenURL(_ url: URL) -> Bool { opener != nil }

    /// The address of the place where a person decides what the program may see: `app-settings:`.
    /// <https://developer.apple.com/documentation/uikit/uiapplication/opensettingsurlstring>
    public static let openSettingsURLString = "app-settings:"

    /// Options of ``open(_:options:completionHandler:)``.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Open only where an application claims the address as its own.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }
}

/// The name from before it was a member: ``UIApplication/openSettingsURLString``.
public let UIApplicationOpenSettingsURLString = UIApplication.openSettingsURLString
