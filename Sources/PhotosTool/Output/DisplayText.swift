import Support

/// Text as a terminal shows it: made safe, measured in columns, cut and padded.
enum DisplayText {
    /// The text with everything escaped that could move the cursor, break the line or turn the reading direction.
    ///
    /// File names may hold any of it, and a name must not be able to draw over what stands beside it.
    static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{10FE00}"..."\u{10FEFF}":
                // How the library keeps a byte of a name that is not UTF-8.
                result += "\\x" + UInt8(truncatingIfNeeded: scalar.value).hexadecimal.uppercased()
            case _ where isUnsafe(scalar): result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A word as a shell takes it, in quotation marks where it needs them.
    static func inShell(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                "0"..."9" ~= scalar || "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "@%+:,./_-".unicodeScalars.contains(scalar)
            }
        return isPlain ? text : "'" + safe(text.replacing("'", with: "'\\''")) + "'"
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0xFEFF, 0x10FE00...0x10FEFF: true
        default: false
        }
    }

    /// Columns that the text takes on a terminal with a fixed-width font.
    static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.isASCII { return character.isNewline || first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        return isWide(first.value) ? 2 : 1
    }

    /// East Asian Wide and Fullwidth (Unicode Standard Annex 11), by block.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// At most `columns` wide; what is too long loses its middle, since file names differ at their ends.
    static func truncated(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        guard columns > 1 else { return columns == 1 ? "…" : "" }
        let tailColumns = (columns - 1) / 2
        let head = prefix(text, columns: columns - 1 - tailColumns)
        let tail = String(prefix(String(text.reversed()), columns: tailColumns).reversed())
        return head + "…" + tail
    }

    private static func prefix(_ text: String, columns: Int) -> String {
        var result = "", used = 0
        for character in text {
            used += width(character)
            if used > columns { break }
            result.append(character)
        }
        return result
    }

    static func padded(_ text: String, to columns: Int, right: Bool = false) -> String {
        let fill = String(repeating: " ", count: max(0, columns - width(text)))
        return right ? fill + text : text + fill
    }
}
