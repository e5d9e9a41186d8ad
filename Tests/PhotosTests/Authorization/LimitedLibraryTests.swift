import LibraryEngine
@testable import Photos
import PhotosTesting
import Testing

/// An application that was given some assets sees those, whichever way it looks.
@Suite struct LimitedLibraryTests {
    private typealias Fetch = @Sendable (AccessWorld, PHFetchOptions) -> Int

    /// Every way to assets. Of four, the application was given the first and the third; the third is a favourite, the fourth hidden.
    private static let fetches: [(name: String, all: Int, given: Int, fetch: Fetch)] = [
        ("library", 3, 2, { PHAsset.fetchAssets(with: $1).count + 0 * $0.assets.count }),
        ("media type", 3, 2, { _, options in PHAsset.fetchAssets(with: .image, options: options).count }),
        (
            "predicate", 1, 1,
            { _, options in
                options.predicate = NSPredicate(format: "favorite == YES")
                return PHAsset.fetchAssets(with: options).count
            }
        ),
        (
            "predicate by identifier", 1, 0,
            { world, options in
                options.predicate = NSPredicate(format: "localIdentifier == %@", world.assets[1].localIdentifier)
                return PHAsset.fetchAssets(with: options).count
            }
        ),
        (
            "hidden too", 4, 2,
            { _, options in
                options.includeHiddenAssets = true
                return PHAsset.fetchAssets(with: options).count
            }
        ),
        (
            "limit and order", 2, 2,
            { _, options in
                options.fetchLimit = 2
                options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
                return PHAsset.fetchAssets(with: options).count
            }
        ),
        ("identifiers", 4, 2, { world, options in PHAsset.fetchAssets(withLocalIdentifiers: world.assets.map(\.localIdentifier), options: options).count }),
        (
            "URLs", 4, 2,
            { world, options in
                let urls = world.assets.compactMap { URL(string: "assets-library://asset/asset.JPG?id=\($0.localIdentifier.prefix(36))&ext=JPG") }
                return PHAsset.fetchAssets(withALAssetURLs: urls, options: options).count
            }
        ),
        (
            "all smart albums", 1, 1,
            { _, options in
                let recents = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: options)
                return recents.count
            }
        ),
        (
            "smart album", 3, 2,
            { _, options in
                let recents = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: options).firstObject
                return recents.map { PHAsset.fetchAssets(in: $0, options: options).count } ?? -1
            }
        ),
        (
            "count of a smart album", 3, 2,
            { _, options in
                let recents = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: options).firstObject
                return recents?.estimatedAssetCount ?? -1
            }
        ),
        (
            "hidden smart album", 1, 0,
            { _, options in
                let hidden = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumAllHidden, options: options).firstObject
                return hidden.map { PHAsset.fetchAssets(in: $0, options: options).count } ?? -1
            }
        ),
        (
            "key assets", 1, 1,
            { _, options in
                let favorites = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumFavorites, options: options).firstObject
                return favorites.flatMap { PHAsset.fetchKeyAssets(in: $0, options: options)?.count } ?? -1
            }
        ),
        ("albums", 1, 0, { _, options in PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).count }),
        (
            "albums by identifier", 1, 0,
            { world, options in
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [world.album.localIdentifier], options: options).count
            }
        ),
        (
            "albums containing", 1, 0,
            { world, options in
                PHAsset.fetchAssets(withLocalIdentifiers: [world.assets[0].localIdentifier], options: options).firstObject.map {
                    PHAssetCollection.fetchAssetCollectionsContaining($0, with: .album, options: options).count
                } ?? -1
            }
        ),
        ("folders", 1, 0, { _, options in PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: options).count }),
        (
            "folders by identifier", 1, 0,
            { world, options in
                PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [world.folder.localIdentifier], options: options).count
            }
        ),
        ("top level", 1, 0, { _, options in PHCollectionList.fetchTopLevelUserCollections(with: options).count }),
        (
            "in the top level", 1, 0,
            { _, options in
                let root = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .rootFolder, options: options).firstObject
                return root.map { PHCollection.fetchCollections(in: $0, options: options).count } ?? -1
            }
        ),
        (
            "transient album", 3, 2,
            { world, options in
                let album = PHAssetCollection.transientAssetCollection(with: world.everythingSeen, title: nil)
                return PHAsset.fetchAssets(in: album, options: options).count
            }
        ),
        ("members of a media type", 3, 2, { _, options in PHAsset.fetchAssets(with: options).countOfAssets(with: .image) }),
    ]

    private func world() throws -> AccessWorld {
        let world = try AccessWorld()
        try world.owner.performChangesAndWait {
            PHAssetChangeRequest(for: world.assets[2]).isFavorite = true
            PHAssetChangeRequest(for: world.assets[3]).isHidden = true
        }
        return world
    }

    @Test func everyFetchIsLimitedToTheSelection() throws {
        let world = try world()
        world.keepEverythingSeen()
        func counts() -> [String] { Self.fetches.map { "\($0.name) \($0.fetch(world, world.options()))" } }
        #expect(counts() == Self.fetches.map { "\($0.name) \($0.all)" })
        try world.grant(.limited([world.assets[0], world.assets[2]]))
        #expect(counts() == Self.fetches.map { "\($0.name) \($0.given)" })
        try world.grant(.denied)
        #expect(
            counts()
                == Self.fetches.map { fetch in
                    // What needs an object to begin with has none, but for the transient album, which is empty.
                    let hasNone = ["smart album", "count of a smart album", "hidden smart album", "key assets", "albums containing", "in the top level"]
                    return "\(fetch.name) \(hasNone.contains(fetch.name) ? -1 : 0)"
                })
        try world.temporary.revokeAccess(of: AccessWorld.application)
        #expect(counts() == Self.fetches.map { "\($0.name) \($0.all)" })
    }

    @Test func whatTheApplicationMakesJoinsItsSelection() throws {
        let world = try world()
        try world.grant(.limited([world.assets[1]]))
        let file = try world.temporary.file("new.jpg", FixtureImages.jpeg(seed: 30))
        #expect(world.change { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.isFavorite = true } == "ok")
        let seen = PHAsset.fetchAssets(with: world.options())
        #expect(seen.count == 2)
        let new = try #require(seen.all.first { $0 != world.assets[1] })
        #expect(new.isFavorite)
        #expect(world.image(of: new) == "ok")
        #expect(world.change { PHAssetChangeRequest(for: new).isFavorite = false } == "ok")
        #expect(try world.viewer.limitedSelection()?.sorted() == [new, world.assets[1]].map(\.localIdentifier).sorted())
        // A second application with a selection of its own knows nothing of it.
        try world.temporary.grant(.limited([]), to: "org.example.other")
        #expect(world.count(world.temporary.photoLibrary(for: "org.example.other")) == 0)
    }

    @Test func aFailedChangeLeavesTheSelectionAsItWas() throws {
        let world = try world()
        try world.grant(.limited([world.assets[0]]))
        let file = try world.temporary.file("new.jpg", FixtureImages.jpeg(seed: 31))
        #expect(
            world.change {
                PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                PHAssetChangeRequest(for: world.assets[1]).isFavorite = true
            } == "3201")
        #expect(world.count() == 1)
        #expect(world.count(world.owner) == 3)
    }

    @Test func anOldResultShowsNothingOfWhatWasTakenAway() throws {
        let world = try world()
        let before = PHAsset.fetchAssets(with: world.options())
        try world.grant(.limited([world.assets[0]]))
        #expect(before.count == 3, "a result does not change")
        #expect(before.all.map(\.pixelWidth).filter { $0 > 0 }.count == 1, "but its other assets are not there any more")
        #expect(before.all.first == world.assets[0])
    }

    /// Titles can be guessed: which of its assets are in an album is none of the application's business.
    @Test func predicatesTellNothingOfAlbums() throws {
        let world = try world()
        let options = world.options(), identifier = world.album.localIdentifier
        let album = try #require(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).firstObject)
        let first = try #require(world.seen(0))
        func count(_ format: String, _ arguments: any CVarArg...) -> Int {
            options.predicate = NSPredicate(format: format, argumentArray: arguments)
            return PHAsset.fetchAssets(with: options).count
        }
        func counts() -> [Int] {
            [
                count("ANY album == 'Trip'"), count("ANY album BEGINSWITH 'T'"), count("NOT (ANY album == 'Trip')"), count("album.@count == 0"),
                count("ANY album.localIdentifier == %@", identifier), PHAsset.fetchAssets(in: album, options: world.options()).count,
                PHAsset.fetchKeyAssets(in: album, options: world.options())?.count ?? -1, (first.value(forKey: "album") as? [String])?.count ?? -1,
            ]
        }
        #expect(counts() == [3, 3, 0, 0, 3, 3, 1, 1])
        try world.grant(.limited([world.assets[0], world.assets[2]]))
        #expect(counts() == [0, 0, 2, 2, 0, 0, 0, 0])
    }

    @Test func aResourceThatIsHeldTellsNoPathOnceItsAssetIsTaken() throws {
        let world = try world()
        let resource = try #require(world.seen(1).map(PHAssetResource.assetResources)?.first)
        #expect(resource.value(forKey: "fileURL") is URL)
        try world.grant(.limited([world.assets[0]]))
        #expect(resource.value(forKey: "fileURL") == nil)
        try world.grant(.denied)
        #expect(resource.value(forKey: "privateFileURL") == nil)
    }

    /// Where the system refuses to watch files, as it does once it watches too many.
    @Test func whatIsTakenIsTakenWhereNothingIsHeard() throws {
        let world = try world()
        var environment = world.temporary.library.environment
        environment.watchesFiles = false
        let library = try PhotoLibrary.open(at: world.temporary.url, environment: environment)
        defer { library.close() }
        let deaf = PHPhotoLibrary(session: LibrarySession(library, application: AccessWorld.application))
        #expect(world.count(deaf) == 3)
        try world.grant(.limited([world.assets[0]]))
        #expect(world.count(deaf) == 1)
        try world.grant(.denied)
        #expect(world.count(deaf) == 0)
    }

    @Test func whatAnotherProcessGrantsIsHeard() throws {
        let world = try world()
        #expect(world.count() == 3)
        try world.temporary.grant(.limited([world.assets[1]]), to: AccessWorld.application, elsewhere: true)
        #expect(world.becomes { world.count() == 1 })
        try world.temporary.grant(.denied, to: AccessWorld.application, elsewhere: true)
        #expect(world.change { PHAssetChangeRequest(for: world.assets[1]).isFavorite = true } == "3311", "a change knows at once")
        #expect(world.becomes { world.count() == 0 })
        try world.temporary.grant(.full, to: AccessWorld.application, elsewhere: true)
        #expect(world.becomes { world.count() == 3 })
    }

    @Test func theHostReadsAndChangesTheSelection() throws {
        let world = try world()
        #expect(try world.viewer.limitedSelection() == nil, "access is not limited")
        #expect(try world.viewer.setLimitedSelection([world.assets[0].localIdentifier]) == [])
        try world.grant(.limited([world.assets[0], world.assets[1]]))
        let wanted = [world.assets[1], world.assets[2]].map(\.localIdentifier)
        #expect(try world.viewer.setLimitedSelection(wanted + ["unknown"]) == [world.assets[2].localIdentifier], "what is new")
        #expect(try world.viewer.limitedSelection() == wanted)
        #expect(PHAsset.fetchAssets(with: world.options()).all == Array(world.assets[1...2]))
    }

    @Test func aSelectedAssetInRecentlyDeletedStaysChosen() throws {
        let world = try world()
        try world.grant(.limited([world.assets[0], world.assets[1]]))
        #expect(world.change { PHAssetChangeRequest.deleteAssets([world.assets[0]] as NSFastEnumeration) } == "ok")
        #expect(try world.viewer.limitedSelection() == [world.assets[1].localIdentifier])
        try world.viewer.setLimitedSelection([world.assets[2].localIdentifier])
        try world.temporary.restore([world.assets[0]])
        #expect(PHAsset.fetchAssets(with: world.options()).all == [world.assets[0], world.assets[2]])
    }
}
