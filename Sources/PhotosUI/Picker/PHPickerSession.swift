import Foundation
import PhotoModel
import Photos
import Picking

/// A picker that is open: what a person may pick, has picked, and how it ended. Addition.
///
/// A presenter hands on what the person does. What is picked follows the library: what is deleted or hidden meanwhile is not picked any more, and is again when
/// that is undone.
@MainActor public final class PHPickerSession: Identifiable {
    /// Its own.
    public nonisolated let id = UUID()
    /// What is asked for.
    public nonisolated let request: Request
    /// Where it stands.
    public private(set) var state = State.open
    /// Where the person picks. A presenter sets it where there is something to open.
    public var address: URL?
    /// Why it could not be shown.
    public private(set) var failure: (any Error)?

    /// Called with every change of what is picked that the person or the library makes.
    var onChange: @MainActor (PHPickerSession) -> Void = { _ in }
    /// Called once.
    var onEnd: @MainActor (PHPickerSession) -> Void = { _ in }

    /// The library as its owner sees it; `nil` where there is none.
    let library: PHPhotoLibrary?
    private let origin: PHPhotoLibrary
    private let opening: (any Error)?
    private var picks: PickerSelection<UUID>
    private weak var presenter: (any PHPickerPresenter)?
    private var follower: LibraryFollower?

    init(_ request: Request, of library: PHPhotoLibrary) {
        (self.request, origin) = (request, library)
        let owners = Result { try library.ofOwner() }, found = try? owners.get()
        (self.library, opening) = (found, owners.failure)
        let wanted = request.preselectedIdentifiers.compactMap(LocalIdentifier.uuid(from:))
        let there = (try? found?.pickable(wanted, where: nil)) ?? []
        picks = PickerSelection(PickerRules.one.with(limit: request.selectionLimit), preselected: wanted.filter(there.contains))
    }

    func begin(_ presenter: any PHPickerPresenter) {
        self.presenter = presenter
        presenter.present(self)
        if let opening { return fail(opening) }
        follower = library.map { LibraryFollower($0) { [weak self] in self?.follow() } }
    }

    // MARK: What is picked

    /// Local identifiers, in order.
    public var selection: [String] { picks.ids.map(LocalIdentifier.asset) }
    /// The same of what a cancelled picker gives: what was preselected, as far as it is still there.
    public var cancelledSelection: [String] { picks.cancelled.map(LocalIdentifier.asset) }
    /// The most that may be picked at present; 0 is no limit.
    public var selectionLimit: Int { picks.rules.limit }
    /// Whether ``confirm()`` would do.
    public var canConfirm: Bool { state == .open && picks.readiness == .ready }

    /// Whether any of these is of this picker's library, be it deleted or hidden by now: of another one nothing is. True where it can't be read.
    package func knows(anyOf identifiers: [String]) -> Bool {
        (try? library?.knows(anyOf: identifiers.compactMap(LocalIdentifier.uuid(from:)))) ?? true
    }

    func wasPreselected(_ uuid: UUID) -> Bool { picks.preselected.contains(uuid) }

    // MARK: What the person does

    /// Picks assets, in order, until the limit. With a limit of one another takes the place of the one before.
    /// - Returns: what was not picked, and why; empty for an ended picker.
    @discardableResult
    public func select(_ identifiers: [String]) -> [String: Refusal] {
        guard state == .open else { return [:] }
        var refused: [String: Refusal] = [:], wanted: [UUID] = [], names: [UUID: String] = [:]
        for identifier in identifiers {
            guard let uuid = LocalIdentifier.uuid(from: identifier) else {
                refused[identifier] = .notShown
                continue
            }
            wanted.append(uuid)
            names[uuid] = identifier
        }
        let shown = (try? library?.pickable(wanted, where: request.filter?.filter.predicate)) ?? []
        let step = picks.select(wanted, permits: shown.contains)
        for (uuid, refusal) in step.refused {
            let reason: Refusal = if case .limit(let limit) = refusal { .limit(limit) } else { .notShown }
            refused[names[uuid] ?? LocalIdentifier.asset(uuid)] = reason
        }
        if !step.selected.isEmpty { onChange(self) }
        return refused
    }

    /// Picks these and nothing else, in this order, by the rules of ``select(_:)``: for a presenter that hears of the whole choice at once.
    /// - Returns: what was not picked, and why; empty for an ended picker.
    @discardableResult
    public func setSelection(_ identifiers: [String]) -> [String: Refusal] {
        guard state == .open else { return [:] }
        let before = picks.ids
        picks.deselect(before)
        let told = onChange
        onChange = { _ in }
        let refused = select(identifiers)
        onChange = told
        if picks.ids != before { onChange(self) }
        return refused
    }

    /// Takes assets out of what is picked; what is not picked is passed over.
    public func deselect(_ identifiers: [String]) {
        guard state == .open, !take(identifiers).isEmpty else { return }
        onChange(self)
    }

    /// Moves a picked asset behind another one, or in front of all.
    public func move(_ identifier: String, after other: String?) {
        guard state == .open, shift(identifier, after: other) else { return }
        onChange(self)
    }

    /// Ends the picker with what is picked.
    /// - Returns: false, and nothing ends, where too few or too many are picked, or it has ended.
    @discardableResult
    public func confirm() -> Bool {
        // What went a moment ago is not given out.
        follow()
        guard canConfirm else { return false }
        end(.confirmed)
        return true
    }

    /// Ends the picker with what was preselected.
    public func cancel() { end(.cancelled) }

    /// Ends the picker because it can't be shown; the program hears of it as of a cancellation, and ``failure`` says why, which is logged.
    public func fail(_ error: any Error) {
        guard state == .open else { return }
        failure = error
        origin.report(error: "The picker could not be shown: \(error.localizedDescription)")
        end(.failed)
    }

    private func end(_ state: State) {
        guard self.state == .open else { return }
        (self.state, follower) = (state, nil)
        presenter?.dismiss(self)
        let onEnd = onEnd
        (onChange, self.onEnd) = ({ _ in }, { _ in })
        onEnd(self)
    }

    // MARK: What the program does

    func close() { end(.closed) }

    func ask(_ command: Command) {
        if state == .open { presenter?.session(self, asksFor: command) }
    }

    func update(_ update: PHPickerConfiguration.Update) {
        guard state == .open else { return }
        if let limit = update.selectionLimit {
            picks.update(picks.rules.with(limit: limit))
            ask(.limit(picks.rules.limit))
        }
        if let edges = update.edgesWithoutContentMargins { ask(.edges(edges)) }
        if let text = update.searchText { ask(.search(text)) }
    }

    func programDeselects(_ identifiers: [String]) {
        guard state == .open else { return }
        let gone = take(identifiers)
        if !gone.isEmpty { ask(.deselected(gone)) }
    }

    func programMoves(_ identifier: String, after other: String?) {
        guard state == .open, shift(identifier, after: other) else { return }
        ask(.moved(identifier, after: other))
    }

    private func take(_ identifiers: [String]) -> [String] {
        picks.deselect(identifiers.compactMap(LocalIdentifier.uuid(from:))).deselected.map(LocalIdentifier.asset)
    }

    private func shift(_ identifier: String, after other: String?) -> Bool {
        guard let uuid = LocalIdentifier.uuid(from: identifier) else { return false }
        guard let other else { return picks.move(uuid, after: nil) }
        return LocalIdentifier.uuid(from: other).map { picks.move(uuid, after: $0) } ?? false
    }

    // MARK: What the library does

    private func follow() {
        guard state == .open, let library else { return }
        // One that can't be read at the moment has not lost anything.
        guard let there = try? library.pickable(picks.watched, where: nil) else { return }
        if !picks.follow(there.contains).isEmpty { onChange(self) }
    }
}

/// Hears of changes of the library, and says so on the main actor.
// Guarded by being immutable.
private final class LibraryFollower: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    private let changed: @MainActor @Sendable () -> Void
    private let library: PHPhotoLibrary

    init(_ library: PHPhotoLibrary, _ changed: @escaping @MainActor @Sendable () -> Void) {
        (self.library, self.changed) = (library, changed)
        super.init()
        library.register(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let changed = changed
        Task { @MainActor in changed() }
    }
}

extension Result where Failure == any Error {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
