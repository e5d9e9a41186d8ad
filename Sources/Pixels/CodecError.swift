import Support

/// Why a file could not be decoded.
package struct CodecError: CodedError {
    package enum Code: String, Sendable {
        /// The content is of no type the library shows.
        case unsupported
        /// The content is of a known type and nothing of it can be decoded.
        case damaged
        /// More pixels or bytes than the limits allow.
        case tooLarge
        /// The worker did not answer within its time limit.
        case timedOut
        /// The worker crashed or gave an answer that cannot be true, twice.
        case workerFailed
        /// No worker could be started.
        case workerMissing
        /// The descriptor could not be read.
        case unreadable
        /// The request itself makes no sense, such as an empty size.
        case invalidRequest
        /// Whoever asked for a film has given it up.
        case cancelled
    }

    package let code: Code
    package let message: String
    /// What the worker or the library underneath said.
    package let cause: String?

    package init(_ code: Code, _ message: String, cause: String? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }
}
