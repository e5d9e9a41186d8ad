import Glibc

/// Reads a form with files, `multipart/form-data` (RFC 7578, RFC 2046), as its bytes come: it keeps the headers of one part and nothing of what parts hold.
///
/// The bytes may be cut anywhere; what is told is the same, but for where the content of a part is cut.
package struct MultipartReader: Sendable {
    /// What comes next.
    package enum Event {
        /// A part begins.
        case part(MultipartPart)
        /// Bytes of its content. They are there until the call returns.
        case bytes(UnsafeRawBufferPointer)
        /// All of its content was told.
        case end
    }

    private enum State {
        /// Before the first boundary.
        case preamble
        /// Behind a boundary, whose line has to end.
        case boundaryLine
        case headers
        case content
        /// Behind the last boundary.
        case epilogue
    }

    /// Bytes of the headers of one part, bytes before the first boundary, and parts, at most.
    package static let longestHeaders = 8 << 10, longestPreamble = 8 << 10, mostParts = 1_000

    /// CRLF, two hyphens, and the boundary. CR stands at its beginning only, so that what turns out to be another text holds no second beginning of it.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// Bytes of the delimiter that the last bytes are. The first delimiter of a body has no line before it.
    private var matched = 2
    /// The line that a boundary ends, or the headers so far.
    private var text: [UInt8] = []
    private var skipped = 0, parts = 0

    /// - Parameter boundary: as `boundary(of:)` gives it.
    package init(boundary: String) { delimiter = Array("\r\n--\(boundary)".utf8) }

    /// Of a form that is not whole.
    package static let cutOff = MultipartError("Its end is missing.")

    /// Whether the last boundary has come, so that nothing is missing.
    package var isWhole: Bool { state == .epilogue }

    /// The boundary that a `Content-Type` names; `nil` for what is no form with files, or names none that may be one.
    package static func boundary(of contentType: String) -> String? {
        guard let value = HeaderValue(Array(contentType.utf8)[...]), value.name == "multipart/form-data", let boundary = value.parameters["boundary"] else { return nil }
        let marks = "'()+_,-./:=? ".utf8
        let isProper = boundary.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: marks.contains(byte)
            }
        }
        return (1...70).contains(boundary.utf8.count) && isProper && boundary.last != " " ? boundary : nil
    }

    /// Reads the next bytes.
    /// - Parameter tell: is called with each event, in their order.
    /// - Throws: a `MultipartError` for what is no form; then nothing more may be read. What `tell` throws.
    package mutating func read(_ bytes: UnsafeRawBufferPointer, _ tell: (Event) throws -> Void) throws {
        var at = 0
        while at < bytes.count {
            switch state {
            case .preamble: at = try skipPreamble(bytes, from: at)
            case .boundaryLine: at = try readBoundaryLine(bytes, from: at)
            case .headers: at = try readHeaders(bytes, from: at, tell)
            case .content: at = try readContent(bytes, from: at, tell)
            case .epilogue: return
            }
        }
    }

    // MARK: Boundaries

    private mutating func skipPreamble(_ bytes: UnsafeRawBufferPointer, from start: Int) throws -> Int {
        var at = start
        while at < bytes.count {
            if bytes[at] == delimiter[matched] {
                matched += 1
                at += 1
                if matched == delimiter.count {
                    (state, matched) = (.boundaryLine, 0)
                    return at
                }
            } else if matched > 0 {
                // The byte may begin a delimiter itself.
                matched = 0
            } else {
                at += 1
            }
            skipped += 1
            guard skipped <= Self.longestPreamble + delimiter.count else { throw MultipartError("There is no boundary at its beginning.") }
        }
        return at
    }

    /// Behind a boundary come blanks and the line's end, or two hyphens, which end the form.
    private mutating func readBoundaryLine(_ bytes: UnsafeRawBufferPointer, from start: Int) throws -> Int {
        let last = text.last ?? 0, byte = bytes[start]
        switch (last, byte) {
        case (0, UInt8(ascii: "-")), (0, UInt8(ascii: "\r")): text.append(byte)
        case (0, UInt8(ascii: " ")), (0, UInt8(ascii: "\t")): break
        case (UInt8(ascii: "-"), UInt8(ascii: "-")): (state, text) = (.epilogue, [])
        case (UInt8(ascii: "\r"), UInt8(ascii: "\n")):
            parts += 1
            guard parts <= Self.mostParts else { throw MultipartError("It has more than \(Self.mostParts) parts. Share fewer files at a time.") }
            (state, text) = (.headers, [])
        default: throw MultipartError("Something stands behind a boundary, in its line.")
        }
        return start + 1
    }

    // MARK: Parts

    private mutating func readHeaders(_ bytes: UnsafeRawBufferPointer, from start: Int, _ tell: (Event) throws -> Void) throws -> Int {
        var at = start
        while at < bytes.count {
            text.append(bytes[at])
            at += 1
            guard text.count <= Self.longestHeaders else { throw MultipartError("The headers of a part are longer than \(Self.longestHeaders) bytes.") }
            // An empty line ends them; where there are none it is the first.
            guard text.last == UInt8(ascii: "\n"), text.elementsEqual("\r\n".utf8) || text.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
            let part = try MultipartPart(headers: text)
            text = []
            state = .content
            try tell(.part(part))
            break
        }
        return at
    }

    private mutating func readContent(_ bytes: UnsafeRawBufferPointer, from start: Int, _ tell: (Event) throws -> Void) throws -> Int {
        // Of a delimiter that began in earlier bytes, `carried` are not in these.
        var at = start, carried = matched
        func tellContent(upTo end: Int) throws {
            if end > start { try tell(.bytes(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))) }
        }
        while at < bytes.count {
            if matched == 0 {
                guard let next = Self.index(of: UInt8(ascii: "\r"), in: bytes, from: at) else {
                    at = bytes.count
                    break
                }
                (at, matched) = (next + 1, 1)
            } else if bytes[at] == delimiter[matched] {
                (at, matched) = (at + 1, matched + 1)
                guard matched == delimiter.count else { continue }
                if carried == 0 { try tellContent(upTo: at - matched) }
                (state, matched, text) = (.boundaryLine, 0, [])
                try tell(.end)
                return at
            } else {
                // What was kept back is content, and the byte at hand may begin a delimiter itself.
                if carried > 0 { try delimiter.withUnsafeBytes { try tell(.bytes(UnsafeRawBufferPointer(rebasing: $0[..<carried]))) } }
                (carried, matched) = (0, 0)
            }
        }
        if carried == 0 { try tellContent(upTo: bytes.count - matched) }
        return at
    }

    private static func index(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), bytes.count - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }
}

/// Why bytes are no form with files.
package struct MultipartError: Error, Sendable, Equatable {
    /// For a person.
    package let message: String

    init(_ message: String) { self.message = message }
}
