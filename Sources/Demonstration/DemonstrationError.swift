/// Why there is no demonstration.
package struct DemonstrationError: Error, Sendable, CustomStringConvertible {
    /// Stable code; more may be added.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String { case exists, busy, cancelled, cannotWrite, failed }
        private let value: Value
        private init(_ value: Value) { self.value = value }

        /// Something is there already.
        package static let exists = Code(.exists)
        /// Another process is making it.
        package static let busy = Code(.busy)
        package static let cancelled = Code(.cancelled)
        package static let cannotWrite = Code(.cannotWrite)
        package static let failed = Code(.failed)

        package var description: String { value.rawValue }
    }

    package let code: Code
    /// For a person, with the remedy.
    package let message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    package var description: String { message }

    static let cancelled = DemonstrationError(.cancelled, "The demonstration was interrupted; the next run begins it anew.")
}
