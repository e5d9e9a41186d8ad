import Support

/// Why an import as a whole could not be done. What concerns one file is an `ImportFailure` in the report instead.
package struct ImportError: CodedError {
    package enum Code: String, Sendable {
        /// Another process went on writing to the library for too long.
        case locked
        /// The library's folder can't be written.
        case cannotWrite
        /// There is nothing to decode with, or it may not work; no file is to blame.
        case noDecoder
        /// The catalogue failed.
        case catalog
    }

    package let code: Code
    /// What was committed stays.
    package let message: String
    /// What was underneath; where it has a message for a person, `message` says it.
    package let cause: (any Error)?
    /// What the import had committed when it stopped; `nil` where no import had begun.
    package let report: ImportReport?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil, report: ImportReport? = nil) {
        (self.code, self.message, self.cause, self.report) = (code, message, cause, report)
    }
}
