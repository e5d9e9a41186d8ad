import Testing
@testable import PhotosTool

struct QuantityTests {
    @Test func groups() {
        #expect([0, 7, 999, 1000, 1_234_567, -1000].map { Quantity.grouped($0) } == ["0", "7", "999", "1,000", "1,234,567", "-1,000"])
    }

    @Test(arguments: [(Int64(0), "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (2_020_333, "2.0 MB"), (999_960, "1.0 MB"), (.max, "9223.4 PB")])
    func bytes(_ count: Int64, _ expected: String) {
        #expect(Quantity.bytes(count) == expected)
    }

    @Test(arguments: [(0.0, "0:00"), (42, "0:42"), (725, "12:05"), (10_859, "3:00:59"), (-3, "0:00"), (.infinity, "–:––"), (.nan, "–:––")])
    func durations(_ seconds: Double, _ expected: String) {
        #expect(Quantity.duration(seconds) == expected)
    }

    @Test func decimals() {
        #expect(Quantity.decimal(1.25, 1) == "1.3")
        #expect(Quantity.decimal(-0.01, 1) == "0.0")
        #expect(Quantity.decimal(-47.6, 6) == "-47.600000")
        #expect(Quantity.decimal(12.6, 0) == "13")
        #expect(Quantity.decimal(.nan, 1) == "–")
    }

    @Test func counted() {
        #expect(Quantity.counted(1, "file") == "1 file")
        #expect(Quantity.counted(1200, "file") == "1,200 files")
        #expect(Quantity.counted(0, "entry", "entries") == "0 entries")
    }
}
