import Foundation
import LibraryEngine
import Synchronization

/// The picker sessions of a server. They lie in its memory and end with it.
final class PickerStore: Sendable {
    /// Sessions at a time of one who asks; the oldest ends for a new one.
    static let mostOfOne = 64
    /// Sessions at a time.
    static let most = 512

    private let pickers = Mutex<[Picker]>([])
    private let onChange: @Sendable () -> Void
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter onChange: called when any of them changed.
    init(onChange: @escaping @Sendable () -> Void, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.onChange, self.now) = (onChange, now)
    }

    /// - Throws: a `Problem` where others have as many as there may be.
    func begin(_ request: PickerRequest, by asker: Grant, date: Date) throws(Problem) -> Picker {
        let picker = Picker(request, asker: asker, date: date, now: now, onChange: onChange)
        let (ended, isFull) = pickers.withLock { pickers -> ([Picker], Bool) in
            pickers.removeAll { $0.current.phase == .ended }
            let own = pickers.filter { $0.asker == asker }
            let displaced = own.count >= Self.mostOfOne ? own.first : nil
            if let displaced { pickers.removeAll { $0 === displaced } }
            guard pickers.count < Self.most else { return (displaced.map { [$0] } ?? [], true) }
            pickers.append(picker)
            return (displaced.map { [$0] } ?? [], false)
        }
        for picker in ended { picker.finish() }
        guard !isFull else {
            throw Problem(.serviceUnavailable, "too-many-pickers", title: "Too many pickers are open", detail: "\(Self.most) are open already. Try again when some have ended.")
        }
        return picker
    }

    /// A session that has not ended.
    /// - Throws: a `Problem` where there is none.
    func picker(_ text: String?) throws(Problem) -> Picker {
        guard let uuid = text.flatMap({ UUID(uuidString: $0) }), let picker = pickers.withLock({ $0.first { $0.id == uuid } }), picker.current.phase != .ended else {
            throw Problem(
                .notFound, "no-such-picker", title: "There is no such picker",
                detail: "The picker has ended, or never was one of this server's. Ask for another one with POST /api/picker/sessions.")
        }
        return picker
    }
}
