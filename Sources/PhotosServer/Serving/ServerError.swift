import Glibc
import NIOCore

/// Why a library can't be served.
package struct ServerError: Error, Sendable, CustomStringConvertible {
    /// Stable code; more may be added.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String { case portTaken, notPermitted, noSuchAddress, publicURL, pagesMissing, failed }
        private let value: Value
        private init(_ value: Value) { self.value = value }

        /// Another program listens there.
        package static let portTaken = Code(.portTaken)
        /// This user may not listen there.
        package static let notPermitted = Code(.notPermitted)
        /// The address is none of this machine's.
        package static let noSuchAddress = Code(.noSuchAddress)
        /// What was given as the address of a proxy is none.
        package static let publicURL = Code(.publicURL)
        /// The files of the pages are not beside the program.
        package static let pagesMissing = Code(.pagesMissing)
        package static let failed = Code(.failed)

        package var description: String { value.rawValue }
    }

    package let code: Code
    /// For a person: what happened, and what to do next.
    package let message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    package var description: String { message }
}

extension ServerError {
    init(_ error: IOError, _ options: ServerOptions) {
        let place = "\(options.host), port \(options.port)"
        switch error.errnoCode {
        case EADDRINUSE:
            self.init(.portTaken, "Another program listens on \(place) already. Stop it, or choose another port: --port 0 takes any free one.")
        case EACCES, EPERM:
            self.init(.notPermitted, "You may not listen on \(place). Choose a port above 1023, such as --port \(ServerOptions.defaultPort).")
        case EADDRNOTAVAIL, EAFNOSUPPORT:
            self.init(.noSuchAddress, "\(options.host) is no address of this machine. `ip address` lists those it has; without --host only this machine is served.")
        default:
            self.init(.failed, "Could not listen on \(place): \(String(cString: strerror(error.errnoCode))).")
        }
    }
}
