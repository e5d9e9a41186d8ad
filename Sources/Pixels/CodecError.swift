/// Why a file could not be decoded.
package struct CodecError: Error, Sendable, CustomStringConvertible {
    /// Stable code; more may be added.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String { case unsupported, damaged, tooLarge, timedOut, workerFailed, workerMissing, unreadable, invalidRequest }
        private let value: Value
        private init(_ value: Value) { self.value = value }

        /// The content is of no type the library shows.
        package static let unsupported = Code(.unsupported)
        /// The content is of a known type and nothing of it can be decoded.
        package static let damaged = Code(.damaged)
        /// More pixels or bytes than the limits allow.
        package static let tooLarge = Code(.tooLarge)
        /// The worker did not answer within its time limit.
        package static let timedOut = Code(.timedOut)
        /// The worker crashed or gave an answer that cannot be true, twice.
        package static let workerFailed = Code(.workerFailed)
        /// No worker could be started.
        package static let workerMissing = Code(.workerMissing)
        /// The descriptor could not be read.
        package static let unreadable = Code(.unreadable)
        /// The request itself makes no sense, such as an empty size.
        package static let invalidRequest = Code(.invalidRequest)

        package var description: String { value.rawValue }
    }

    package let code: Code
    /// For a person: names the file and says what can be done.
    package let message: String
    /// What the worker or the library underneath said.
    package let cause: String?

    package init(_ code: Code, _ message: String, cause: String? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }

    package var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
