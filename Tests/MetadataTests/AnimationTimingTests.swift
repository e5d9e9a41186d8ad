import Metadata
import Testing

@Suite struct AnimationTimingTests {
    private func read(_ bytes: [UInt8], _ type: String, frameLimit: Int = 10_000) -> AnimationTiming? {
        bytes.withUnsafeBytes { AnimationTiming.read($0, uniformType: type, frameLimit: frameLimit) }
    }

    private func gif(loops: Int? = nil, delays: [Int?], program: String = "NETSCAPE2.0") -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        if let loops { bytes += [0x21, 0xFF, 11] + Array(program.utf8) + [3, 1, UInt8(loops & 255), UInt8(loops >> 8), 0] }
        for delay in delays {
            if let delay { bytes += [0x21, 0xF9, 4, 0, UInt8(delay & 255), UInt8(delay >> 8), 0, 0] }
            bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        }
        return bytes + [0x3B]
    }

    @Test func gifsSayTheirDelaysAndLoops() {
        let type = "com.compuserve.gif"
        #expect(read(gif(delays: [5, 0, 300, 65_535]), type) == AnimationTiming(delays: [50, 0, 3000, 655_350]))
        // A delay is the next frame's alone.
        #expect(read(gif(delays: [5, nil, 7]), type)?.delays == [50, 0, 70])
        for (said, loops) in [(0, 0), (1, 2), (7, 8), (65_535, 65_536)] { #expect(read(gif(loops: said, delays: [1]), type)?.loopCount == loops) }
        #expect(read(gif(loops: 3, delays: [1], program: "ANIMEXTS1.0"), type)?.loopCount == 4)
        #expect(read(gif(loops: 3, delays: [1], program: "XMP DataXMP"), type)?.loopCount == 1)
        #expect(read(gif(delays: Array(repeating: 1, count: 50)), type, frameLimit: 10)?.delays.count == 10)
        let whole = gif(delays: [1, 2])
        #expect(read(Array(whole.dropLast()), type)?.isWhole == true, "many writers leave the end out")
        #expect(read(Array(whole.dropLast(2)), type)?.isWhole == false)
        #expect(read(Array(whole.prefix(13)), type) == nil && read([], type) == nil && read(Array(whole.prefix(10)), type) == nil)
    }

    private func chunk(_ name: String, _ data: [UInt8], big: Bool) -> [UInt8] {
        let count = (0..<4).map { UInt8(data.count >> (8 * $0) & 255) }
        return big ? count.reversed() + Array(name.utf8) + data + [0, 0, 0, 0] : Array(name.utf8) + count + data + [UInt8](repeating: 0, count: data.count & 1)
    }

    private func frame(_ numerator: Int, _ denominator: Int) -> [UInt8] {
        let numbers = [numerator, denominator].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return chunk("fcTL", [UInt8](repeating: 0, count: 20) + numbers + [0, 0], big: true)
    }

    @Test func pngsSayTheirDelaysAndLoops() {
        let type = "public.png", start = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A] + chunk("IHDR", [UInt8](repeating: 1, count: 13), big: true)
        let control = chunk("acTL", [0, 0, 0, 3, 0, 0, 0, 5], big: true), picture = chunk("IDAT", [1, 2, 3], big: true), end = chunk("IEND", [], big: true)
        let frames = frame(1, 10) + picture + frame(3, 0) + chunk("fdAT", [0, 0, 0, 2, 9], big: true) + frame(1, 1000) + chunk("fdAT", [0, 0, 0, 4, 9], big: true)
        #expect(read(start + control + frames + end, type) == AnimationTiming(delays: [100, 30, 1], loopCount: 5))
        // A picture that is no frame comes first.
        #expect(read(start + control + picture + frames + end, type)?.delays == [100, 30, 1])
        #expect(read(start + picture + end, type) == nil)
        #expect(read(start + picture + control + frames + end, type) == nil, "what comes too late announces nothing")
        #expect(read(start + control + frame(1, 10) + picture + end, type)?.isWhole == false, "two frames are missing")
        #expect(read(start + control + frames.dropLast(3), type)?.isWhole == true, "the checksum at the end is nobody's")
        #expect(read(start + control + frames.dropLast(7), type)?.isWhole == false)
    }

    @Test func webPsSayTheirDelaysAndLoops() {
        let type = "org.webmproject.webp"
        func moving(_ milliseconds: Int) -> [UInt8] {
            chunk("ANMF", [UInt8](repeating: 0, count: 12) + (0..<3).map { UInt8(milliseconds >> (8 * $0) & 255) } + [0, 1, 2, 3], big: false)
        }
        let bytes =
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0, 9, 0, 0, 9, 0, 0], big: false)
            + chunk("ANIM", [0, 0, 0, 0, 4, 1], big: false) + moving(40) + moving(0) + moving(0xFFFFFF)
        #expect(read(bytes, type) == AnimationTiming(delays: [40, 0, 0xFFFFFF], loopCount: 260))
        #expect(read(Array(bytes.dropLast(2)), type)?.isWhole == false)
        #expect(read(Array(bytes.prefix(30)), type) == nil && read(bytes, "public.jpeg") == nil)
    }

    /// Whatever the bytes are.
    @Test func nothingTraps() {
        let samples = [(gif(loops: 1, delays: [1, 2]), "com.compuserve.gif")]
        for (bytes, type) in samples {
            for length in 0..<bytes.count {
                _ = read(Array(bytes.prefix(length)), type)
                for value in [0, 255, 0x21, 0x2C] as [UInt8] {
                    var changed = bytes
                    changed[length] = value
                    _ = read(changed, type)
                }
            }
        }
    }
}
