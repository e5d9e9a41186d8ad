import Adjustments
import Foundation
import Testing

@testable import Metadata

/// What Apple's adjustment data says of slow films.
@Suite struct SlowMotionDataTests {
    private static func time(_ value: Int, _ scale: Int = 600, flags: Int = 1) -> [String: Any] { ["value": value, "timescale": scale, "flags": flags, "epoch": 0] }

    private static func list(rate: Any = Float(0.125), regions: [[String: Any]]) -> [String: Any] { ["slowMotion": ["rate": rate, "regions": regions]] }

    private static var region: [String: Any] { ["timeRange": ["start": time(300), "duration": time(900, flags: 3)]] }

    private static func data(_ list: Any) throws -> Data { try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0) }

    private static func read(_ data: Data, _ identifier: String = "com.apple.video.slomo", _ version: String? = "1.1") -> SlowMotion? {
        var facts = AdjustmentFacts(formatIdentifier: identifier)
        facts.formatVersion = version
        return SlowMotion(AdjustmentFile(facts, data: data))
    }

    @Test func `part and rate are read`() throws {
        let wanted = SlowMotion(start: 0.5, end: 2, rate: 0.125)
        #expect(wanted != nil)
        #expect(try Self.read(Self.data(Self.list(regions: [Self.region]))) == wanted)
        #expect(try Self.read(Self.data(Self.list(rate: 0.125, regions: [Self.region]))) == wanted, "a double")
        let nanoseconds = ["timeRange": ["start": Self.time(500_000_000, 1_000_000_000), "duration": Self.time(1_500_000_000, 1_000_000_000)]]
        #expect(try Self.read(Self.data(Self.list(regions: [nanoseconds]))) == wanted)
    }

    @Test func `what says something else is not read`() throws {
        let good = try Self.data(Self.list(regions: [Self.region]))
        #expect(Self.read(good, "com.apple.video") == nil && Self.read(good, "com.apple.video.slomo", "2.0") == nil && Self.read(good, "com.apple.video.slomo", nil) == nil)
        for regions in [
            [], [Self.region, Self.region], [["timeRange": ["start": Self.time(300)]]], [["timeRange": ["start": Self.time(300, flags: 5), "duration": Self.time(900)]]],
            [["timeRange": ["start": Self.time(300, 0), "duration": Self.time(900)]]], [["timeRange": ["start": Self.time(300, flags: 0), "duration": Self.time(900)]]],
            [["timeRange": ["start": Self.time(300), "duration": Self.time(0)]]], [["range": 1]],
        ] as [[[String: Any]]] {
            #expect(try Self.read(Self.data(Self.list(regions: regions))) == nil, "\(regions)")
        }
        for rate in [1, 0, -0.5, 2, "slow"] as [Any] { #expect(try Self.read(Self.data(Self.list(rate: rate, regions: [Self.region]))) == nil, "\(rate)") }
        #expect(try Self.read(Self.data(["slowMotion": 1])) == nil && Self.read(Self.data(["a": [1]])) == nil && Self.read(Self.data([1, 2])) == nil)
    }

    @Test func `damaged data is not read, and never more than its bytes`() throws {
        let good = try Self.data(Self.list(regions: [Self.region]))
        for length in 0..<good.count { _ = Self.read(good.prefix(length)) }
        for index in good.indices {
            for value in [0, 0xFF, good[index] ^ 0x10] as [UInt8] {
                var bad = good
                bad[index] = value
                _ = Self.read(bad)
            }
        }
    }

    @Test func `a list that names itself ends`() {
        // A dictionary of one array, whose fourteen members are itself.
        var bytes = Array("bplist00".utf8)
        let dictionary = bytes.count
        bytes += [0xD1, 1, 2]
        let key = bytes.count
        bytes += [0x5A] + Array("slowMotion".utf8)
        let array = bytes.count
        bytes += [0xAE] + [UInt8](repeating: 2, count: 14)
        let table = bytes.count
        bytes += [UInt8(dictionary), UInt8(key), UInt8(array)]
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        // How many objects there are, which is the outermost, and where the table lies.
        for number in [3, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(number)] }
        #expect(Self.read(Data(bytes)) == nil)
    }
}
