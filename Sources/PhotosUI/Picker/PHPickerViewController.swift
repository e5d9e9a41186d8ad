import Foundation
import Photos

/// Lets a person pick from the library. <https://developer.apple.com/documentation/photosui/phpickerviewcontroller>
///
/// It is no view: presenting it opens a ``PHPickerSession``, which ``presenter`` shows, mostly as a page in a browser. It needs no access to the library and
/// gives none but what is picked. It isn't dismissed by itself.
@MainActor public final class PHPickerViewController: UIViewController {
    /// What it was made with.
    public let configuration: PHPickerConfiguration
    /// Hears what was picked. It is not retained.
    public weak var delegate: (any PHPickerViewControllerDelegate)?
    /// What is open, or was; `nil` before it is presented. Addition.
    public private(set) var session: PHPickerSession?

    /// What shows pickers in this process; a host sets it once. By default nothing does: whoever has ``session`` drives it, as tests and programs with an
    /// interface of their own do. Addition.
    public static var presenter: any PHPickerPresenter = PHPickerSessionList.shared

    private var content: PickedContents?

    /// A picker that shows what the configuration says.
    public init(configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init()
    }

    /// Where a person picks, such as the page's address; `nil` before it is presented, and where the presenter needs none. Addition.
    public var address: URL? { session?.address }

    public override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        open()
    }

    public override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        session?.close()
    }

    /// Opens the picker, as presenting it does, in a program without other view controllers. While it is open nothing happens. Addition.
    /// - Returns: what was opened.
    @discardableResult
    public func open() -> PHPickerSession {
        if let session, session.state == .open { return session }
        let session = PHPickerSession(PHPickerSession.Request(configuration), of: configuration.library ?? .shared())
        (self.session, content) = (session, PickedContents(configuration))
        // Kept as long as it is open, as something that is presented is.
        session.onChange = { session in
            if self.configuration.selection.isContinuous { self.tell(session.selection, of: session) }
        }
        session.onEnd = { session in
            switch session.state {
            // Who heard of every change has heard of the last.
            case .confirmed where self.configuration.selection.isContinuous: break
            case .confirmed: self.tell(session.selection, of: session)
            case .cancelled, .failed: self.tell(session.cancelledSelection, of: session)
            case .open, .closed: break
            }
        }
        session.begin(Self.presenter)
        return session
    }

    private func tell(_ identifiers: [String], of session: PHPickerSession) {
        guard let content else { return }
        delegate?.picker(self, didFinishPicking: content.results(identifiers, of: session))
    }

    // MARK: While it is open

    /// Changes what can be changed of an open picker. What is picked stays, also where it is more than a new limit; then it can't be confirmed.
    public func updatePicker(using configuration: PHPickerConfiguration.Update) { session?.update(configuration) }

    /// Takes assets out of what is picked. Unknown ones, and all with a configuration without a library, are passed over. The delegate does not hear of it.
    public func deselectAssets(withIdentifiers identifiers: [String]) {
        guard configuration.library != nil else { return }
        session?.programDeselects(identifiers)
    }

    /// Moves a picked asset behind another one, or to the front with `nil`. Nothing happens where one of them is not picked, and with a configuration without a
    /// library. The delegate does not hear of it.
    public func moveAsset(withIdentifier identifier: String, afterAssetWithIdentifier afterIdentifier: String?) {
        guard configuration.library != nil else { return }
        session?.programMoves(identifier, after: afterIdentifier)
    }

    /// Scrolls to where the picker was when it opened.
    public func scrollToInitialPosition() { session?.ask(.scrollToInitialPosition) }

    /// Shows fewer and larger pictures.
    public func zoomIn() { session?.ask(.zoomIn) }

    /// Shows more and smaller pictures.
    public func zoomOut() { session?.ask(.zoomOut) }
}

/// Hears what was picked. <https://developer.apple.com/documentation/photosui/phpickerviewcontrollerdelegate>
@MainActor public protocol PHPickerViewControllerDelegate: AnyObject {
    /// Called on the main thread, once, when the person confirms or cancels; with continuous selection at every change of theirs, and not when they confirm.
    /// - Parameter results: what was picked, in order. After a cancellation empty, or what was preselected.
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}
