import Foundation
import Photos

// PhotosUI adds these to Photos' class, as Apple's does.
extension PHPhotoLibrary {
    /// Lets the person choose which assets a program with limited access may see: a picker of the whole library with the present choice picked. It takes
    /// itself away at its end. Nothing happens unless access is limited. Observers hear of what changes.
    /// <https://developer.apple.com/documentation/photosui/phphotolibrary/presentlimitedlibrarypicker(from:)>
    @MainActor public func presentLimitedLibraryPicker(from controller: UIViewController) { presentLimitedLibraryPicker(from: controller) { _ in } }

    /// The same.
    /// - Parameter completionHandler: called once on the main thread, with local identifiers of what was not in the choice before; empty where the person
    ///   cancelled, nothing is new, access is not limited, or the controller presents something already.
    @MainActor public func presentLimitedLibraryPicker(from controller: UIViewController, completionHandler: @escaping @Sendable ([String]) -> Void) {
        let chosen: [String]?
        do { chosen = try limitedSelection() } catch {
            report(error: "What the program may see could not be looked up, so nobody can choose it: \(error.localizedDescription)")
            chosen = nil
        }
        guard let chosen, controller.presentedViewController == nil else {
            DispatchQueue.main.async { completionHandler([]) }
            return
        }
        controller.present(LimitedLibraryController(self, chosen, completionHandler), animated: true)
    }

    /// The same, awaited.
    @MainActor public func presentLimitedLibraryPicker(from controller: UIViewController) async -> [String] {
        await withCheckedContinuation { done in presentLimitedLibraryPicker(from: controller) { done.resume(returning: $0) } }
    }
}

/// What is presented while a person chooses what a program may see.
@MainActor private final class LimitedLibraryController: UIViewController {
    private let library: PHPhotoLibrary
    private let chosen: [String]
    private let completion: @Sendable ([String]) -> Void
    private var session: PHPickerSession?

    init(_ library: PHPhotoLibrary, _ chosen: [String], _ completion: @escaping @Sendable ([String]) -> Void) {
        (self.library, self.chosen, self.completion) = (library, chosen, completion)
        super.init()
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        var request = PHPickerSession.Request()
        (request.purpose, request.preselectedIdentifiers) = (.limitedLibrary, chosen)
        let session = PHPickerSession(request, of: library)
        self.session = session
        // Itself until the end, however the presenter treats it.
        session.onEnd = { session in
            let new = session.state == .confirmed ? self.choose(session.selection) : []
            self.presentingViewController?.dismiss(animated: true)
            self.completion(new)
        }
        session.begin(PHPickerViewController.presenter)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        session?.close()
    }

    private func choose(_ identifiers: [String]) -> [String] {
        do { return try library.setLimitedSelection(identifiers) } catch {
            library.report(error: "What the program may see could not be changed: \(error.localizedDescription)")
            return []
        }
    }
}
