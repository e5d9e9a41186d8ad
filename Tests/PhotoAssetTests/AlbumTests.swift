import Foundation
import PhotoAsset
import PhotosTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct AlbumTests {
    let shelf: Shelf
    let manager: AssetsManager

    init() throws {
        shelf = try Shelf()
        manager = AssetsManager(library: shelf.library)
    }

    private func days(_ count: Int) throws -> [PhotoAsset] {
        try (0..<count).map { day in try shelf.photo("DAY_\(day).JPG", seed: day) { $0.creationDate = Date(timeIntervalSince1970: 1_646_136_000 + 86_400 * Double(day)) } }
    }

    private func list(_ content: AssetsManager.ContentType = .all, empty: Bool = false, smart: Bool = true) -> [String] {
        manager.albums(content, showsEmptyAlbums: empty, showsSmartAlbums: smart).map { "\($0.name) \($0.count)" }
    }

    @Test func albumsComeInASensibleOrderWithTheirCounts() throws {
        let photos = try days(3), video = try shelf.save([(.video, "a.mov", FixtureMovies.blue)]), favorite = photos[1].phAsset
        try shelf.change { PHAssetChangeRequest(for: favorite).isFavorite = true }
        let beach = try shelf.album("Beach", [photos[0], video]), inner = try shelf.album("Inner", [photos[2]])
        _ = try shelf.album("Empty")
        try shelf.change {
            PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Folder").addChildCollections([inner] as NSArray)
        }
        let all = list()
        #expect(all.first?.hasSuffix(" 4") == true && all[1].hasSuffix(" 1"), "\(all)")
        #expect(Array(all.suffix(2)) == ["Beach 2", "Inner 1"], "\(all)")
        #expect(manager.albums().first?.collection.assetCollectionSubtype == .smartAlbumUserLibrary)
        #expect(manager.albums()[1].collection.assetCollectionSubtype == .smartAlbumFavorites)
        #expect(Array(list(.photos).suffix(2)) == ["Beach 1", "Inner 1"])
        #expect(list(.videos).contains("Beach 1") && !list(.videos).contains("Inner 0"))
        #expect(Array(list(empty: true).suffix(3)) == ["Beach 2", "Empty 0", "Inner 1"])
        #expect(list(smart: false).count == 3 && Array(list(smart: false).suffix(2)) == ["Beach 2", "Inner 1"])
        let videoAlbums: Set<PHAssetCollectionSubtype> = [.smartAlbumVideos, .smartAlbumSlomoVideos, .smartAlbumTimelapses]
        #expect(manager.albums(.photos, showsEmptyAlbums: true).allSatisfy { !videoAlbums.contains($0.collection.assetCollectionSubtype) })
        #expect(manager.albums(.videos, showsEmptyAlbums: true).allSatisfy { $0.collection.assetCollectionSubtype != .smartAlbumPanoramas })
        #expect(manager.albums(showsEmptyAlbums: true).allSatisfy { $0.collection.assetCollectionSubtype != .smartAlbumAllHidden })
        var told: [String?] = []
        manager.enumerateAlbums { told.append($0.map { "\($0.name) \($0.count)" }) }
        #expect(told == all.map { $0 } + [nil])
        for text in [beach.localIdentifier, String(beach.localIdentifier.prefix(36)), "assets-library://group/?id=\(beach.localIdentifier.prefix(36))"] {
            #expect(manager.album(identifier: text)?.name == "Beach", "\(text)")
        }
        #expect(manager.album(identifier: "assets-library://group/?id=\(UUID().uuidString)") == nil && manager.album(identifier: "Beach") == nil)
        #expect(manager.album(identifier: beach.localIdentifier, content: .videos)?.count == 1)
    }

    /// What a list prepares through its own library's manager is what its assets then ask for.
    @Test func allManagersOfAProcessPrepareTogether() {
        #expect(manager.cachingManager === AssetsManager.shared.cachingManager)
        #expect(manager.cachingManager === AssetsManager().cachingManager)
    }

    @Test func anEmptyLibraryHasNothingToList() {
        #expect(list().isEmpty)
        #expect(list(empty: true, smart: false).count == 1)
    }

    @Test func anAlbumIsPagedThroughInBothOrders() throws {
        let assets = try days(7), made = try shelf.album("A", assets).localIdentifier, album = try #require(manager.album(identifier: made))
        func page(_ order: AssetsGroup.Order, from start: Int, _ most: Int) -> (assets: [PhotoAsset?], indexes: [Int]) {
            var (found, indexes): ([PhotoAsset?], [Int]) = ([], [])
            album.enumerateAssets(order, from: start) { asset, index, stop in
                found.append(asset)
                indexes.append(index)
                if asset != nil, found.count == most { stop = true }
            }
            return (found, indexes)
        }
        #expect(page(.album, from: 0, 50).assets == assets + [nil] && page(.album, from: 0, 50).indexes == [0, 1, 2, 3, 4, 5, 6, NSNotFound])
        #expect(page(.reversed, from: 0, 50).assets == assets.reversed() + [nil] && page(.reversed, from: 0, 50).indexes == [6, 5, 4, 3, 2, 1, 0, NSNotFound])
        // Pages of three: whoever is stopped hears no nil.
        #expect(page(.album, from: 0, 3).indexes == [0, 1, 2] && page(.album, from: 3, 3).indexes == [3, 4, 5] && page(.album, from: 6, 3).indexes == [6, NSNotFound])
        #expect(page(.reversed, from: 3, 3).indexes == [3, 2, 1])
        for start in [7, 8, 100] { #expect(page(.album, from: start, 3).indexes == [NSNotFound], "\(start)") }
        #expect(page(.album, from: -5, 2).indexes == [0, 1])
        #expect(album[6] == assets[6] && album.count == 7)
    }

    @Test func anAlbumHasAPicture() throws {
        let assets = try days(3), album = try shelf.album("A", [assets[1], assets[2]])
        #expect(manager.album(identifier: album.localIdentifier)?.poster == assets[1])
        #expect(manager.albums().first?.poster == assets[2], "the newest of a smart album")
        #expect(manager.album(identifier: album.localIdentifier)?.posterImage(size: CGSize(width: 10, height: 10))?.pixels == "30x30")
        #expect(manager.album(identifier: album.localIdentifier, content: .videos)?.poster == nil)
        let video = try shelf.save([(.video, "a.mov", FixtureMovies.blue)])
        let mixed = try shelf.album("B", [assets[0], video])
        #expect(manager.album(identifier: mixed.localIdentifier, content: .videos)?.poster == video)
        #expect(manager.album(identifier: mixed.localIdentifier, content: .photos)?.poster == assets[0])
    }

    @Test func savedPicturesComeBackAndAreInTheirAlbum() async throws {
        let made = try shelf.album("Camera").localIdentifier, album = try #require(manager.album(identifier: made))
        var placeholder: AssetReference?
        let place = CLLocation(latitude: 31.25, longitude: 121.5), taken = Date(timeIntervalSince1970: 1_646_200_000.734512893)
        let facts = SavedFacts(creationDate: taken, location: place, isFavorite: true, filename: "SHOT.JPG")
        let saved = try await manager.save(.imageData(FixtureImages.jpeg(width: 60, height: 40)), facts, to: album) { placeholder = $0 }
        #expect(saved.reference == placeholder && saved.filename == "SHOT.JPG" && saved.dimensions == CGSize(width: 60, height: 40))
        #expect(saved.creationDate == taken && saved.latitude == 31.25 && saved.phAsset.isFavorite)
        let image = UIImage(cgImage: FixtureImages.quarters(width: 30, height: 20), scale: 1, orientation: .right)
        let second = try await manager.save(.image(image), to: album)
        #expect(second.dimensions == CGSize(width: 20, height: 30))
        let third = try await manager.save(.imageFile(shelf.temporary.file("b.jpg", FixtureImages.jpeg(seed: 2))), to: album)
        let fourth = try await manager.save(.videoFile(shelf.temporary.file("b.mov", FixtureMovies.blue)), to: album)
        let now = try #require(manager.album(identifier: album.localIdentifier))
        #expect((0..<now.count).map { now[$0] } == [saved, second, third, fourth])
        let options = shelf.options
        options.predicate = NSPredicate(format: "creationDate == %@", taken as NSDate)
        #expect(PHAsset.fetchAssets(with: options).firstObject == saved.phAsset, "found by its exact date")
    }

    /// As a camera has it: pixels, and what is known of them beside.
    @Test func aPictureIsSavedWithItsDictionaryIntoAnAlbum() async throws {
        let made = try shelf.album("Camera").localIdentifier, album = try #require(manager.album(identifier: made))
        let exif: [String: any Sendable] = ["LensModel": "Lens", "DateTimeOriginal": "2012:09:12 10:00:00", "OffsetTimeOriginal": "+00:00"]
        let place: [String: any Sendable] = ["Latitude": 48.25, "LatitudeRef": "N", "Longitude": 16.5, "LongitudeRef": "W"]
        let tiff: [String: any Sendable] = ["Make": "Maker", "Model": "Model X"]
        let metadata: [String: any Sendable] = ["Orientation": 3, "{Exif}": exif, "{GPS}": place, "{TIFF}": tiff]
        let image = UIImage(cgImage: FixtureImages.quarters(width: 30, height: 20), scale: 1, orientation: .right)
        let first = try await manager.save(.image(image), SavedFacts(isFavorite: true, metadata: metadata), to: album)
        #expect(first.dimensions == CGSize(width: 20, height: 30) && first.imageOrientation == .right && first.phAsset.isFavorite)
        #expect(first.lensModel == "Lens" && first.cameraModel == "Model X" && first.latitude == 48.25 && first.longitude == -16.5)
        #expect(first.creationDate == Date(timeIntervalSince1970: 1_347_444_000))
        let taken = Date(timeIntervalSince1970: 1_646_200_000), file = try shelf.temporary.file("b.jpg", FixtureImages.jpeg(width: 60, height: 40, seed: 2))
        let second = try await manager.save(.imageFile(file), SavedFacts(creationDate: taken, metadata: ["{Exif}": exif]), to: album)
        #expect(second.filename == "b.jpg" && second.lensModel == "Lens" && second.creationDate == taken, "what is said goes before the dictionary")
        let (third, error): (PhotoAsset?, (any Error)?) = await withCheckedContinuation { done in
            manager.save(.image(image), SavedFacts(metadata: ["{TIFF}": tiff]), to: album) { asset, error in done.resume(returning: (asset, error)) }
        }
        #expect(third?.cameraModel == "Model X" && error == nil)
        let film = try shelf.temporary.file("b.mov", FixtureMovies.blue)
        let refused = await #expect(throws: PHPhotosError.self) { try await manager.save(.videoFile(film), SavedFacts(metadata: metadata), to: album) }
        let unread = await #expect(throws: PHPhotosError.self) { try await manager.save(.imageData(Data("text".utf8)), SavedFacts(metadata: metadata), to: album) }
        #expect(refused?.code == .changeNotSupported && unread?.code == .invalidResource)
        #expect(manager.album(identifier: made)?.count == 3)
    }

    @Test func whatCannotBeSavedLeavesNothing() async throws {
        let made = try shelf.album("Camera").localIdentifier, album = try #require(manager.album(identifier: made))
        let text = try shelf.temporary.file("a.jpg", Data("text".utf8))
        let contents: [SavedContent] = [
            .imageData(Data("text".utf8)), .imageFile(text), .videoFile(text), .imageData(Data()), .image(UIImage()), .videoFile(URL(fileURLWithPath: "/nothing.mov")),
        ]
        for content in contents {
            await #expect(throws: PHPhotosError.self, "\(content)") { try await manager.save(content, to: album) }
        }
        // A smart album takes nothing.
        let smart = try #require(manager.albums(showsEmptyAlbums: true).first)
        await #expect(throws: PHPhotosError.self) { try await manager.save(.imageData(FixtureImages.jpeg()), to: smart) }
        #expect(PHAsset.fetchAssets(with: shelf.options).count == 0)
    }

    @Test func theHandlerIsCalledOnceOffTheMainThread() async throws {
        let data = try FixtureImages.jpeg()
        for (content, succeeds) in [(SavedContent.imageData(data), true), (.imageData(Data("text".utf8)), false)] {
            let (asset, error): (PhotoAsset?, (any Error)?) = await withCheckedContinuation { done in
                manager.save(content) { asset, error in
                    dispatchPrecondition(condition: .notOnQueue(.main))
                    done.resume(returning: (asset, error))
                }
            }
            #expect((asset != nil, error == nil) == (succeeds, succeeds))
        }
    }

    @Test func whoMayOnlyAddSavesAndSeesNothing() async throws {
        try shelf.temporary.grant(.addOnly, to: "camera")
        let camera = AssetsManager(library: shelf.temporary.photoLibrary(for: "camera")), data = try FixtureImages.jpeg()
        let error = await #expect(throws: PHPhotosError.self) { try await camera.save(.imageData(data)) }
        #expect(error?.code == .identifierNotFound && PHAsset.fetchAssets(with: shelf.options).count == 1)
        #expect(camera.albums().isEmpty)
    }
}
