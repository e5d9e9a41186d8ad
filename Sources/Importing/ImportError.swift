/// Why an import as a whole could not be done. What concerns one file is an `ImportFailure` in the report instead.
package struct ImportError: Error, Sendable, CustomStringConvertible {
    /// Stable code; more may be added.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String { case locked, cannotWrite, catalog, noDecoder }
        private let value: Value
        private init(_ value: Value) { self.value = value }

        /// Another process went on writing to the library for too long.
        package static let locked = Code(.locked)
        /// The library's folder can't be written.
        package static let cannotWrite = Code(.cannotWrite)
        /// There is nothing to decode with, or it may not work; no file is to blame.
        package static let noDecoder = Code(.noDecoder)
        /// The catalogue failed.
        package static let catalog = Code(.catalog)

        package var description: String { value.rawValue }
    }

    package let code: Code
    /// For a person: what happened, what to do next. What was committed stays.
    package let message: String
    /// What was underneath; where it has a message for a person, `message` says it.
    package let cause: (any Error)?
    /// What the import had committed when it stopped; `nil` where no import had begun.
    package let report: ImportReport?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil, report: ImportReport? = nil) {
        (self.code, self.message, self.cause, self.report) = (code, message, cause, report)
    }

    package var description: String { message }
}
