import Foundation
import PhotoModel
import Similarity

/// Photos of which all are like the first, which is the best file of them.
package struct DuplicateGroup: Sendable {
    /// How much they are alike, the surest first. The names are stable: JSON has them.
    package enum Likeness: String, Sendable, CaseIterable {
        /// The same pixels: files that differ in what they say, or in how they are packed.
        case pixels
        /// The same picture, in another size or compression.
        case picture
        /// Pictures of the same thing: frames of a burst, a crop, another try.
        case similar
    }

    package var likeness: Likeness
    /// The best file, then the others, better ones first.
    package var assets: [AssetRecord]
    /// In how many of 255 signs each differs from the first.
    package var distances: [Int]
}

/// What a search for duplicates found.
package struct DuplicateReport: Sendable {
    /// In the order of likeness, then of the first one's row.
    package var groups: [DuplicateGroup] = []
    /// Photos that were compared.
    package var compared = 0
    /// Photos without a thumbnail that can be read; the first hundred, and how many there are.
    package var leftOut: [AssetRecord] = []
    package var leftOutCount = 0
    /// Photos of which pixels had to be compared and could not be read, which are taken for the same picture at most.
    package var unread = 0
}

extension AssetRecord {
    /// Whether a file is the better one of two of the same picture: one that is sound, then more pixels, then RAW, then lossless, then more bytes. Of equals it is the one that came first.
    func isBetterFile(than other: AssetRecord) -> Bool {
        if (damage == nil) != (other.damage == nil) { return damage == nil }
        let (a, b) = (pixelWidth * pixelHeight, other.pixelWidth * other.pixelHeight)
        if a != b { return a > b }
        if fileRank != other.fileRank { return fileRank > other.fileRank }
        if fileSize != other.fileSize { return fileSize > other.fileSize }
        return id < other.id
    }

    private var fileRank: Int { isRaw ? 2 : Self.lossless.contains(uniformType) ? 1 : 0 }
    private static let lossless: Set = [UniformTypes.png, UniformTypes.tiff, UniformTypes.bmp, "com.adobe.photoshop-image"]

    /// Whether two pictures have one shape, as far as whole pixels allow: a picture that was made smaller keeps it, a part of one does not.
    func hasShape(of other: AssetRecord) -> Bool {
        guard pixelWidth > 0, pixelHeight > 0, other.pixelWidth > 0, other.pixelHeight > 0 else { return false }
        let (a, b) = (Double(pixelWidth) / Double(pixelHeight), Double(other.pixelWidth) / Double(other.pixelHeight))
        return abs(a - b) <= 0.02 * max(a, b)
    }

    var isAnimated: Bool { playbackStyle == .imageAnimated || mediaSubtypes.contains(.photoAnimation) }

    /// Whether both are known to be of two cameras, or of one camera at two moments. What either does not say tells nothing.
    func isOtherExposure(than other: AssetRecord) -> Bool {
        var isOneCamera = false
        for (own, others) in [(cameraMake, other.cameraMake), (cameraModel, other.cameraModel)] {
            guard let own, let others, !own.isEmpty, !others.isEmpty else { continue }
            if own != others { return true }
            isOneCamera = true
        }
        guard isOneCamera, let date = creationDate, let otherDate = other.creationDate else { return false }
        return !Self.isOneMoment(date, otherDate)
    }

    /// Copies often lose the part of a second.
    private static func isOneMoment(_ a: Double, _ b: Double) -> Bool {
        if abs(a - b) < 0.001 { return true }
        let (second, otherSecond) = (a.rounded(.down), b.rounded(.down))
        return second == otherSecond && (a == second || b == otherSecond)
    }

    /// Whether both are of one burst, and so two moments.
    func isBurstNeighbor(of other: AssetRecord) -> Bool { burstIdentifier != nil && burstIdentifier == other.burstIdentifier }
}

/// Assets that a person said to be no duplicates of each other, in the sets that they were named in: pairs of a thousand would be half a million.
package struct DistinctPhotos: Sendable, Equatable {
    private(set) var sets: [Set<UUID>] = []
    /// Indexes of the sets that an asset is in.
    private var places: [UUID: Set<Int>] = [:]

    init(_ sets: [Set<UUID>] = []) {
        self.sets = sets
        for (index, set) in sets.enumerated() { for photo in set { places[photo, default: []].insert(index) } }
    }

    func areKeptApart(_ a: UUID, _ b: UUID) -> Bool {
        guard a != b, let own = places[a], let others = places[b] else { return false }
        return !own.isDisjoint(with: others)
    }

    /// The same with one more set, in the place of those that it has whole.
    func adding(_ photos: Set<UUID>) -> DistinctPhotos {
        if sets.contains(where: { $0.isSuperset(of: photos) }) { return self }
        return DistinctPhotos(sets.filter { !$0.isSubset(of: photos) } + [photos])
    }

    /// The same without a set that was added, and with those in whose place it came.
    /// - Returns: `nil` where it is not there as it was added.
    func replacing(_ kept: KeptApart) -> DistinctPhotos? {
        guard sets.contains(kept.photos) else { return nil }
        return DistinctPhotos(sets.filter { $0 != kept.photos } + kept.replaced)
    }

    /// Those of which none is kept apart from one before it, in their order.
    package func together(_ photos: [AssetRecord]) -> [AssetRecord] {
        var taken: Set<Int> = []
        return photos.filter { photo in
            guard let own = places[photo.uuid] else { return true }
            guard own.isDisjoint(with: taken) else { return false }
            taken.formUnion(own)
            return true
        }
    }
}

/// That photos were said to be no duplicates, to be taken back.
package struct KeptApart: Sendable {
    let photos: Set<UUID>
    /// What was known of some of them before.
    let replaced: [Set<UUID>]

    /// How many photos it names.
    package var count: Int { photos.count + replaced.reduce(0) { $0 + $1.count } }
}

/// Makes groups of pairs. Pure: what assets are and which pixels are equal is told.
struct DuplicateGrouping {
    /// Signs in which two copies of a picture may differ.
    static let samePicture = 16

    var distinct = DistinctPhotos()

    static func looksSame(_ a: PictureHash, _ b: PictureHash) -> Bool { a.distance(to: b) <= samePicture && a.hasColours(of: b) }

    /// Whether two that look the same may be the same picture.
    func mayBeSame(_ a: AssetRecord, _ b: AssetRecord) -> Bool { a.hasShape(of: b) && !isKnownToDiffer(a, b) }

    /// Whether anything but their looks says that two are not one picture.
    func isKnownToDiffer(_ a: AssetRecord, _ b: AssetRecord) -> Bool { a.isBurstNeighbor(of: b) || a.isOtherExposure(than: b) || isDistinct(a, b) }

    func isDistinct(_ a: AssetRecord, _ b: AssetRecord) -> Bool { distinct.areKeptApart(a.uuid, b.uuid) }

    /// Splits what hangs together into groups of which each member is like the first itself, and not only by way of others: what a merge removes was compared
    /// with what it keeps. No two of a group differ: a small copy looks like both of two frames, and is of one of them.
    /// - Parameters:
    ///   - distance: asked with indexes of `assets`, as the others are.
    ///   - differ: whether two are known to be no copies of each other.
    /// - Returns: indexes, the best file of each group first; those that are like none are in none.
    static func stars(_ assets: [AssetRecord], distance: (Int, Int) -> Int, isAlike: (Int, Int) -> Bool, differ: (Int, Int) -> Bool) -> [[Int]] {
        var rest = assets.indices.sorted { assets[$0].isBetterFile(than: assets[$1]) }
        var groups: [[Int]] = []
        while let best = rest.first {
            let alike = rest.dropFirst().filter { isAlike(best, $0) }
            // Of two that differ the one that looks more like the best file is its copy.
            let nearest = alike.enumerated().sorted { (distance(best, $0.element), $0.offset) < (distance(best, $1.element), $1.offset) }
            var taken: Set<Int> = [best], chosen: [Int] = []
            for (_, index) in nearest where !chosen.contains(where: { differ($0, index) }) {
                chosen.append(index)
                taken.insert(index)
            }
            if !chosen.isEmpty { groups.append([best] + alike.filter { taken.contains($0) }) }
            rest.removeAll { taken.contains($0) }
        }
        return groups
    }
}
