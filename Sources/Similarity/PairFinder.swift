import Dispatch
import Synchronization

/// Two of many pictures, by their places, which look alike.
struct LikePair: Sendable, Hashable {
    let first: Int
    let second: Int
    /// Signs in which they differ.
    let distance: Int
}

/// Finds all pictures of many that look alike.
///
/// Two hashes are looked at where their first 64 signs differ in `firstLimit` at most. These are four parts of 16, so one part differs in one sign at most: for each part the pictures lie
/// in order of it, and each meets those with the same part and those with one sign changed, 17 of 65,536. A pair is taken where its first such part finds it, so none comes twice.
package struct PairFinder: Sendable {
    /// Signs in which the first 64 may differ; up to 7 none is missed.
    static let firstLimit = 7
    /// The same of all.
    package var most = 40

    package init() {}

    /// Pictures that pairs join, each set in order of indexes, the sets in that of their first ones. What is like no other is in none.
    ///
    /// Takes the memory of the pictures, however many pairs there are: ten thousand frames of one view are fifty million. Their time is that of the pairs.
    /// Takes all processors.
    package func sets(among hashes: [PictureHash]) -> [[Int]] {
        let joined = Mutex(JoinedIndexes(count: hashes.count))
        forEachPortion(of: hashes) { pairs in
            joined.withLock { places in
                for pair in pairs { places.join(pair.first, pair.second) }
            }
        }
        return joined.withLock { $0.sets() }
    }

    /// So many pairs are told at once.
    static let portion = 1 << 14

    /// Tells all pairs that differ in `most` signs at most, some at a time, in no order, on any thread and on several at once. Pictures with nothing in them are
    /// like no other. Of those that have one hash each is paired with the first of them only, and the first with others: a thousand copies are a thousand pairs,
    /// and not half a million.
    func forEachPortion(of hashes: [PictureHash], _ take: @Sendable ([LikePair]) -> Void) {
        var firsts: [SIMD4<UInt64>: Int] = [:], distinct: [Int] = [], found: [LikePair] = []
        firsts.reserveCapacity(hashes.count)
        for (index, hash) in hashes.enumerated() where !hash.isPlain {
            if let first = firsts[hash.words] {
                found.append(LikePair(first: first, second: index, distance: 0))
                Self.pass(on: &found, to: take, atLeast: Self.portion)
            } else {
                firsts[hash.words] = index
                distinct.append(index)
            }
        }
        Self.pass(on: &found, to: take, atLeast: 1)
        for part in 0..<4 { pairs(in: Sorted(hashes, distinct, part: part), hashes, part, take) }
    }

    private static func pass(on pairs: inout [LikePair], to take: @Sendable ([LikePair]) -> Void, atLeast count: Int) {
        guard pairs.count >= count else { return }
        take(pairs)
        pairs.removeAll(keepingCapacity: true)
    }

    /// Hashes in the order of one part of their first word.
    private struct Sorted {
        /// Where those of a part begin; one more for the end.
        var starts: [Int]
        var words: [UInt64]
        var places: [Int32]

        init(_ hashes: [PictureHash], _ distinct: [Int], part: Int) {
            func key(_ index: Int) -> Int { PairFinder.key(hashes[index].words[0], part) }
            starts = [Int](repeating: 0, count: (1 << 16) + 1)
            for index in distinct { starts[key(index) + 1] += 1 }
            for value in 1...1 << 16 { starts[value] += starts[value - 1] }
            var next = starts
            words = [UInt64](repeating: 0, count: distinct.count)
            places = [Int32](repeating: 0, count: distinct.count)
            for index in distinct {
                let place = next[key(index)]
                next[key(index)] += 1
                (words[place], places[place]) = (hashes[index].words[0], Int32(clamping: index))
            }
        }
    }

    private static func key(_ word: UInt64, _ part: Int) -> Int { Int(truncatingIfNeeded: word >> UInt64(16 * part)) & 0xFFFF }

    private func pairs(in sorted: Sorted, _ hashes: [PictureHash], _ part: Int, _ take: @Sendable ([LikePair]) -> Void) {
        // More than processors, since some parts are much more frequent than others.
        let slices = 128, size = (1 << 16) / slices, most = most
        DispatchQueue.concurrentPerform(iterations: slices) { slice in
            var found: [LikePair] = []
            sorted.words.withUnsafeBufferPointer { words in
                for key in slice * size..<(slice + 1) * size where sorted.starts[key] < sorted.starts[key + 1] {
                    let own = sorted.starts[key]..<sorted.starts[key + 1]
                    for bit in -1..<16 {
                        let other = bit < 0 ? key : key ^ (1 << bit)
                        // Each two parts meet once.
                        guard other >= key else { continue }
                        let others = sorted.starts[other]..<sorted.starts[other + 1]
                        guard !others.isEmpty else { continue }
                        for a in own {
                            let word = words[a]
                            for b in (other == key ? a + 1 : others.lowerBound)..<others.upperBound {
                                let different = word ^ words[b]
                                guard different.nonzeroBitCount <= Self.firstLimit, Self.firstPart(different) == part else { continue }
                                let (x, y) = (Int(sorted.places[a]), Int(sorted.places[b]))
                                let distance = hashes[x].distance(to: hashes[y])
                                guard distance <= most else { continue }
                                found.append(LikePair(first: min(x, y), second: max(x, y), distance: distance))
                                Self.pass(on: &found, to: take, atLeast: Self.portion)
                            }
                        }
                    }
                }
            }
            Self.pass(on: &found, to: take, atLeast: 1)
        }
    }

    /// The first part that differs in one sign at most.
    private static func firstPart(_ different: UInt64) -> Int? { (0..<4).first { key(different, $0).nonzeroBitCount <= 1 } }
}

/// Which of many places belong together, by pairs.
private struct JoinedIndexes: Sendable {
    /// Of each place one before it of its set, or itself.
    private var parents: [Int32]

    init(count: Int) { parents = (0..<count).map { Int32(clamping: $0) } }

    mutating func join(_ a: Int, _ b: Int) {
        let (x, y) = (root(a), root(b))
        parents[max(x, y)] = Int32(clamping: min(x, y))
    }

    private mutating func root(_ place: Int) -> Int {
        var place = place
        while parents[place] != place {
            parents[place] = parents[Int(parents[place])]
            place = Int(parents[place])
        }
        return place
    }

    mutating func sets() -> [[Int]] {
        var sets: [Int: [Int]] = [:]
        for place in parents.indices {
            let first = root(place)
            if first != place { sets[first, default: [first]].append(place) }
        }
        return sets.values.sorted { $0[0] < $1[0] }
    }
}
