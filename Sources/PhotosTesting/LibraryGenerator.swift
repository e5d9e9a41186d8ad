import Foundation
import LibraryEngine
import PhotoModel

/// Fills a library with invented assets: a library's numbers without its files. The same seed gives the same library.
///
/// The mix is a family's: pictures over fifteen years with busy holidays, one in eleven a video, Live Photos, screenshots,
/// bursts, favourites, hidden and deleted ones, albums in folders, keywords, places and cameras.
package struct LibraryGenerator: Sendable {
    /// How many assets to make.
    package var assetCount: Int
    package var seed: UInt64 = 1
    /// Members of the album "Ten Thousand"; fewer when the library is smaller.
    package var largeAlbumCount = 10_000
    /// Further albums of up to 300 members.
    package var albumCount = 200
    /// Assets of one transaction.
    package var batchSize = 50_000
    /// Seconds since 2001-01-01T00:00:00Z: the newest picture's day.
    package var newest: Double = 780_000_000
    /// Whether all files are said to be in a store as well.
    package var isStored = false

    package init(assetCount: Int) { self.assetCount = assetCount }

    /// Title of the album with `largeAlbumCount` members.
    package static let largeAlbumTitle = "Ten Thousand"

    /// - Parameter progress: called after each transaction with the number of assets so far.
    package func fill(_ library: PhotoLibrary, progress: (Int) -> Void = { _ in }) throws {
        var random = GeneratorRandom(seed: seed)
        var ids: [Int64] = []
        ids.reserveCapacity(assetCount)
        var shooting = Shooting(newest: newest, count: assetCount)
        while ids.count < assetCount {
            let size = min(batchSize, assetCount - ids.count)
            try library.performChanges(author: "photos.generator") { transaction in
                for _ in 0..<size {
                    let (asset, drawn) = shooting.next(&random)
                    var resources = drawn
                    if isStored { for index in resources.indices { resources[index].isInCloud = true } }
                    ids.append(try transaction.insert(asset, resources: resources))
                }
            }
            progress(ids.count)
        }
        try addAlbums(library, ids, &random)
    }

    private func addAlbums(_ library: PhotoLibrary, _ ids: [Int64], _ random: inout GeneratorRandom) throws {
        // Deleted assets can't be put into albums.
        let living = try library.read { reader in
            try reader.assets(ids: ids.shuffled(using: &random).prefix(largeAlbumCount + largeAlbumCount / 10))
        }.compactMap { asset in asset.flatMap { $0.isTrashed ? nil : $0.id } }
        try library.performChanges(author: "photos.generator") { transaction in
            let large = CollectionRecord(uuid: random.uuid(), type: .album(.albumRegular), title: Self.largeAlbumTitle)
            try transaction.addMembers(Array(living.prefix(largeAlbumCount)), to: try transaction.insert(large))
            var folder: Int64?
            for number in 0..<albumCount {
                if number.isMultiple(of: 20) {
                    folder = try transaction.insert(CollectionRecord(uuid: random.uuid(), type: .folder(.regularFolder), title: "Folder \(number / 20 + 1)"))
                }
                var album = CollectionRecord(uuid: random.uuid(), type: .album(.albumRegular), title: "Album \(number + 1)")
                album.parentID = random.chance(0.8) ? folder : nil
                let members = living.isEmpty ? [] : (0..<random.number(below: 300)).map { _ in living[random.number(below: living.count)] }
                try transaction.addMembers(members, to: try transaction.insert(album))
            }
        }
    }
}
