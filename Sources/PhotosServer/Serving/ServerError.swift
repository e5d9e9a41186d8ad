import Glibc
import NIOCore
import Support

/// Why a library can't be served.
package struct ServerError: CodedError {
    package enum Code: String, Sendable {
        /// Another program listens there.
        case portTaken
        /// This user may not listen there.
        case notPermitted
        /// The address is none of this machine's.
        case noSuchAddress
        /// What was given as the address of a proxy is none.
        case publicURL
        /// What was given as the address of map tiles is none, or nobody says whose they are.
        case mapTiles
        /// The certificate or its key can't be used.
        case certificate
        /// The files of the pages are not beside the program.
        case pagesMissing
        case failed
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
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
