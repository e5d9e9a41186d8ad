import Descriptions
import NIOCore
import PhotoModel

/// Events as they go over the wire.
enum ServerSentEvent {
    /// A comment, which shows both ends that the other is there.
    static let heartbeat = ByteBuffer(string: ":\n\n")

    /// The same for a page, from which a browser keeps comments. Whoever goes by comments finds one in front.
    static let beat = ByteBuffer(string: ":\nevent: beat\ndata: {}\n\n")

    /// - Parameter beat: how often a sign of life comes.
    static func hello(position: ChangePosition, count: Int, beat: Duration) -> ByteBuffer {
        event("hello", position) { json in
            json.field("position", position.rawValue)
            json.field("count", count)
            json.field("beat", Double(beat.components.seconds) + Double(beat.components.attoseconds) / 1e18)
        }
    }

    /// - Parameter change: `nil` for one that can't be told step by step.
    static func change(_ change: ListChange?, position: ChangePosition, count: Int, collections: Bool) -> ByteBuffer {
        event("change", position) { json in
            json.field("position", position.rawValue)
            json.field("count", count)
            json.field("incremental", change != nil)
            json.ranges("removed", change?.removed ?? [])
            json.ranges("inserted", change?.inserted ?? [])
            json.ranges("changed", change?.changed ?? [])
            json.field("collections", collections)
        }
    }

    /// - Parameter json: of one line, how a picker stands.
    static func state(_ json: some Sequence<UInt8>) -> ByteBuffer {
        var buffer = ByteBuffer(string: "event: state\ndata: ")
        buffer.writeBytes(json)
        buffer.writeString("\n\n")
        return buffer
    }

    /// What a picker asks for now, and what its page is to do that has done everything up to a number.
    static func picker(_ state: Picker.State, after number: Int) -> ByteBuffer {
        var json = JSONWriter()
        json.object { json in
            json.field("number", state.number)
            json.field("state", state.phase.rawValue)
            json.field("filter", state.filter?.description)
            json.field("limit", state.rules.limit)
            json.field("minimum", state.rules.minimum)
            json.array("commands") { json in
                for numbered in state.commands where numbered.number > number {
                    json.object { json in
                        json.field("number", numbered.number)
                        switch numbered.command {
                        case .deselect(let uuids): json.strings("deselect", uuids.map(\.uuidString))
                        case .move(let uuid, let after):
                            json.field("move", uuid.uuidString)
                            json.field("after", after?.uuidString)
                        case .search(let text): json.field("search", text)
                        }
                    }
                }
            }
        }
        var buffer = ByteBuffer(string: "event: picker\ndata: ")
        buffer.writeBytes(json.bytes)
        buffer.writeString("\n\n")
        return buffer
    }

    private static func event(_ name: String, _ position: ChangePosition, _ fields: (inout JSONWriter) -> Void) -> ByteBuffer {
        var json = JSONWriter()
        json.object(fields)
        var buffer = ByteBuffer(string: "event: \(name)\nid: \(position.rawValue)\ndata: ")
        // Text in JSON has no line breaks of its own.
        buffer.writeBytes(json.bytes)
        buffer.writeString("\n\n")
        return buffer
    }
}
