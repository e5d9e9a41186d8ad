import Foundation
import Pixels
import Testing

@testable import Decoding

/// Small pictures stay where the worker decoded them for as long as somebody holds them, and no longer.
struct SlotTests {
    private static func stored(_ value: Int) -> [UInt8] { Array("fill \(value & 255)".utf8) + [UInt8](repeating: 0, count: 100) }

    private static func request(_ side: Int) -> RenderRequest {
        var request = RenderRequest()
        request.target = PixelSize(width: side, height: side)
        return request
    }

    private static func isAll(_ value: Int, _ image: PixelImage?, side: Int) -> Bool {
        guard let image, image.width == side, image.pixels.count == side * side * 4 else { return false }
        return image.pixels.withUnsafeBytes { bytes in
            // Every byte is the one before it.
            guard let base = bytes.baseAddress else { return false }
            return bytes[0] == UInt8(value & 255) && memcmp(base, base + 1, bytes.count - 1) == 0
        }
    }

    /// What is held is never drawn over, however much comes after it, and however many more there are than slots.
    @Test(arguments: [0, 1, 2, 8])
    func whatIsHeldStays(slabs: Int) throws {
        let pool = try FaultyPool.make {
            $0.workers = 1
            $0.slabs = slabs
        }
        var held: [Int: PixelImage] = [:]
        var next = 0
        var random = SystemRandomNumberGenerator()
        for round in 0..<40 {
            let values = (0..<16).map { next + $0 }
            next += 16
            let images = try pool.render(packed: values.map(Self.stored), Self.request(256))
            #expect(!images.contains { $0 == nil })
            for (value, image) in zip(values, images) { held[value] = image }
            // Every third round most are let go of, in any order.
            if round % 3 == 2 { for value in held.keys.shuffled(using: &random).dropFirst(20) { held[value] = nil } }
            #expect(held.allSatisfy { Self.isAll($0.key, $0.value, side: 256) })
        }
        #expect(pool.status.failures == 0)
    }

    /// 256 by 256 fills a slot wholly; more goes elsewhere, as does what would leave a slot nearly empty.
    @Test(arguments: [8, 120, 127, 128, 129, 255, 256, 257, 300])
    func everySizeComesBackAsItWasDrawn(side: Int) throws {
        let pool = try FaultyPool.make { $0.workers = 1 }
        var held: [PixelImage?] = []
        for turn in 0..<6 {
            held += try pool.render(packed: (0..<4).map { Self.stored(turn * 4 + $0) }, Self.request(side))
            #expect(held.enumerated().allSatisfy { Self.isAll($0.offset, $0.element, side: side) })
        }
        #expect(pool.status.failures == 0)
    }

    /// A slot is the worker's again once its picture is gone, so that decoding on costs no more memory.
    @Test func placesAreUsedAgain() throws {
        let pool = try FaultyPool.make { $0.workers = 1 }
        func addresses() throws -> Set<UInt> {
            let images = try pool.render(packed: (0..<16).map(Self.stored), Self.request(256))
            return Set(images.compactMap { $0?.pixels.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } })
        }
        let first = try addresses()
        #expect(first.count == 16)
        for _ in 0..<10 { #expect(try addresses() == first) }
        let kept = try pool.render(packed: [Self.stored(1)], Self.request(256))
        #expect(try addresses() != first)
        withExtendedLifetime(kept) {}
        #expect(pool.status.failures == 0)
    }

    /// Pictures outlive the worker that drew them, and its successor draws elsewhere.
    @Test func picturesOutliveTheirWorker() throws {
        let pool = try FaultyPool.make { $0.workers = 1 }
        let before = try pool.render(packed: (0..<16).map(Self.stored), Self.request(256))
        #expect(throws: CodecError.self) { try pool.render(packed: [Array("crash".utf8)], Self.request(256)) }
        let after = try pool.render(packed: (16..<32).map(Self.stored), Self.request(256))
        #expect((before + after).enumerated().allSatisfy { Self.isAll($0.offset, $0.element, side: 256) })
        pool.close()
        #expect((before + after).enumerated().allSatisfy { Self.isAll($0.offset, $0.element, side: 256) })
    }

    /// Large pictures go round in memories of their own meanwhile.
    @Test func largePicturesGoBetween() throws {
        let pool = try FaultyPool.make { $0.workers = 1 }
        var held: [(value: Int, side: Int, image: PixelImage?)] = []
        for turn in 0..<12 {
            let small = try pool.render(packed: (0..<10).map { Self.stored(turn * 20 + $0) }, Self.request(256))
            held += small.enumerated().map { (turn * 20 + $0.offset, 256, $0.element) }
            let large = try pool.render(packed: [Self.stored(turn)], Self.request(900))
            held.append((turn, 900, large[0]))
            #expect(held.allSatisfy { Self.isAll($0.value, $0.image, side: $0.side) })
        }
        #expect(pool.status.failures == 0)
    }
}
