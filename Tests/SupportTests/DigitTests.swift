import Support
import Testing

@Suite struct DigitTests {
    @Test func everyByteIsReadBackFromItsTwoDigits() {
        let bytes = (0...255).map { UInt8($0) }, text = bytes.hexadecimal
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
        #expect([UInt8](hexadecimal: text) == bytes && [UInt8](hexadecimal: text.uppercased(), count: 256) == bytes)
        // Not every sequence has its bytes side by side.
        let scattered = bytes.lazy.map { $0 }.hexadecimal
        #expect(scattered == text && bytes[10..<12].hexadecimal == "0a0b")
        var appended: [UInt8] = []
        for byte in bytes { appended.append(hexadecimal: byte) }
        #expect(String(decoding: appended, as: UTF8.self) == text)
    }

    @Test(arguments: ["0", "0g", "g0", " 1", "+1", "0x", "é", "０１"]) func whatAreNoDigitsOfBytesIsRefused(text: String) {
        #expect([UInt8](hexadecimal: text) == nil)
    }

    @Test func aNumberOfBytesIsHeldTo() {
        #expect([UInt8](hexadecimal: "00ff", count: 1) == nil && [UInt8](hexadecimal: "00ff", count: 3) == nil && [UInt8](hexadecimal: "", count: 0) == [])
    }

    @Test func numbersHaveAllDigitsOfTheirType() {
        #expect(UInt8(7).hexadecimal == "07" && UInt16(0x1F).hexadecimal == "001f" && UInt32(0xCBF4_3926).hexadecimal == "cbf43926")
        #expect(UInt64(1).hexadecimal == "0000000000000001" && UInt64.max.hexadecimal == "ffffffffffffffff")
    }

    @Test func zerosFillNumbersUpToAWidth() {
        let padded = [0, 7, 12, 123].map { $0.padded(to: 2) }
        #expect(padded == ["00", "07", "12", "123"])
        #expect((-5).padded(to: 4) == "-0005" && 5.padded(to: 0) == "5" && Int.min.padded(to: 20) == "-09223372036854775808")
    }

    @Test func fieldsOfFormsAreDecoded() {
        #expect(PercentEncoding.decode(form: "a%2Bb+c%20%C3%BC".utf8) == "a+b c ü")
        for text in ["%", "%4", "%zz", "%ff"] { #expect(PercentEncoding.decode(form: text.utf8) == nil, "\(text)") }
    }

    @Test func aPlusInAPathIsAPlus() {
        let decoded = PercentEncoding.bytes(of: "a+b%20%FF".utf8), expected = Array("a+b ".utf8) + [0xFF]
        #expect(decoded == expected && PercentEncoding.bytes(of: "%4".utf8) == nil)
    }

    @Test func whatIsNotUnreservedIsEncodedInCapitals() {
        #expect(PercentEncoding.encode("a/b c+ü~") == "a%2Fb%20c%2B%C3%BC~" && PercentEncoding.encode("a/b", keeping: "/") == "a/b")
    }
}
