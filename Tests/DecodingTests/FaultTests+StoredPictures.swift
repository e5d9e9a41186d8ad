import Pixels
import Testing

@testable import Decoding

extension FaultTests {
    private static func stored(_ command: String, count: Int = 100) -> [UInt8] {
        Array(command.utf8) + [UInt8](repeating: 0, count: max(1, count - command.utf8.count))
    }

    @Test func storedPicturesTravelTogether() throws {
        let pool = try FaultyPool.make { $0.sharedBytes = 1 << 20 }
        for side in [16, 100, 300] {
            var request = RenderRequest()
            request.target = PixelSize(width: side, height: side)
            let files = [Self.stored("fill 1"), Self.stored("fill 2", count: 70_000), [], Self.stored("fill 3", count: 1)]
            let pictures = try pool.render(packed: files, request)
            for (picture, value) in zip(pictures, [1, 2, nil, 3] as [UInt8?]) {
                // Three of 360,000 bytes are more than there is memory for, and what finds none is asked for by itself.
                guard let value, side < 300 || value < 3 else { continue }
                let picture = try #require(picture)
                #expect(picture.width == side && picture.pixels.count == side * side * 4)
                #expect(picture.pixels.withUnsafeBytes { $0.allSatisfy { $0 == value } })
            }
            #expect((pictures[3] == nil) == (side == 300))
            #expect(try pool.render(packed: [files[3]], request)[0]?.pixels.first == 3)
        }
        #expect(try pool.render(packed: [], RenderRequest()).isEmpty)
        #expect(pool.status.failures == 0)
    }

    /// One that is large gets more memory, in both directions.
    @Test func aStoredPictureByItselfMayBeLarge() throws {
        let pool = try FaultyPool.make { $0.sharedBytes = 1 << 20 }
        var request = RenderRequest()
        for (length, side) in [(3 << 20, 16), (100, 900), (3 << 20, 900), (100, 16)] {
            request.target = PixelSize(width: side, height: side)
            let picture = try #require(try pool.render(packed: [Self.stored("fill 9", count: length)], request)[0])
            #expect(picture.pixels.count == side * side * 4)
            #expect(picture.pixels.withUnsafeBytes { $0.allSatisfy { $0 == 9 } })
        }
        #expect(throws: CodecError.self) { try pool.render(packed: [[UInt8](repeating: 0, count: 17 << 20)], request) }
        #expect(throws: CodecError.self) { try pool.render(packed: Array(repeating: [1], count: 65), request) }
        #expect(pool.status.failures == 0)
    }

    @Test func aStoredPictureThatIsNotWholeSpoilsNoOther() throws {
        let pool = try FaultyPool.make()
        let pictures = try pool.render(packed: ["damage", "fill 1", "refuse", "profile", "fill 2"].map { Self.stored($0) }, RenderRequest())
        #expect(pictures.map { $0?.pixels.first } == [nil, 1, nil, nil, 2])
    }

    @Test(arguments: ["crash", "deep", "packed-few", "packed-many", "packed-outside", "packed-profile", "pixels-outside", "garbage"])
    func storedPicturesThatWereNotAskedForAreRefused(_ command: String) throws {
        let pool = try FaultyPool.make()
        do throws(CodecError) {
            _ = try pool.render(packed: [Self.stored("fill 1"), Self.stored(command)], RenderRequest())
            Issue.record("accepted")
        } catch { #expect(error.code == .workerFailed, "\(error)") }
        #expect(try pool.render(packed: [Self.stored("fill 1")], RenderRequest())[0]?.pixels.first == 1)
    }
}
