/// Why there is no demonstration.
package struct DemonstrationError: Error, Codable, Sendable, CustomStringConvertible {
    /// Stable code; more may be added.
    package enum Code: String, Codable, Sendable {
        /// Something is there already.
        case exists
        /// Another process is making it.
        case busy
        case cancelled
        case cannotWrite
        /// There is no worker to import with.
        case noDecoder
        case failed
    }

    package let code: Code
    /// For a person, with the remedy.
    package let message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    package var description: String { message }

    package static let cancelled = DemonstrationError(.cancelled, "The demonstration was interrupted; the next run begins it anew.")
}
