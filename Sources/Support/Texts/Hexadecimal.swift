extension Sequence<UInt8> {
    /// Two lower case digits a byte.
    package var hexadecimal: String { withContiguousStorageIfAvailable(digits(of:)) ?? Array(self).withUnsafeBufferPointer(digits(of:)) }
}

extension Array where Element == UInt8 {
    /// Digits in either case; `nil` where the text is not that of whole bytes, or not of so many.
    package init?(hexadecimal text: some StringProtocol, count: Int? = nil) {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2), digits.count == 2 * (count ?? digits.count / 2) else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = UInt8(hexadecimalDigit: digits[index]), let low = UInt8(hexadecimalDigit: digits[index + 1]) else { return nil }
            append(high << 4 | low)
        }
    }

    /// Two lower case digits.
    package mutating func append(hexadecimal byte: UInt8) {
        append(digit(byte >> 4))
        append(digit(byte & 0xF))
    }
}

extension UInt8 {
    /// What an ASCII digit stands for, in either case; `nil` for any other character.
    package init?(hexadecimalDigit digit: UInt8) {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = digit - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}

extension UnsignedInteger where Self: FixedWidthInteger {
    /// Lower case digits, as many as the type has, zeros in front included: eight of a `UInt32`.
    package var hexadecimal: String { withUnsafeBytes(of: bigEndian) { $0.hexadecimal } }
}

private func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }

private func digits(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { digits in
        for (index, byte) in bytes.enumerated() {
            digits[index * 2] = digit(byte >> 4)
            digits[index * 2 + 1] = digit(byte & 0xF)
        }
        return bytes.count * 2
    }
}
