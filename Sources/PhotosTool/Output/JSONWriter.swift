/// Writes JSON text on one line, keys in the order they are given, nothing left out.
///
/// A million assets pass through here one after another, so values go straight into a byte buffer instead of through a tree.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether the next key or element needs a comma before it.
    private var needsComma = false

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    // MARK: Containers

    mutating func object(_ fields: (inout JSONWriter) -> Void) { enclose("{", "}", fields) }
    mutating func array(_ elements: (inout JSONWriter) -> Void) { enclose("[", "]", elements) }

    mutating func object(_ key: String, _ fields: (inout JSONWriter) -> Void) {
        self.key(key)
        object(fields)
    }

    mutating func array(_ key: String, _ elements: (inout JSONWriter) -> Void) {
        self.key(key)
        array(elements)
    }

    mutating func strings(_ key: String, _ values: some Sequence<String>) {
        array(key) { for value in values { $0.element(value) } }
    }

    // MARK: Values

    mutating func field(_ key: String, _ value: String?) {
        self.key(key)
        if let value { write(value) } else { null() }
    }

    mutating func field(_ key: String, _ value: Bool) {
        self.key(key)
        raw(value ? "true" : "false")
    }

    mutating func field(_ key: String, _ value: (some BinaryInteger)?) {
        self.key(key)
        if let value { raw(String(value)) } else { null() }
    }

    /// Whole numbers are written without a fraction. Infinities and NaN have no place in JSON and become `null`.
    mutating func field(_ key: String, _ value: Double?) {
        self.key(key)
        if let value { write(value) } else { null() }
    }

    /// Seconds since 2001, written as UTC with milliseconds.
    mutating func field(_ key: String, date: Double?) { field(key, date.map(Timestamp.utc)) }

    mutating func null(_ key: String) {
        self.key(key)
        null()
    }

    mutating func element(_ value: String) {
        separate()
        write(value)
        needsComma = true
    }

    mutating func newline() {
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
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20, 0x7F:
                let hex = String(byte, radix: 16)
                bytes.append(contentsOf: ("\\u00" + (byte < 16 ? "0" : "") + hex).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }
}
