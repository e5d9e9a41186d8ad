/// A request as nearly every client writes it: one GET without a body, the whole of it in one piece, each header on its own line in the plainest form.
///
/// It is found in the bytes without making anything of them. What is written in any other way is not one of these, whether it is right or wrong: HTTP's own decoder
/// says what that is.
struct PlainRequest {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    let target: Bytes
    let host: Bytes
    private(set) var cookie: Bytes?
    private(set) var authorization: Bytes?
    /// Whether it says more than who asks, for what: where it comes from, what is known already, what to do with the connection. What only says how the answer is
    /// shown does not count.
    private(set) var saysMore = false

    /// - Parameter bytes: all that came, which has to outlive what is made of it.
    init?(_ bytes: Bytes) {
        let method: StaticString = "GET ", version: StaticString = " HTTP/1.1"
        guard bytes.count > 16, Self.begins(bytes, 0, with: method), let (lineEnd, _) = Self.line(bytes, from: 0) else { return nil }
        let targetEnd = lineEnd - version.utf8CodeUnitCount
        guard targetEnd > method.utf8CodeUnitCount, Self.begins(bytes, targetEnd, with: version) else { return nil }
        let target = Bytes(rebasing: bytes[method.utf8CodeUnitCount..<targetEnd])
        guard target[0] == UInt8(ascii: "/"), target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else { return nil }
        var host: Bytes?, at = lineEnd + 2
        while true {
            guard let (end, colon) = Self.line(bytes, from: at) else { return nil }
            if end == at {
                // Nothing may follow.
                guard end + 2 == bytes.count, let host else { return nil }
                (self.target, self.host) = (target, host)
                return
            }
            guard let colon, colon > at, colon + 1 < end, bytes[colon + 1] == 0x20, Self.isName(bytes, at..<colon) else { return nil }
            let value = Bytes(rebasing: bytes[colon + 2..<end])
            switch Self.field(bytes, at..<colon) {
            case .host:
                guard host == nil else { return nil }
                host = value
            case .cookie:
                guard cookie == nil else { return nil }
                cookie = value
            case .authorization:
                guard authorization == nil else { return nil }
                authorization = value
            case .framing: return nil
            case .more: saysMore = true
            case .site: saysMore = saysMore || !(Self.isEqual(value, "same-origin") || Self.isEqual(value, "none"))
            case .connection: saysMore = saysMore || !Self.isEqual(value, "keep-alive")
            case .other: break
            }
            at = end + 2
        }
    }

    // MARK: Reading

    private enum Field { case host, cookie, authorization, framing, more, site, connection, other }

    private static func field(_ bytes: Bytes, _ name: Range<Int>) -> Field {
        switch name.count {
        case 4 where isNamed(bytes, name, "host"): .host
        case 5 where isNamed(bytes, name, "range"): .more
        case 6 where isNamed(bytes, name, "cookie"): .cookie
        case 6 where isNamed(bytes, name, "origin"): .more
        case 6 where isNamed(bytes, name, "expect"): .framing
        case 7 where isNamed(bytes, name, "upgrade"), 7 where isNamed(bytes, name, "trailer"): .framing
        case 8 where isNamed(bytes, name, "if-range"), 8 where isNamed(bytes, name, "if-match"): .more
        case 10 where isNamed(bytes, name, "connection"): .connection
        case 13 where isNamed(bytes, name, "authorization"): .authorization
        case 13 where isNamed(bytes, name, "if-none-match"): .more
        case 14 where isNamed(bytes, name, "sec-fetch-site"): .site
        case 14 where isNamed(bytes, name, "content-length"): .framing
        case 17 where isNamed(bytes, name, "transfer-encoding"): .framing
        default: .other
        }
    }

    /// The end of a line of plain characters, and the first colon in it; `nil` where it has others, or does not end as it should.
    private static func line(_ bytes: Bytes, from start: Int) -> (end: Int, colon: Int?)? {
        var index = start, colon: Int?
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0D { return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? (index, colon) : nil }
            guard byte >= 0x20, byte < 0x7F else { return nil }
            if byte == UInt8(ascii: ":"), colon == nil { colon = index }
            index += 1
        }
        return nil
    }

    private static func isName(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
        for index in range {
            let byte = bytes[index] | 0x20
            guard byte &- 0x61 < 26 || bytes[index] &- 0x30 < 10 || bytes[index] == UInt8(ascii: "-") else { return false }
        }
        return true
    }

    private static func begins(_ bytes: Bytes, _ start: Int, with text: StaticString) -> Bool {
        guard bytes.count - start >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[start + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whatever the case.
    private static func isNamed(_ bytes: Bytes, _ name: Range<Int>, _ text: StaticString) -> Bool {
        for index in 0..<name.count {
            let byte = bytes[name.lowerBound + index]
            guard (0x41...0x5A ~= byte ? byte | 0x20 : byte) == text.utf8Start[index] else { return false }
        }
        return true
    }

    static func isEqual(_ bytes: Bytes, _ text: StaticString) -> Bool { bytes.count == text.utf8CodeUnitCount && begins(bytes, 0, with: text) }
}
