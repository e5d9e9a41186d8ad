import Glibc

/// A packet that does not follow the worker protocol.
package enum ProtocolError: Error, Equatable, CustomStringConvertible {
    /// The packet ends before its last field.
    case truncated
    /// A field has a value that it cannot have; names the field.
    case invalid(String)
    /// The other side speaks another version.
    case version(UInt16)

    package var description: String {
        switch self {
        case .truncated: "a packet that ends too early"
        case .invalid(let field): "a packet with an impossible \(field)"
        case .version(let version): "protocol version \(version) instead of \(Wire.version)"
        }
    }
}

/// A system call that failed, and at what.
package struct SystemError: Error, CustomStringConvertible {
    package let number: Int32
    package let action: String

    package init(_ number: Int32, _ action: String) {
        (self.number, self.action) = (number, action)
    }

    package var description: String { "\(action): \(String(cString: strerror(number)))" }
}
