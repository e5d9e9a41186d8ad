import Foundation
import LibraryEngine
import Photos

/// Puts an imported story in order, by the change requests that any application uses.
struct Arrangement {
    private let story: Story
    private let library: PHPhotoLibrary
    private var dice: Dice

    init(_ story: Story, _ library: PhotoLibrary, seed: UInt64) {
        (self.story, dice) = (story, Dice(seed, 7))
        // The demonstration's own maker, whoever else may see the library.
        self.library = PHPhotoLibrary(session: LibrarySession(library, application: "demo", policy: nil))
    }

    private static let journeys = "Journeys", home = "At home", best = "Best of ten years"

    struct Count {
        var albums: Int, folders: Int
    }

    mutating func run() throws -> Count {
        let marks = Marks(story, &dice)
        try mark(marks)
        let topics: [(String, [Scene])] = [
            ("Kitchen table", [.citrus, .stillLife]), ("Garden and trees", [.blossom, .tree, .forest]),
            ("Graphic work", [.tiles, .discs, .silk, .map]),
        ]
        var home: [(String, [PHAsset])] = []
        for (title, scenes) in topics {
            let shots = story.shots.filter { scenes.contains($0.scene) && !story.episodes[$0.episode].isJourney && !marks.away.contains($0.filename) }
            home.append((title, try assets(shots)))
        }
        var regions: [(String, [(String, [PHAsset])])] = []
        let byEpisode = Dictionary(grouping: story.shots) { $0.episode }
        for region in Place.Region.allCases {
            var albums: [(String, [PHAsset])] = []
            for (number, episode) in story.episodes.enumerated() where episode.isJourney && episode.place.region == region {
                let shots = (byEpisode[number] ?? []).filter { !marks.away.contains($0.filename) && $0.kind != .screenshot }
                albums.append((episode.title, try assets(shots)))
            }
            albums.removeAll { $0.1.isEmpty }
            if !albums.isEmpty { regions.append((region.rawValue, albums)) }
        }
        home.removeAll { $0.1.isEmpty }
        let best = try assets(story.shots.filter { marks.favorites.contains($0.filename) })
        try library.performChangesAndWait { [home, regions] in
            Self.album(Self.best, best)
            let journeys = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: Self.journeys)
            for (title, albums) in regions {
                let region = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
                region.addChildCollections(albums.map { Self.album($0.0, $0.1) })
                journeys.addChildCollections([region.placeholderForCreatedCollectionList])
            }
            guard !home.isEmpty else { return }
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: Self.home)
            folder.addChildCollections(home.map { Self.album($0.0, $0.1) })
        }
        return Count(albums: 1 + home.count + regions.reduce(0) { $0 + $1.1.count }, folders: 1 + regions.count + (home.isEmpty ? 0 : 1))
    }

    @discardableResult
    private static func album(_ title: String, _ assets: [PHAsset]) -> PHObjectPlaceholder {
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
        request.addAssets(assets)
        return request.placeholderForCreatedAssetCollection
    }

    private func mark(_ marks: Marks) throws {
        func named(_ names: Set<String>) throws -> [PHAsset] { try assets(story.shots.filter { names.contains($0.filename) }) }
        let (favorites, hidden, deleted) = (try named(marks.favorites), try named(marks.hidden), try named(marks.deleted))
        try library.performChangesAndWait {
            for asset in favorites {
                let request = PHAssetChangeRequest(for: asset)
                request.isFavorite = true
                request.addKeyword("best")
            }
            for asset in hidden { PHAssetChangeRequest(for: asset).isHidden = true }
        }
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(deleted) }
    }

    /// The assets of shots, in the shots' order; frames of bursts that others stand for are left out.
    private func assets(_ shots: [Shot]) throws -> [PHAsset] {
        var found: [String: PHAsset] = [:]
        let options = PHFetchOptions()
        options.photoLibrary = library
        // A query has its limits.
        for start in stride(from: 0, to: shots.count, by: 500) {
            options.predicate = NSPredicate(format: "filename IN %@", shots[start..<min(start + 500, shots.count)].map(\.filename))
            PHAsset.fetchAssets(with: options).enumerateObjects { asset, _, _ in
                if let name = asset.value(forKey: "filename") as? String { found[name] = asset }
            }
        }
        return shots.compactMap { found[$0.filename] }
    }
}

/// Which pictures are favourites, hidden, or in Recently Deleted, by their files' names.
private struct Marks {
    var favorites: Set<String> = [], hidden: Set<String> = [], deleted: Set<String> = []
    /// Not to be shown among others.
    var away: Set<String> { hidden.union(deleted) }

    init(_ story: Story, _ dice: inout Dice) {
        let plain = dice.shuffled(story.shots.filter { $0.kind == .photo }.map(\.filename))
        let few = min(5, plain.count / 12)
        deleted = Set(plain.prefix(few))
        hidden = Set(plain.dropFirst(few).prefix(max(1, few / 2)))
        let beautiful: [Scene] = [.aurora, .lake, .sea, .hills, .balloons, .skyline, .winter, .blossom, .lighthouse, .dunes, .forest, .field]
        let chosen = story.shots.filter { beautiful.contains($0.scene) && $0.kind != .screenshot && !$0.isLaterFrame && !away.contains($0.filename) }
        favorites = Set(dice.shuffled(chosen.map(\.filename)).prefix(min(400, max(2, story.shots.count / 12))))
    }
}

extension Shot {
    fileprivate var isLaterFrame: Bool {
        if case .burst(_, let frame) = kind { frame > 0 } else { false }
    }
}
