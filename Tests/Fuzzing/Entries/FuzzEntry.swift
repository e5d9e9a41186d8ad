/// What is fuzzed: each reads bytes that may be anything. It may find nothing in them; it may not trap, read outside of them, or break a claim.
///
/// `Scripts/fuzz` runs them for as long as one likes, the tests run them over what that found.
enum FuzzEntry: String, CaseIterable, Sendable {
    /// Readers of facts: types by content, image headers, animations' delays, boxes, maker notes, property lists, tags, the kernel's texts.
    case facts
    /// Markers and headers of encoded pictures, and the colours that they speak of.
    case markers
    /// Whole files, through the libraries that decode them.
    case pictures
    /// Both directions of the worker protocol, answers over shared memory, the memories themselves and the slots in them.
    case messages
    /// The derivatives' tables, with their headers, and what is stored and compacted over them.
    case tables
    /// The catalogue's column file.
    case columns
    /// Predicate formats and sort keys.
    case queries
    /// Forms with files, in pieces of any length.
    case forms
    /// What clients of the network folder send: XML, and `If` headers.
    case dav

    func run(_ bytes: UnsafeRawBufferPointer) -> Claims {
        var claims = Claims()
        switch self {
        case .facts: FactsEntry.run(bytes, &claims)
        case .markers: MarkersEntry.run(bytes, &claims)
        case .pictures: PicturesEntry.run(bytes, &claims)
        case .messages: MessagesEntry.run(bytes, &claims)
        case .tables: TablesEntry.run(bytes, &claims)
        case .columns: ColumnsEntry.run(bytes, &claims)
        case .queries: QueriesEntry.run(bytes, &claims)
        case .forms: FormsEntry.run(bytes, &claims)
        case .dav: DAVEntry.run(bytes, &claims)
        }
        return claims
    }
}

/// What must hold whatever the bytes are, and does not.
struct Claims {
    private(set) var broken: [String] = []

    mutating func claim(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds { broken.append(what()) }
    }
}

/// Takes decisions from the beginning of the bytes; zeros after their end.
struct Choices {
    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { at >= bytes.count }

    /// What no decision has taken yet.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[min(at, bytes.count)...]) }

    mutating func byte() -> UInt8 { take(1).first ?? 0 }

    mutating func number<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type = Value.self) -> Value {
        var value: Value = 0
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: take($0.count)) }
        return Value(littleEndian: value)
    }

    /// The next bytes, fewer at the end.
    mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
        let part = UnsafeRawBufferPointer(rebasing: bytes[min(at, bytes.count)..<min(at + count, bytes.count)])
        at += count
        return part
    }
}
