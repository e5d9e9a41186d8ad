import Imaging
import LibraryEngine
import PhotoModel

extension LibraryGenerator {
    /// Gives every photo of a library that was filled the signs that a search for duplicates would find in a thumbnail, each its own: drawn thumbnails are a thousand.
    ///
    /// Signs of pictures are even, but for some of the slowest waves: among 144, wallpapers of Debian's packages and samples of cameras, those pairs that a search has to
    /// look at, of which a part of 16 signs differs in one at most, are three times as frequent as with even ones. So three in eight are up here, which does the same.
    /// One photo of twenty is another try of the one before it.
    package func fillLooks(of library: PhotoLibrary) throws {
        var random = GeneratorRandom(seed: seed &+ 2)
        var last = Self.signs(&random)
        var looks: [(version: DerivativeStore.Version, signs: SIMD4<UInt64>)] = []
        looks.reserveCapacity(assetCount)
        for start in stride(from: Int64(1), through: Int64(assetCount), by: batchSize) {
            let ids = Array(start..<min(start + Int64(batchSize), Int64(assetCount) + 1))
            for case let asset? in try library.read({ try $0.assets(ids: ids) }) where asset.mediaType == .image && !asset.isTrashed {
                last = random.chance(0.05) ? Self.another(last, &random) : Self.signs(&random)
                looks.append((DerivativeStore.Version(assetID: asset.id, uuid: asset.uuid, revision: asset.revision), last))
            }
        }
        try library.keepLooks(looks)
    }

    /// 255 of them.
    private static func signs(_ random: inout GeneratorRandom) -> SIMD4<UInt64> {
        var signs = SIMD4<UInt64>()
        for word in 0..<4 {
            let (a, b, c) = (random.next(), random.next(), random.next())
            signs[word] = a & (b | c)
        }
        signs[3] &= ~(1 << 63)
        return signs
    }

    /// Other in 3 of the 64 slowest waves and in 17 of the others: alike, and no copy.
    private static func another(_ signs: SIMD4<UInt64>, _ random: inout GeneratorRandom) -> SIMD4<UInt64> {
        var signs = signs, changed: Set<Int> = []
        while changed.count < 3 { changed.insert(random.number(below: 64)) }
        while changed.count < 20 { changed.insert(64 + random.number(below: 191)) }
        for sign in changed { signs[sign >> 6] ^= 1 << UInt64(sign & 63) }
        return signs
    }
}
