import Foundation
import Glibc

/// The machine the program runs on. <https://developer.apple.com/documentation/uikit/uidevice>
///
/// May be used from any thread.
open class UIDevice: NSObject, @unchecked Sendable {
    /// The one of this process.
    public class var current: UIDevice { one }
    private static let one = UIDevice()

    // Guarded by being immutable.
    private let system: (name: String, release: String, host: String)

    override init() {
        var names = utsname()
        func text<T>(_ field: T) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        system = uname(&names) == 0 ? (text(names.sysname), text(names.release), text(names.nodename)) : ("Linux", "", "")
    }

    /// The machine's name in its network.
    open var name: String { system.host }
    /// The kernel's name: `Linux`.
    open var systemName: String { system.name }
    /// The kernel's version, such as `6.1.0-18-amd64`.
    open var systemVersion: String { system.release }
    /// The same as ``systemName``: nothing tells what kind of machine it is.
    open var model: String { systemName }
    /// As ``model``.
    open var localizedModel: String { model }
    /// Always ``UIUserInterfaceIdiom/unspecified``.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .unspecified }
    /// Always ``UIDeviceOrientation/unknown``: nobody holds it.
    open var orientation: UIDeviceOrientation { .unknown }
    /// Always `nil`: a server is nobody's device.
    open var identifierForVendor: UUID? { nil }
}

/// How a device is held. <https://developer.apple.com/documentation/uikit/uideviceorientation>
public enum UIDeviceOrientation: Int, Sendable {
    /// Nobody can tell.
    case unknown = 0
    /// Upright, the home button below.
    case portrait = 1
    /// Upside down, the home button above.
    case portraitUpsideDown = 2
    /// On its side, the home button at the right.
    case landscapeLeft = 3
    /// On its side, the home button at the left.
    case landscapeRight = 4
    /// Lying, its screen up.
    case faceUp = 5
    /// Lying, its screen down.
    case faceDown = 6

    /// On one of the long sides.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// On one of the short sides.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Lying.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// Whether a picture taken now has a direction at all.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// Which kind of interface a device has. <https://developer.apple.com/documentation/uikit/uiuserinterfaceidiom>
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// None of the others, as on a server.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// A car's screen.
    case carPlay = 3
    /// A desktop computer.
    case mac = 5
    /// Glasses.
    case vision = 6
}
