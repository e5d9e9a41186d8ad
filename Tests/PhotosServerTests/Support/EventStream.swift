import Foundation

/// Server-sent events as a page hears them.
final class EventStream: Sendable {
    struct Event: Sendable {
        var name: String
        var id: Int?
        var data: Data

        func decoded<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONDecoder().decode(type, from: data) }
    }

    struct Hello: Decodable, Sendable, Equatable {
        var position: Int
        var count: Int
        /// Seconds.
        var beat: Double
    }

    struct Change: Decodable, Sendable, Equatable {
        var position: Int
        var count: Int
        var incremental: Bool
        var removed: [[Int]], inserted: [[Int]], changed: [[Int]]
        var collections: Bool
    }

    let connection: HTTPConnection
    let hello: Hello

    /// Begins to follow, and waits for the greeting.
    init(_ server: TestServer, _ view: String = "") async throws {
        connection = try await server.connect()
        try await connection.send("GET /api/changes?\(view) HTTP/1.1\r\n\(server.head)Accept: text/event-stream\r\n\r\n")
        let head = try await connection.head()
        guard head.status == 200 else { throw HTTPConnection.Failure("No stream: \(head.status)") }
        let event = try await Self.next(connection)
        guard let event, event.name == "hello" else { throw HTTPConnection.Failure("No greeting") }
        hello = try event.decoded()
    }

    deinit { connection.close() }

    /// The next change.
    func change() async throws -> Change {
        while let event = try await Self.next(connection) {
            if event.name == "change" { return try event.decoded() }
        }
        throw HTTPConnection.Failure("The stream ended")
    }

    /// The next event; an empty name for a comment. `nil` at the end.
    func event() async throws -> Event? { try await Self.next(connection) }

    /// The server writes an event at once, so that each comes in a chunk of its own.
    private static func next(_ connection: HTTPConnection) async throws -> Event? {
        guard let chunk = try await connection.chunk() else { return nil }
        let text = String(decoding: chunk, as: UTF8.self)
        guard text.hasSuffix("\n\n") else { throw HTTPConnection.Failure("A part of an event: \(text)") }
        var event = Event(name: "", id: nil, data: Data())
        for line in text.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { throw HTTPConnection.Failure("No field: \(line)") }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            switch line[..<colon] {
            case "event": event.name = String(value)
            case "id": event.id = Int(value)
            case "data": event.data = Data(value.utf8)
            default: break
            }
        }
        return event
    }
}
