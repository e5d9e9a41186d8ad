import Foundation

/// Shows pickers to a person: a host supplies one. Addition: on Apple's platforms the system does.
///
/// It shows what ``PHPickerSession/request`` says, hands on what the person does to the session, and ends it by ``PHPickerSession/confirm()``,
/// ``PHPickerSession/cancel()`` or ``PHPickerSession/fail(_:)``.
@MainActor public protocol PHPickerPresenter: AnyObject {
    /// Begins to show a picker. Where that takes an address to be opened it is set as ``PHPickerSession/address``, here or later.
    func present(_ session: PHPickerSession)
    /// The program asks for something while the picker is shown. What is picked has changed already.
    func session(_ session: PHPickerSession, asksFor command: PHPickerSession.Command)
    /// Takes the picker away: it has ended, or the program does not want it any more.
    func dismiss(_ session: PHPickerSession)
}

/// Lists open pickers and shows none: whoever takes one from the list shows it, as a test or a terminal does. Addition.
@MainActor public final class PHPickerSessionList: PHPickerPresenter {
    /// The one that shows pickers by default.
    public static let shared = PHPickerSessionList()
    /// Open pickers, the oldest first.
    public private(set) var sessions: [PHPickerSession] = []
    /// What the programs of open pickers asked for, in order.
    public private(set) var commands: [PHPickerSession.Command] = []

    /// An empty list.
    public init() {}

    /// Puts it on the list.
    public func present(_ session: PHPickerSession) { sessions.append(session) }
    /// Notes it.
    public func session(_ session: PHPickerSession, asksFor command: PHPickerSession.Command) { commands.append(command) }
    /// Takes it off the list.
    public func dismiss(_ session: PHPickerSession) {
        sessions.removeAll { $0 === session }
        if sessions.isEmpty { commands = [] }
    }
}
