/// What the headers of a part of a form say.
package struct MultipartPart: Sendable, Equatable {
    /// The field's name.
    package let name: String
    /// As its sender has it: it may be a path, and anything else; `nil` for what is no file.
    package let filename: String?
    /// In lower case, without parameters; `nil` where none is said.
    package let contentType: String?

    /// - Parameter headers: lines, each with its end, and the empty one behind them.
    init(headers: [UInt8]) throws(MultipartError) {
        var disposition: HeaderValue?, type: HeaderValue?
        for ended in headers.split(separator: UInt8(ascii: "\n")) {
            let line = ended.dropLast()
            // The empty line.
            if line.isEmpty, ended.last == UInt8(ascii: "\r") { continue }
            guard ended.last == UInt8(ascii: "\r"), !line.contains(UInt8(ascii: "\r")), !line.contains(0), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw MultipartError("A header of a part is none.")
            }
            let value = line[(colon + 1)...]
            switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
            case "content-disposition":
                guard disposition == nil, let said = HeaderValue(value), said.name == "form-data" else {
                    throw MultipartError("A part does not say once which field of a form it is.")
                }
                disposition = said
            case "content-type": type = HeaderValue(value)
            default: continue
            }
        }
        guard let disposition, let name = disposition.parameters["name"] else { throw MultipartError("A part does not say which field of a form it is.") }
        (self.name, contentType) = (Self.decoded(name), type?.name)
        filename = disposition.parameters["filename"].map { Self.decoded($0) }
    }

    /// Browsers write a quotation mark and a line's end as %22, %0D and %0A, and everything else as it is.
    private static func decoded(_ text: String) -> String { text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n") }
}

/// A header's value with parameters: `form-data; name="files"; filename="a.jpg"`. It is read as bytes: a mark on a letter may stand behind a quotation mark, and
/// would be one character with it.
struct HeaderValue {
    /// In lower case.
    let name: String
    /// By their names in lower case.
    let parameters: [String: String]

    /// `nil` for what is none, or names a parameter twice.
    ///
    /// What is between quotation marks stands for itself, backslashes too, as browsers write it.
    init?(_ text: ArraySlice<UInt8>) {
        let semicolon = UInt8(ascii: ";"), quote = UInt8(ascii: "\"")
        let end = text.firstIndex(of: semicolon) ?? text.endIndex
        name = Self.text(text[..<end]).lowercased()
        guard !name.isEmpty else { return nil }
        var rest = text[end...], parameters: [String: String] = [:]
        while rest.first == semicolon {
            rest = rest.dropFirst().drop(while: Self.isBlank)
            // A semicolon at the end is no parameter.
            if rest.isEmpty { break }
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let key = Self.text(rest[..<equals]).lowercased(), value: String
            rest = rest[(equals + 1)...]
            if rest.first == quote {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: quote) else { return nil }
                value = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[(end + 1)...].drop(while: Self.isBlank)
            } else {
                let end = rest.firstIndex(of: semicolon) ?? rest.endIndex
                value = Self.text(rest[..<end])
                rest = rest[end...]
            }
            guard !key.isEmpty, !key.utf8.contains(semicolon), parameters.updateValue(value, forKey: key) == nil else { return nil }
        }
        guard rest.isEmpty else { return nil }
        self.parameters = parameters
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Without the blanks around it.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let start = bytes.drop(while: isBlank)
        return start.lastIndex { !isBlank($0) }.map { String(decoding: start[...$0], as: UTF8.self) } ?? ""
    }
}
