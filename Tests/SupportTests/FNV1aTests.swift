import Support
import Testing

@Suite struct FNV1aTests {
    /// Test vectors of the algorithm's authors.
    @Test(arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)] as [(String, UInt64)])
    func hashesAreThoseOfItsAuthors(text: String, hash: UInt64) {
        #expect(text.utf8.fnv1a() == hash)
        #expect(Array(text.utf8).fnv1a() == hash)
        var piecewise = FNV1a()
        for byte in text.utf8 { piecewise.add(byte) }
        #expect(piecewise.value == hash)
    }
}
