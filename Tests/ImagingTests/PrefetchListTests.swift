import Foundation
import Pixels
import TestSupport
import Testing
@testable import Imaging

@Suite struct PrefetchListTests {
    private static let owners = [PrefetchOwner(), PrefetchOwner(), PrefetchOwner()]

    private static func item(_ asset: Int, side: Int = 100) -> PrefetchItem {
        let uuid = UUID(uuidString: "8A6B0000-0000-4000-8000-" + String(format: "%012x", asset))!
        return PrefetchItem {
            let source = ImageSourceFile(name: "\(asset).jpg", uniformType: "public.jpeg") { -1 }
            var request = ImageRequest(assetID: Int64(asset), uuid: uuid, revision: 1, source: source, pixelSize: PixelSize(width: side, height: 1))
            request.target = PixelSize(width: side, height: side)
            return request
        }
    }

    @Test func theOldestComesFirstAndAFewAtATime() {
        var list = PrefetchList(budget: 1000, atOnce: 2)
        for asset in [3, 1, 2] { list.start(Self.item(asset), for: Self.owners[0]) }
        #expect(list.next(id: 1)?.item.key == Self.item(3).key)
        #expect(list.next(id: 2)?.item.key == Self.item(1).key)
        #expect(list.next(id: 3) == nil)
        list.finished(Self.item(3).key, id: 1, bytes: 10)
        #expect(list.next(id: 3)?.item.key == Self.item(2).key)
    }

    @Test func whatWasAskedForFirstOfAnAssetIsPreparedUntilItIsStopped() {
        var list = PrefetchList(budget: 1000, atOnce: 9)
        list.start(Self.item(1, side: 100), for: Self.owners[0])
        list.start(Self.item(1, side: 200), for: Self.owners[0])
        #expect(list.next(id: 1)?.item.key == Self.item(1, side: 100).key)
        #expect(list.next(id: 2) == nil)
        #expect(list.stop(Self.item(1, side: 200).key, for: Self.owners[0]) == nil)
        list.start(Self.item(1, side: 200), for: Self.owners[1])
        #expect(list.next(id: 2)?.item.key == Self.item(1, side: 200).key, "another owner chooses for itself")
        #expect(list.stop(Self.item(1, side: 100).key, for: Self.owners[0]) == .running(1))
        list.start(Self.item(1, side: 200), for: Self.owners[0])
        #expect(list.count == 1)
    }

    @Test func workThatWasStoppedIsNotMistakenForTheSameStartedAnew() {
        var list = PrefetchList(budget: 1000, atOnce: 1)
        let item = Self.item(1)
        list.start(item, for: Self.owners[0])
        #expect(list.next(id: 1) != nil)
        #expect(list.stop(item.key, for: Self.owners[0]) == .running(1))
        list.start(item, for: Self.owners[0])
        #expect(list.next(id: 2) != nil)
        list.finished(item.key, id: 1, bytes: 50)
        #expect(list.bytes == 400 && list.next(id: 3) == nil, "the second is still under way")
        list.finished(item.key, id: 2, bytes: 60)
        #expect(list.bytes == 60)
        #expect(list.stopAll(for: Self.owners[0]) == [.ready(item.key)])
        #expect(list.bytes == 0 && list.count == 0)
    }

    @Test func beyondTheMemoryOnlyDerivativesAreMadeUntilThereIsRoom() {
        var list = PrefetchList(budget: 100, atOnce: 1)
        for asset in 1...4 { list.start(Self.item(asset), for: Self.owners[0]) }
        var done: [String] = []
        func work(_ id: Int64) {
            guard let work = list.next(id: id) else { return }
            done.append("\(Int(work.item.make().assetID))\(work.keepsPixels ? " pixels" : "")")
            list.finished(work.item.key, id: id, bytes: work.keepsPixels ? 60 : 0)
        }
        for id in 1...6 { work(Int64(id)) }
        #expect(done == ["1 pixels", "2", "3", "4"])
        #expect(list.stop(Self.item(1).key, for: Self.owners[0]) == .ready(Self.item(1).key))
        list.start(Self.item(5), for: Self.owners[0])
        for id in 7...9 { work(Int64(id)) }
        #expect(done.dropFirst(4) == ["2 pixels", "5"], "what waits longer comes first")
    }

    /// Against a plain account of who wants what.
    @Test(arguments: 1...8) func longLives(seed: UInt64) {
        var random = SeededRandom(seed: seed), list = PrefetchList(budget: 500, atOnce: 3)
        var wanted: [PrefetchOwner: [Int: Int]] = [:], running: [(key: RenderKey, id: Int64, keeps: Bool)] = [], lastID: Int64 = 0
        func isWanted(_ key: RenderKey) -> Bool { wanted.values.contains { $0.contains { Self.item($0.key, side: $0.value).key == key } } }
        for _ in 0..<3000 {
            let owner = Self.owners.randomElement(using: &random)!, asset = Int.random(in: 0..<12, using: &random), side = Int.random(in: 1...2, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                list.start(Self.item(asset, side: side), for: owner)
                if wanted[owner]?[asset] == nil { wanted[owner, default: [:]][asset] = side }
            case 3..<6:
                let key = Self.item(asset, side: side).key
                if wanted[owner]?[asset] == side { wanted[owner]![asset] = nil }
                let dropped = list.stop(key, for: owner)
                if dropped != nil { #expect(!isWanted(key)) }
            case 6 where Int.random(in: 0..<20, using: &random) == 0:
                wanted[owner] = nil
                _ = list.stopAll(for: owner)
            case 7, 8:
                lastID += 1
                guard let work = list.next(id: lastID) else { continue }
                #expect(isWanted(work.item.key))
                running.append((work.item.key, lastID, work.keepsPixels))
            default:
                guard let index = running.indices.randomElement(using: &random) else { continue }
                let ended = running.remove(at: index)
                list.finished(ended.key, id: ended.id, bytes: ended.keeps ? 40 : 0)
            }
            let keys = Set(wanted.values.flatMap { $0.map { Self.item($0.key, side: $0.value).key } })
            #expect(list.count == keys.count)
            #expect(list.bytes <= 500 + 3 * 40 && list.bytes % 4 == 0)
        }
        for owner in Self.owners { _ = list.stopAll(for: owner) }
        #expect(list.count == 0 && list.bytes == 0 && list.next(id: lastID + 1) == nil)
    }
}
