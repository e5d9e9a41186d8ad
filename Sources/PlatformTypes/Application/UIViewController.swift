import Foundation

/// Something that an application presents, as far as code without views knows it: who presents whom.
/// <https://developer.apple.com/documentation/uikit/uiviewcontroller>
///
/// There is no screen here, and nothing is drawn; what is presented decides what that means. A picker opens a page.
@MainActor open class UIViewController: NSObject {
    /// What a person calls it. Default `nil`.
    open var title: String?
    /// What this one presents at present.
    open private(set) var presentedViewController: UIViewController?
    /// Which one presents this one. Default `nil`.
    open private(set) weak var presentingViewController: UIViewController?

    public nonisolated override init() {}

    /// Presents another one, which hears of it by ``viewWillAppear(_:)`` and ``viewDidAppear(_:)`` before this returns. While this one presents something
    /// already, or the other one is presented already, nothing happens.
    /// - Parameters:
    ///   - flag: kept for the signature and handed on; nothing moves here.
    ///   - completion: called once on the main queue, after this has returned.
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (@MainActor @Sendable () -> Void)? = nil) {
        guard presentedViewController == nil, viewControllerToPresent.presentingViewController == nil else { return }
        (presentedViewController, viewControllerToPresent.presentingViewController) = (viewControllerToPresent, self)
        viewControllerToPresent.viewWillAppear(flag)
        viewControllerToPresent.viewDidAppear(flag)
        Self.call(completion)
    }

    /// Takes away what this one presents, with all that those present in turn; where it presents nothing, this one itself.
    /// - Parameter completion: called once on the main queue, after this has returned, also where nothing was presented.
    open func dismiss(animated flag: Bool, completion: (@MainActor @Sendable () -> Void)? = nil) {
        let presenter = presentedViewController == nil ? presentingViewController : self
        presenter?.takeAway(flag)
        Self.call(completion)
    }

    private func takeAway(_ flag: Bool) {
        guard let presented = presentedViewController else { return }
        presented.takeAway(flag)
        presented.viewWillDisappear(flag)
        (presentedViewController, presented.presentingViewController) = (nil, nil)
        presented.viewDidDisappear(flag)
    }

    private static func call(_ completion: (@MainActor @Sendable () -> Void)?) {
        guard let completion else { return }
        DispatchQueue.main.async { completion() }
    }

    /// Called before it is presented. Does nothing itself.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called when it is presented. Does nothing itself.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called before it is taken away. Does nothing itself.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called when it is presented no more. Does nothing itself.
    open func viewDidDisappear(_ animated: Bool) {}
}

/// Edges of a rectangle, where leading is the side on which lines of text begin. <https://developer.apple.com/documentation/uikit/nsdirectionalrectedge>
public struct NSDirectionalRectEdge: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = NSDirectionalRectEdge(rawValue: 1 << 0)
    /// Where lines of text begin.
    public static let leading = NSDirectionalRectEdge(rawValue: 1 << 1)
    /// The lower edge.
    public static let bottom = NSDirectionalRectEdge(rawValue: 1 << 2)
    /// Where lines of text end.
    public static let trailing = NSDirectionalRectEdge(rawValue: 1 << 3)
    /// All four.
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}
