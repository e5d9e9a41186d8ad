import Support
import Testing

@Suite struct CRC32Tests {
    @Test func checkValueOfTheStandard() {
        var crc = CRC32()
        Array("123456789".utf8).withUnsafeBytes { crc.update($0) }
        #expect(crc.value == 0xCBF4_3926)
    }

    @Test(arguments: 0..<40) func piecesGiveTheSameAsTheWhole(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        var whole = CRC32()
        bytes.withUnsafeBytes { whole.update($0) }
        var pieces = CRC32()
        for byte in bytes { withUnsafeBytes(of: byte) { pieces.update($0) } }
        #expect(whole.value == pieces.value)
    }
}
