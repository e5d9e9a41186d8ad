import HTTPTypes
import NIOCore

/// Whose request it is, as far as taking turns goes: whoever shows the same credentials is one, and so is a connection that shows none.
package enum Asker: Hashable, Sendable {
    case credentials(String)
    case connection(ObjectIdentifier)

    init(_ headers: HTTPFields, on channel: any Channel) {
        if let shown = headers[.authorization] ?? headers[.cookie] { self = .credentials(shown) } else { self = .connection(ObjectIdentifier(channel)) }
    }
}
