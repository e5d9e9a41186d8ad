import Foundation
import Glibc
import Pixels
import Testing

@testable import Decoding

extension FaultTests {
    @Test func largePixelsGetMoreMemory() throws {
        let pool = try FaultyPool.make {
            $0.sharedBytes = 1 << 20
            $0.keptBytes = 6 << 20
        }
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        for side in [64, 1500, 64, 600, 1500] {
            var request = RenderRequest()
            request.target = PixelSize(width: side, height: side)
            let image = try pool.render(MediaSource(descriptor: descriptor, name: "damage"), request)
            #expect(image.pixels.count == side * side * 4 && image.damage == "the lower half is missing" && image.iccProfile == nil)
            #expect(image.pixels.withUnsafeBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0 &* 7) } })
        }
        let profiled = try pool.render(MediaSource(descriptor: descriptor, name: "profile"), RenderRequest())
        #expect(profiled.iccProfile == [1, 2, 3] && profiled.damage == nil)
    }

    @Test(arguments: ["too-wide", "too-much-memory", "deep", "pixels-outside", "pixels-deep", "pixels-row"]) func pixelsThatWereNotAskedForAreRefused(_ command: String) throws {
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        var request = RenderRequest()
        request.target = PixelSize(width: 16, height: 16)
        let pool = try FaultyPool.make()
        do throws(CodecError) {
            _ = try pool.render(MediaSource(descriptor: descriptor, name: command), request)
            Issue.record("accepted")
        } catch { #expect(error.code == .workerFailed, "\(error)") }
    }

    @Test func framesComeOutOfTheSharedMemory() throws {
        let pool = try FaultyPool.make { $0.sharedBytes = 1 << 20 }
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        for side in [16, 600, 64] {
            var request = RenderRequest()
            request.target = PixelSize(width: side, height: side)
            request.frames = FrameRange(count: 7)
            let image = try pool.render(MediaSource(descriptor: descriptor, name: "fill 3"), request)
            #expect(image.frames == FrameTiming(delays: [50, 100, 150], loopCount: 2, endsFile: true))
            #expect(image.pixels.count == 3 * side * side * 4 && image.pixels.withUnsafeBytes { $0.allSatisfy { $0 == 3 } })
            #expect(image.frame(2).height == side && image.frame(2).pixels.count == side * side * 4)
        }
        #expect(pool.status.failures == 0)
    }

    @Test(arguments: [
        "frames-unasked", "frames-none", "frames-many", "frames-uneven", "frames-fast", "frames-slow", "frames-large", "deep", "pixels-outside",
    ])
    func framesThatWereNotAskedForAreRefused(_ command: String) throws {
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        var request = RenderRequest()
        request.target = PixelSize(width: 16, height: 16)
        request.frames = command == "frames-unasked" ? nil : FrameRange(count: 4)
        let pool = try FaultyPool.make()
        do throws(CodecError) {
            _ = try pool.render(MediaSource(descriptor: descriptor, name: command), request)
            Issue.record("accepted")
        } catch { #expect(error.code == .workerFailed, "\(error)") }
    }

    @Test func framesMayTakeLongerButNotForever() throws {
        var options = DecoderOptions()
        (options.requestSeconds, options.maximumSeconds) = (2, 10)
        var request = RenderRequest()
        #expect(options.seconds(for: .render(name: "", request), size: 0) == 2)
        request.frames = FrameRange(first: .max)
        #expect(options.seconds(for: .render(name: "", request), size: 0) == 6)
        #expect(options.seconds(for: .render(name: "", request), size: 100 << 20) == 10)
    }

    @Test func imagesAreEncodedInTheWorker() throws {
        let pool = try FaultyPool.make { $0.sharedBytes = 1 << 20 }
        for side in [10, 1000, 10] {
            let image = PixelImage(width: side, height: side, bytesPerRow: side * 4, pixels: [UInt8](repeating: 1, count: side * side * 4), hasAlpha: false)
            #expect(try pool.encode(image, as: .jpeg(quality: 80)).width == side)
        }
        let lie = PixelImage(width: 2, height: 2, bytesPerRow: 8, pixels: [UInt8](repeating: 13, count: 16), hasAlpha: false)
        #expect(throws: CodecError.self) { try pool.encode(lie, as: .jpeg(quality: 80)) }
        #expect(throws: CodecError.self) { try pool.encode(lie, as: .jpeg(quality: 0)) }
    }
}
