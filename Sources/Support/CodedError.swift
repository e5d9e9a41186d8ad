/// What an error of this package is, one type a target: a code that programs test for, and a message with the remedy.
///
/// What else it knows has a field of its own: the `cause`, where something else failed underneath, and where it happened.
package protocol CodedError: Error, CustomStringConvertible {
    associatedtype Code: Sendable
    /// Stable; more may be added.
    var code: Code { get }
    /// For a person, as whole sentences: what happened to which file, and what to do next.
    var message: String { get }
}

extension CodedError {
    package var description: String { message }

    /// The message with what was underneath behind it, for an error that says both.
    package func message<Cause>(with cause: Cause?) -> String { cause.map { "\(message) (\($0))" } ?? message }
}
