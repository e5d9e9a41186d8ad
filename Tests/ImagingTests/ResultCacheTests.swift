import Foundation
import Pixels
import TestSupport
import Testing
@testable import Imaging

@Suite struct ResultCacheTests {
    private static func key(_ number: Int) -> RenderKey {
        let source = ImageSourceFile(name: "\(number).jpg", uniformType: "public.jpeg") { -1 }
        let uuid = UUID(uuidString: "8A6B0000-0000-4000-8000-" + String(format: "%012x", number))!
        return RenderKey(ImageRequest(assetID: Int64(number), uuid: uuid, revision: 1, source: source, pixelSize: PixelSize(width: 40, height: 30)))
    }

    /// A picture one pixel high, 4 bytes for each pixel.
    private static func result(bytes: Int) -> ImageResult {
        let pixels = [UInt8](repeating: 1, count: bytes)
        let image = PixelImage(width: bytes / 4, height: 1, bytesPerRow: bytes, pixels: pixels, hasAlpha: false)
        return ImageResult(image: image, isDegraded: false, source: .original)
    }

    @Test func whatWasUsedLongestAgoMakesRoom() {
        var cache = ResultCache(budget: 100)
        for number in 1...4 { cache.insert(Self.result(bytes: 24), for: Self.key(number)) }
        #expect(cache.use(Self.key(1)) != nil)
        cache.insert(Self.result(bytes: 48), for: Self.key(5))
        let kept = (1...5).filter { cache.use(Self.key($0)) != nil }
        #expect(kept == [1, 4, 5])
        #expect(cache.bytes == 96)
    }

    @Test func aPictureAboveTheBudgetIsNotKeptAndDropsNothingElse() {
        var cache = ResultCache(budget: 100)
        cache.insert(Self.result(bytes: 40), for: Self.key(1))
        cache.insert(Self.result(bytes: 104), for: Self.key(2))
        #expect(cache.use(Self.key(1)) != nil)
        #expect(cache.use(Self.key(2)) == nil)
        cache.insert(Self.result(bytes: 104), for: Self.key(1))
        #expect(cache.use(Self.key(1)) == nil, "what it replaces is out of date")
        #expect(cache.bytes == 0)
    }

    /// Against a list that is searched from end to end.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func longLives(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var cache = ResultCache(budget: 400)
        var model: [(number: Int, bytes: Int)] = []
        for _ in 0..<3000 {
            let number = Int.random(in: 0..<30, using: &random)
            let place = model.firstIndex { $0.number == number }
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let bytes = 4 * Int.random(in: 1..<30, using: &random)
                cache.insert(Self.result(bytes: bytes), for: Self.key(number))
                if let place { model.remove(at: place) }
                model.append((number, bytes))
                while model.reduce(0, { $0 + $1.bytes }) > 400 { model.removeFirst() }
            case 4..<9:
                #expect(cache.use(Self.key(number))?.result.image.byteCount == place.map { model[$0].bytes })
                if let place { model.append(model.remove(at: place)) }
            default:
                cache.remove(Self.key(number))
                if let place { model.remove(at: place) }
            }
            #expect(cache.bytes == model.reduce(0) { $0 + $1.bytes })
            #expect(cache.count == model.count)
        }
        cache.removeAll()
        #expect(cache.count == 0 && cache.bytes == 0)
    }
}
