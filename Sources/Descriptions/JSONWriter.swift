import Foundation
import Support

/// Writes JSON text on one line, keys in the order they are given, nothing left out.
///
/// A million assets pass through here one after another, so values go straight into a byte buffer instead of through a tree.
@usableFromInline
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    /// Whether the next key or element needs a comma before it.
    private var needsComma = false

    package init() {}

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    // MARK: Containers

    package mutating func object(_ fields: (inout JSONWriter) -> Void) { enclose("{", "}", fields) }
    package mutating func array(_ elements: (inout JSONWriter) -> Void) { enclose("[", "]", elements) }

    package mutating func object(_ key: String, _ fields: (inout JSONWriter) -> Void) {
        self.key(key)
        object(fields)
    }

    package mutating func array(_ key: String, _ elements: (inout JSONWriter) -> Void) {
        self.key(key)
        array(elements)
    }

    package mutating func strings(_ key: String, _ values: some Sequence<String>) {
        array(key) { for value in values { $0.element(value) } }
    }

    // MARK: Values

    package mutating func field(_ key: String, _ value: String?) {
        self.key(key)
        if let value { write(value) } else { null() }
    }

    package mutating func field(_ key: String, _ value: Bool) {
        self.key(key)
        raw(value ? "true" : "false")
    }

    /// Compiled where it is called, for the numbers it is called with: some are written of every asset.
    @inlinable package mutating func field(_ key: String, _ value: (some BinaryInteger)?) { field(key, digits: value.map { String($0) }) }

    @usableFromInline package mutating func field(_ key: String, digits: String?) {
        self.key(key)
        if let digits { raw(digits) } else { null() }
    }

    /// Whole numbers are written without a fraction. Infinities and NaN have no place in JSON and become `null`.
    package mutating func field(_ key: String, _ value: Double?) {
        self.key(key)
        if let value { write(value) } else { null() }
    }

    /// Seconds since 2001, written as UTC with milliseconds.
    package mutating func field(_ key: String, date: Double?) { field(key, date.map(Timestamp.utc)) }

    /// Whole ranges as `[[start,length],…]`.
    package mutating func ranges(_ key: String, _ ranges: [Range<Int>]) {
        array(key) { json in
            for range in ranges {
                json.separate()
                json.raw("[\(range.lowerBound),\(range.count)]")
            }
        }
    }

    /// A moment in seconds since 2001, as seconds since 1970 with no more than milliseconds.
    package mutating func field(_ key: String, since1970 date: Double?) {
        self.key(key)
        guard let date, abs(date) < 1e13 else { return null() }
        let milliseconds = Int64(((date + 978_307_200) * 1000).rounded())
        let (seconds, rest) = (abs(milliseconds) / 1000, abs(milliseconds) % 1000)
        var text = (milliseconds < 0 ? "-" : "") + String(seconds)
        if rest != 0 {
            var digits = String(1000 + rest).dropFirst()
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        raw(text)
    }

    /// A value that is JSON already.
    package mutating func field(_ key: String, json: [UInt8]) {
        self.key(key)
        bytes += json
        needsComma = true
    }

    package mutating func null(_ key: String) {
        self.key(key)
        null()
    }

    package mutating func element(_ value: String) {
        separate()
        write(value)
        needsComma = true
    }

    /// Bytes as base64 text; `null` for none.
    package mutating func element(base64 data: Data?) {
        separate()
        guard let data else { return null() }
        bytes.append(UInt8(ascii: "\""))
        bytes += data.base64EncodedData()
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    // MARK: Text

    private mutating func enclose(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func key(_ key: String) {
        separate()
        write(key)
        bytes.append(UInt8(ascii: ":"))
        // The value follows its key without a comma and asks for one after itself.
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func null() { raw("null") }

    private mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func write(_ value: Double) {
        guard value.isFinite else { return null() }
        if let whole = Int64(exactly: value) { raw(String(whole)) } else { raw(value.description) }
    }

    private mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            // Most texts are written as they are, in one go.
            if utf8.allSatisfy({ !Self.isEscaped($0) }) { bytes.append(contentsOf: utf8) } else { for byte in utf8 { write(escaping: byte) } }
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private static func isEscaped(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }

    private mutating func write(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case _ where Self.isEscaped(byte):
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(hexadecimal: byte)
        default: bytes.append(byte)
        }
    }
}
