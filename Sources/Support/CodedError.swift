/// What an error of this package is, one type a target: a code that programs test for, a message with the remedy, and what was underneath.
///
/// The message names the file or object that it happened to. Where programs need that, or need to know where in it, it has a field of its own, as a store's object
/// and the character of a format.
package protocol CodedError: Error, CustomStringConvertible {
    associatedtype Code: Sendable
    /// An error; text where the system or a library said it; `Never` where nothing is underneath.
    associatedtype Cause = Never
    /// Stable; more may be added.
    var code: Code { get }
    /// For a person, as whole sentences: what happened to which file, and what to do next.
    var message: String { get }
    /// What failed underneath, for who tells failures apart or looks for the reason; `nil` where nothing did.
    var cause: Cause? { get }
}

extension CodedError where Cause == Never {
    package var cause: Never? { nil }
}

extension CodedError {
    package var description: String { message }

    /// The message with what was underneath behind it, for an error whose message leaves that out.
    package var messageWithCause: String { cause.map { "\(message) (\($0))" } ?? message }
}

extension CodedError where Cause == String {
    package var description: String { messageWithCause }
}
