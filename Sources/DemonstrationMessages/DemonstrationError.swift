/// Why there is no demonstration.
package struct DemonstrationError: Error, Codable, Sendable, CustomStringConvertible {
    /// Stable code; more may be added.
    package struct Code: Codable, Sendable, Hashable, CustomStringConvertible {
        private enum Value: String, Codable { case exists, busy, cancelled, cannotWrite, noDecoder, failed }
        private let value: Value
        private init(_ value: Value) { self.value = value }

        /// Something is there already.
        package static let exists = Code(.exists)
        /// Another process is making it.
        package static let busy = Code(.busy)
        package static let cancelled = Code(.cancelled)
        package static let cannotWrite = Code(.cannotWrite)
        /// There is no worker to import with.
        package static let noDecoder = Code(.noDecoder)
        package static let failed = Code(.failed)

        package var description: String { value.rawValue }
    }

    package let code: Code
    /// For a person, with the remedy.
    package let message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    package var description: String { message }

    package static let cancelled = DemonstrationError(.cancelled, "The demonstration was interrupted; the next run begins it anew.")
}
