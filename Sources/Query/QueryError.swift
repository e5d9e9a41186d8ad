import Support

/// Why a format, a predicate or a sort key cannot be used.
///
/// Thrown while a format is parsed, while its keys are resolved, while it is translated, or while objects are tested, where that
/// takes too much work. The message says what to write instead.
package struct QueryError: CodedError, Hashable {
    package enum Code: String, Sendable {
        /// The format does not follow the grammar.
        case syntax
        /// The grammar knows it, but it makes no sense here (`SUBQUERY`, `FUNCTION`, variables, assignment).
        case unsupported
        /// A placeholder has no argument, or one of a wrong type.
        case argument
        /// Nested too deeply, too long, or too many values.
        case tooComplex
        /// A key the key space does not have.
        case unknownKey
        /// Two sides that cannot be compared.
        case typeMismatch
        /// The regular expression of `MATCHES` is invalid or refused.
        case pattern
        /// Matching a regular expression against one text exceeded its budget of steps.
        case patternTooSlow
        /// The whole query exceeded its budget of work.
        case tooCostly
        /// Nobody waits for the answer any more.
        case cancelled
        /// The SQL mapping has no column for a key.
        case unmapped
        /// A predicate that was made from a block, so its condition cannot be read.
        case foreignPredicate
        /// A sort descriptor that was made from a comparator or a foreign key path.
        case foreignSortDescriptor
    }

    package let code: Code
    /// What is wrong and what to write instead, without the position.
    package let message: String
    /// Where in the format, in characters from 0; nil where no format was involved.
    package let position: Int?
    /// The text of the underlying error, where there was one.
    package let cause: String?

    package init(_ code: Code, _ message: String, at position: Int? = nil, cause: String? = nil) {
        self.code = code
        self.message = message
        self.position = position
        self.cause = cause
    }
}

extension QueryError {
    /// The message with its position (counted from 1, as editors do) and cause.
    package var description: String {
        var text = message
        if let position { text += " (at character \(position + 1))" }
        if let cause { text += ": \(cause)" }
        return text
    }
}
