import Support
import Testing

@Suite struct TIFFBlockTests {
    private let entries: [TIFFBlock.Entry] = [.longs(0x0101, [1]), .text(0x0100, "abcd")]

    @Test func tagsAscendAndLongValuesFollowInBothOrders() {
        let little: [UInt8] = [2, 0, 0, 1, 2, 0, 5, 0, 0, 0, 38, 0, 0, 0, 1, 1, 4, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 97, 98, 99, 100, 0, 0]
        let big: [UInt8] = [0, 2, 1, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 38, 1, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 97, 98, 99, 100, 0, 0]
        #expect(TIFFBlock.littleEndian.directory(entries, at: 8) == little)
        #expect(TIFFBlock.bigEndian.directory(entries, at: 8) == big)
    }

    @Test func whatFollowsTheDirectoriesIsPointedAt() {
        let file = TIFFBlock.bigEndian.file([], exif: [.shorts(1, [7])], strip: 0x0111, more: [1, 2, 3])
        // A head of 8 bytes, a main directory of two entries, EXIF's of one.
        #expect(Array(file.prefix(8)) == [77, 77, 0, 42, 0, 0, 0, 8] && file.count == 8 + 30 + 18 + 3 && Array(file.suffix(3)) == [1, 2, 3])
        #expect(Array(file[10..<22]) == [0x01, 0x11, 0, 4, 0, 0, 0, 1, 0, 0, 0, 56])
        #expect(Array(file[22..<34]) == [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38])
    }
}
