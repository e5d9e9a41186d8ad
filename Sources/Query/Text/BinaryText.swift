#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Texts compared byte by byte, as SQLite does; Swift's own comparison takes composed and decomposed letters as equal.
struct BinaryText: Hashable {
    let text: String

    static func == (left: BinaryText, right: BinaryText) -> Bool { equal(left.text, right.text) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && order(left, right) == 0
    }

    /// Negative, zero or positive, like `memcmp`.
    static func order(_ left: String, _ right: String) -> Int {
        with(left, right) { left, right in
            let shared = min(left.count, right.count)
            if shared > 0, let first = left.baseAddress, let second = right.baseAddress {
                let order = memcmp(first, second, shared)
                if order != 0 { return Int(order) }
            }
            return left.count - right.count
        }
    }

    static func contains(_ text: String, _ part: String) -> Bool {
        with(text, part) { (text, part) -> Bool in
            guard part.count > 0, let needle = part.baseAddress else { return true }
            guard text.count >= part.count, let hay = text.baseAddress else { return false }
            var at = 0
            let last = text.count - part.count
            // memmem is a GNU extension that the module map leaves out.
            while at <= last, let hit = memchr(hay + at, Int32(needle[0]), last - at + 1) {
                at = UnsafeRawPointer(hit) - UnsafeRawPointer(hay)
                if memcmp(hay + at, needle, part.count) == 0 { return true }
                at += 1
            }
            return false
        }
    }

    static func begins(_ text: String, _ part: String) -> Bool {
        with(text, part) { text, part in text.count >= part.count && text.prefix(part.count).elementsEqual(part) }
    }

    static func ends(_ text: String, _ part: String) -> Bool {
        with(text, part) { text, part in text.count >= part.count && text.suffix(part.count).elementsEqual(part) }
    }

    private static func with<Result>(
        _ left: String, _ right: String,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        var left = left, right = right
        return left.withUTF8 { left in right.withUTF8 { right in body(left, right) } }
    }
}
