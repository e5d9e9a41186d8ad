/// Why a format, a predicate or a sort key cannot be used.
///
/// Thrown while a format is parsed, while its keys are resolved, while it is translated, or while objects are tested, where that
/// takes too much work. The message says what to write instead.
package struct QueryError: Error, Sendable, Hashable {
    /// What kind of mistake it is; stable, to be tested for.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String, Sendable {
            case syntax, unsupported, argument, tooComplex, unknownKey, typeMismatch, pattern, patternTooSlow, tooCostly, cancelled
            case unmapped, foreignPredicate, foreignSortDescriptor
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The format does not follow the grammar.
        package static let syntax = Code(.syntax)
        /// The grammar knows it, but it makes no sense here (`SUBQUERY`, `FUNCTION`, variables, assignment).
        package static let unsupported = Code(.unsupported)
        /// A placeholder has no argument, or one of a wrong type.
        package static let argument = Code(.argument)
        /// Nested too deeply, too long, or too many values.
        package static let tooComplex = Code(.tooComplex)
        /// A key the key space does not have.
        package static let unknownKey = Code(.unknownKey)
        /// Two sides that cannot be compared.
        package static let typeMismatch = Code(.typeMismatch)
        /// The regular expression of `MATCHES` is invalid or refused.
        package static let pattern = Code(.pattern)
        /// Matching a regular expression against one text exceeded its budget of steps.
        package static let patternTooSlow = Code(.patternTooSlow)
        /// The whole query exceeded its budget of work.
        package static let tooCostly = Code(.tooCostly)
        /// Nobody waits for the answer any more.
        package static let cancelled = Code(.cancelled)
        /// The SQL mapping has no column for a key.
        package static let unmapped = Code(.unmapped)
        /// A predicate that was made from a block, so its condition cannot be read.
        package static let foreignPredicate = Code(.foreignPredicate)
        /// A sort descriptor that was made from a comparator or a foreign key path.
        package static let foreignSortDescriptor = Code(.foreignSortDescriptor)

        package var description: String { kind.rawValue }
    }

    /// The kind of mistake.
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

extension QueryError: CustomStringConvertible {
    /// The message with its position (counted from 1, as editors do) and cause.
    package var description: String {
        var text = message
        if let position { text += " (at character \(position + 1))" }
        if let cause { text += ": \(cause)" }
        return text
    }
}
