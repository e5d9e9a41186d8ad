import Foundation

/// Reads the outermost dictionary of an XML property list, in one pass and without recursion.
enum XMLPropertyList {
    /// `nil` where the list does not begin with a dictionary or is cut off.
    static func topLevel(_ bytes: UnsafeRawBufferPointer) -> [String: PropertyListValue]? {
        var walker = Walker(bytes)
        var values: [String: PropertyListValue] = [:]
        var key: String?
        // Containers that are open: `plist`, `dict`, then deeper ones.
        var depth = 0
        while let element = walker.next() {
            switch element.form {
            case .open where element.name == "plist" || element.name == "dict" || element.name == "array":
                guard depth != 0 || element.name == "plist", depth != 1 || element.name == "dict" else { return nil }
                depth += 1
            case .close where element.name == "plist" || element.name == "dict" || element.name == "array":
                depth -= 1
                if depth == 0 { return values }
                if depth == 2 { key = nil }
            case .open where depth == 2:
                guard let text = walker.text(until: element.name) else { return nil }
                if element.name == "key" {
                    key = text
                } else if let name = key {
                    values[name] = value(element.name, text)
                    key = nil
                }
            case .empty where depth == 2: key = nil
            default: break
            }
        }
        return nil
    }

    private static func value(_ kind: String, _ text: String) -> PropertyListValue? {
        switch kind {
        case "string": .text(text)
        case "integer", "real": Double(text).flatMap { $0.isFinite ? .number($0) : nil }
        case "date": DateText(text).map { .date($0.localSeconds - Double($0.offset ?? 0)) }
        case "data": Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data($0) }
        default: nil
        }
    }

    private struct Walker {
        enum Form { case open, close, empty }

        private let reader: ByteReader
        private var position = 0

        init(_ bytes: UnsafeRawBufferPointer) { reader = ByteReader(bytes) }

        /// The next tag; comments, declarations and processing instructions are passed over.
        mutating func next() -> (form: Form, name: String)? {
            while let start = find(UInt8(ascii: "<"), from: position) {
                if reader.matches("<!--", at: start) {
                    guard let end = reader.firstIndex(of: "-->", in: start + 4..<max(start + 4, reader.count)) else { return nil }
                    position = end + 3
                    continue
                }
                guard let end = find(UInt8(ascii: ">"), from: start + 1) else { return nil }
                position = end + 1
                let inner = reader.bytes[start + 1..<end]
                guard let first = inner.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else { continue }
                let isClosing = first == UInt8(ascii: "/")
                let isEmpty = inner.last == UInt8(ascii: "/") && !isClosing
                let name = inner.dropFirst(isClosing ? 1 : 0).prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }.prefix(32)
                return (isClosing ? .close : isEmpty ? .empty : .open, String(decoding: name, as: UTF8.self))
            }
            return nil
        }

        /// The text up to the closing tag of `name`, which is passed.
        mutating func text(until name: String) -> String? {
            guard let start = find(UInt8(ascii: "<"), from: position) else { return nil }
            let text = String(decoding: reader.bytes[position..<start], as: UTF8.self)
            guard let closing = next(), closing.form == .close, closing.name == name else { return nil }
            return text.contains("&") ? withoutEntities(text) : text
        }

        private func find(_ byte: UInt8, from start: Int) -> Int? {
            start < reader.count ? reader.bytes[start...].firstIndex(of: byte) : nil
        }

        private func withoutEntities(_ text: String) -> String {
            // The ampersand last, or `&amp;lt;` would be read twice.
            let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
            return entities.reduce(text) { $0.split(separator: $1.0, omittingEmptySubsequences: false).joined(separator: $1.1) }
        }
    }
}
