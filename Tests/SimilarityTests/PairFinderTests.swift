import Synchronization
import Testing

@testable import Similarity

extension PairFinder {
    /// All pairs, in order of their places.
    fileprivate func pairs(among hashes: [PictureHash]) -> [LikePair] {
        let all = Mutex<[LikePair]>([])
        forEachPortion(of: hashes) { pairs in all.withLock { $0 += pairs } }
        return all.withLock { $0 }.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    }
}

struct PairFinderTests {
    private func hash(_ chance: inout Chance) -> PictureHash {
        PictureHash(words: SIMD4(chance.bits(), chance.bits(), chance.bits(), chance.bits() & ~(1 << 63)))
    }

    private func changed(_ hash: PictureHash, _ count: Int, _ chance: inout Chance) -> PictureHash {
        var words = hash.words
        for _ in 0..<count {
            let bit = Int(chance.bits() % 255)
            words[bit >> 6] ^= 1 << UInt64(bit & 63)
        }
        return PictureHash(words: words)
    }

    @Test func whatIsFoundIsWhatComparingAllWithAllFinds() {
        var chance = Chance(7), hashes: [PictureHash] = []
        for _ in 0..<300 {
            let base = hash(&chance)
            hashes.append(base)
            for count in [1, 4, 9, 16, 25, 36, 60] { hashes.append(changed(base, count, &chance)) }
        }
        var expected: Set<LikePair> = []
        for a in hashes.indices {
            for b in hashes.indices where b > a {
                let near = (hashes[a].words[0] ^ hashes[b].words[0]).nonzeroBitCount <= PairFinder.firstLimit, distance = hashes[a].distance(to: hashes[b])
                if near, distance <= 40, distance > 0 { expected.insert(LikePair(first: a, second: b, distance: distance)) }
            }
        }
        let found = PairFinder().pairs(among: hashes).filter { $0.distance > 0 }
        #expect(Set(found) == expected && found.count == expected.count, "none is missing and none comes twice")
        #expect(expected.count > 3000)
    }

    @Test func manyCopiesArePairsWithTheFirst() {
        var chance = Chance(3)
        let one = hash(&chance), near = changed(one, 3, &chance), other = hash(&chance)
        let pairs = PairFinder().pairs(among: [other] + Array(repeating: one, count: 1000) + [near])
        #expect(pairs.count == 1000 && pairs.allSatisfy { $0.first == 1 })
        #expect(pairs.last == LikePair(first: 1, second: 1001, distance: one.distance(to: near)))
    }

    @Test func manyFramesOfOneViewAreToldInPortionsAndAreOneSet() {
        var chance = Chance(5)
        // Each differs from the view in two signs that the first word does not have.
        let view = hash(&chance), other = hash(&chance)
        var hashes = [other]
        for a in 64..<144 {
            for b in (a + 1)..<145 where hashes.count <= 1_000 {
                var words = view.words
                words[a >> 6] ^= 1 << UInt64(a & 63)
                words[b >> 6] ^= 1 << UInt64(b & 63)
                hashes.append(PictureHash(words: words))
            }
        }
        let told = Mutex((count: 0, most: 0))
        PairFinder().forEachPortion(of: hashes) { pairs in told.withLock { $0 = ($0.count + pairs.count, max($0.most, pairs.count)) } }
        let (count, most) = told.withLock { ($0.count, $0.most) }
        #expect(hashes.count == 1_001 && count == 1_000 * 999 / 2 && most <= PairFinder.portion)
        #expect(PairFinder().sets(among: hashes) == [Array(1...1_000)])
    }

    @Test func setsAreThoseThatPairsJoin() {
        var chance = Chance(11), hashes: [PictureHash] = []
        for _ in 0..<100 {
            let base = hash(&chance)
            hashes += [base, changed(base, 3, &chance), hash(&chance), base]
        }
        var sets: [Set<Int>] = []
        for pair in PairFinder().pairs(among: hashes) {
            let touched = sets.filter { !$0.isDisjoint(with: [pair.first, pair.second]) }
            sets.removeAll { touched.contains($0) }
            sets.append(touched.reduce([pair.first, pair.second]) { $0.union($1) })
        }
        let found = PairFinder().sets(among: hashes), expected = sets.map { $0.sorted() }.sorted { $0[0] < $1[0] }
        #expect(found.count >= 100 && found == expected)
    }

    @Test func picturesWithNothingInThemAreLikeNone() throws {
        let black = MadePicture(64, 48) { _, _ in 0 }, sky = MadePicture(64, 48) { x, _ in 200 + x }
        let hashes = try [black, black, sky, sky].map { try #require($0.hash) }
        #expect(hashes.allSatisfy(\.isPlain) && PairFinder().pairs(among: hashes).isEmpty)
        #expect(PairFinder().pairs(among: []).isEmpty)
    }
}

/// How many of the pictures that are the same are found, and how many that are found are the same.
struct LikenessTests {
    private static let pictures = 250

    @Test func theSamePictureIsFoundAndAnotherIsNot() throws {
        var hashes: [PictureHash] = [], source: [Int] = [], wanted = 0
        for number in 0..<Self.pictures {
            let picture = MadePicture(seed: UInt64(number))
            let variants = [
                picture, picture.scaled(96, 72), picture.scaled(144, 108), picture.noisy(10, seed: UInt64(number)), picture.coarse(12), picture.brighter(12),
                picture.brighter(-4, contrast: 0.85), picture.cropped(0.01),
            ]
            for variant in variants {
                hashes.append(try #require(variant.hash))
                source.append(number)
            }
            wanted += variants.count * (variants.count - 1) / 2
        }
        // Equal ones are paired with their first, so sets are counted rather than pairs.
        var groups = Array(hashes.indices), wrong = 0
        func group(_ index: Int) -> Int { groups[index] == index ? index : group(groups[index]) }
        for pair in PairFinder().pairs(among: hashes) {
            if source[pair.first] != source[pair.second] { wrong += 1 } else { groups[group(pair.second)] = group(pair.first) }
        }
        let found = hashes.indices.count { group($0) == group($0 - $0 % 8) }
        #expect(Double(found) / Double(hashes.count) > 0.97, "\(found) of \(hashes.count) are with their picture")
        #expect(wrong == 0, "\(wrong) pairs of other pictures")
    }

    @Test func aMovedOrMirroredPictureIsAnother() throws {
        var near = 0
        for number in 0..<Self.pictures {
            let picture = MadePicture(seed: UInt64(number)), hash = try #require(picture.hash)
            for other in [picture.moved(0.25), picture.mirrored()] where hash.distance(to: try #require(other.hash)) <= PairFinder().most { near += 1 }
        }
        #expect(near <= 2 * Self.pictures / 100, "\(near) of \(2 * Self.pictures)")
    }

    @Test func sizesThatLieMakeNoHash() {
        #expect(PictureHash(luma: [], width: 0, height: 0) == nil)
        #expect(PictureHash(luma: [1, 2, 3], width: 2, height: 2) == nil)
        #expect(PictureHash(luma: [7], width: 1, height: 1)?.isPlain == true)
        #expect(PictureHash(luma: [0, 255], width: 2, height: 1)?.isPlain == false)
    }
}
