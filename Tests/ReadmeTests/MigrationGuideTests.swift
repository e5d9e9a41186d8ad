import AssetsLibrary
import Photos
import PhotosTesting
import Testing

/// The guide's two ways lead to the same. Without a limit of time: it waits for whoever holds the shared library, which whole suites do.
@Suite struct MigrationGuideTests {
    let temporary: TemporaryLibrary

    init() throws { temporary = try TemporaryLibrary() }

    private func saved(_ count: Int) throws -> [PHAsset] {
        for number in 0..<count {
            let file = try temporary.file("\(number).jpg", FixtureImages.jpeg(width: 900, height: 600, seed: number))
            try temporary.photoLibrary.performChangesAndWait {
                PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.creationDate = Date(timeIntervalSince1970: 1_600_000_000 + Double(number))
            }
        }
        let assets = PHAsset.fetchAssets(with: nil)
        return (0..<assets.count).map { assets[$0] }
    }

    private func album(_ assets: [PHAsset]) throws -> PHAssetCollection {
        var identifier = ""
        try temporary.photoLibrary.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Beach")
            request.addAssets(assets as NSArray)
            identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return try #require(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject)
    }

    private struct Found: Sendable { var group: ALAssetsGroup? }

    private func url(_ asset: PHAsset) throws -> URL {
        try #require(URL(string: "assets-library://asset/asset.JPG?id=\(asset.localIdentifier.prefix(36))&ext=JPG"))
    }

    private func found(_ asset: PHAsset, _ library: ALAssetsLibrary) async throws -> ALAsset {
        let url = try url(asset), found = await oldAsset(library, from: url)
        #expect(newAsset(from: url) == asset)
        return try #require(found)
    }

    private func photo(_ url: URL?) throws -> PHAsset {
        let url = try #require(url)
        return try #require(newAsset(from: url))
    }

    private func photo(_ identifier: String?) throws -> PHAsset {
        try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier ?? ""], options: nil).firstObject)
    }

    private func crop(_ asset: PHAsset) async throws {
        var half = PhotoAdjustments()
        half.crop = .init(x: 0, y: 0, width: 0.5, height: 1)
        let input: PHContentEditingInput? = await withCheckedContinuation { done in
            asset.requestContentEditingInput(with: .forPhotoAdjustments()) { input, _ in done.resume(returning: input) }
        }
        let output = PHContentEditingOutput(contentEditingInput: try #require(input))
        try output.render(half)
        try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
    }

    @Test func bothWaysLeadToTheSame() async throws {
        try await SharedLibraryLock.withLock {
            try await temporary.shared {
                let assets = try saved(3), library = ALAssetsLibrary(), album = try album([assets[0], assets[2]])
                let isRefused = await newPermission()
                #expect(oldPermission() == isRefused && !isRefused)
                let albums = await oldAlbums(library)
                #expect(albums == ["Beach 2"] && newAlbums() == ["Beach 2"])
                let roll = await withCheckedContinuation { (done: CheckedContinuation<Found, Never>) in
                    library.enumerateGroups(
                        withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
                        using: { group, stop in
                            guard let group else { return }
                            stop?.pointee = true
                            done.resume(returning: Found(group: group))
                        }, failureBlock: { _ in done.resume(returning: Found()) })
                }
                let dates = newNewestFirst()
                #expect(try oldNewestFirst(#require(roll.group)) == dates && dates.count == 3)

                let old = try await found(assets[1], library)
                #expect(oldPictures(old).map(\.size) == [CGSize(width: 150, height: 150), CGSize(width: 900, height: 600)])
                // Without resize mode `.exact` a size is a wish: the picture is that large or somewhat larger.
                let pictures = try await newPictures(assets[1])
                #expect(pictures[0].size.height >= 150 && pictures[1].size == CGSize(width: 900, height: 600))
                #expect(await newPicturesByHandler(assets[1]) != nil)
                let bytes = try await newBytes(assets[1])
                #expect(oldBytes(old) == bytes)
                #expect(try bytes == FixtureImages.jpeg(width: 900, height: 600, seed: 1))

                try await crop(assets[1])
                let edited = try await newEdited(assets[1])
                #expect(try oldEdited(await found(assets[1], library)).size == edited.size && edited.size == CGSize(width: 450, height: 600))

                let url = try await oldSave(library, FixtureImages.jpeg(seed: 8)), identifier = try await newSave(FixtureImages.jpeg(seed: 9), album)
                #expect(PHAsset.fetchAssets(with: nil).count == 5 && url != nil)
                #expect(PHAsset.fetchAssets(in: album, options: nil).count == 3 && identifier != nil)
            }
        }
    }

    @Test func albumsAreMadeAndFoundBothWays() async throws {
        try await SharedLibraryLock.withLock {
            try await temporary.shared {
                let assets = try saved(2), library = ALAssetsLibrary(), old = try await found(assets[0], library)
                let isMade = await oldMakeAlbum(library, old), isMadeAgain = await oldMakeAlbum(library, old)
                #expect(isMade && !isMadeAgain, "a name is there once")
                let identifier = try await newMakeAlbum(assets[1])
                let albums = await oldAlbums(library)
                #expect(albums == ["Harbour 1", "Harbour 1"] && newAlbums() == albums)
                let url = try #require(URL(string: "assets-library://group/?id=\(identifier.prefix(36))")), album = try #require(newGroup(url))
                let oldFound = await oldGroup(library, url), group = try #require(oldFound)
                #expect(album.localIdentifier == identifier && group.numberOfAssets() == 1)
                #expect(oldPoster(group).size == CGSize(width: 150, height: 150))
                let poster = try await newPoster(album)
                #expect((poster?.size.height ?? 0) >= 150)
                try await PHPhotoLibrary.shared().performChanges { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
                let gone = await oldGroup(library, url)
                #expect(gone == nil && newGroup(url) == nil)
            }
        }
    }

    @Test func whatAFileSaysIsTheSameBothWays() async throws {
        var metadata = FixtureImages.Metadata()
        (metadata.orientation, metadata.make, metadata.model) = (.right, "Maker", "Model X")
        let jpeg = try FixtureImages.jpeg(width: 80, height: 60, metadata: metadata), raw = FixtureImages.raw()
        try await SharedLibraryLock.withLock {
            try await temporary.shared {
                let asset = try pair(jpeg, raw), library = ALAssetsLibrary(), old = try await found(asset, library)
                let shape = oldShape(old), new = try await newShape(asset)
                #expect(shape.0 == CGSize(width: 60, height: 80) && new.0 == shape.0 && shape.1 == 3 && new.1 == .right)
                #expect(oldMetadata(old) == "Model X" && newMetadata(asset) == "Model X")
                let bytes = try await newRaw(asset), others = try saved(1).filter { $0 != asset }, plain = try #require(others.first)
                #expect(oldRaw(old) == Int64(raw.count) && bytes == raw)
                let none = try await newRaw(plain), alone = try await found(plain, library)
                #expect(oldRaw(alone) == nil && none == nil)
            }
        }
    }

    private func pair(_ jpeg: Data, _ raw: Data) throws -> PHAsset {
        var identifier: String?
        try temporary.photoLibrary.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: jpeg, options: nil)
            request.addResource(with: .alternatePhoto, data: raw, options: nil)
            identifier = request.placeholderForCreatedAsset?.localIdentifier
        }
        return try photo(identifier)
    }

    @Test func savedPicturesAreTheSameBothWays() async throws {
        let picture = FixtureImages.quarters(width: 64, height: 48), movie = try temporary.file("a.mov", FixtureMovies.blue)
        try await SharedLibraryLock.withLock {
            try await temporary.shared {
                let library = ALAssetsLibrary()
                let turned = try await [photo(oldSaveTurned(library, picture)), photo(newSaveTurned(picture))]
                #expect(turned.map(\.pixelWidth) == [48, 48] && turned.map(\.pixelHeight) == [64, 64])
                let described = try await [photo(oldSaveDescribed(library, picture)), photo(newSaveDescribed(picture))]
                #expect(described.map { $0.location?.coordinate.latitude } == [31.25, 31.25])
                #expect(described.map { $0.location?.coordinate.longitude } == [121.5, 121.5])
                let videos = try await [photo(oldSaveVideo(library, movie)), photo(newSaveVideo(movie))]
                #expect(videos.map(\.mediaType) == [.video, .video] && videos[0].duration == videos[1].duration)
            }
        }
    }

    /// Both are edits, which the other framework shows, and both leave the original.
    @Test func aReplacedPictureIsSeenBothWays() async throws {
        let other = try FixtureImages.jpeg(width: 120, height: 90, seed: 5)
        try await SharedLibraryLock.withLock {
            try await temporary.shared {
                let assets = try saved(2), library = ALAssetsLibrary(), first = try await found(assets[0], library)
                let kept = try await oldReplace(first, other)
                #expect(try kept == url(assets[0]))
                try await newReplace(assets[1], other)
                for asset in assets {
                    let now = try photo(asset.localIdentifier), shown = try await newEdited(now), original = try await newBytes(now)
                    #expect(shown.size == CGSize(width: 120, height: 90) && now.hasAdjustments)
                    #expect(original != other)
                }
            }
        }
    }

    /// The trap of every draft: nobody is told of a failure, there is only nothing.
    @Test func whatWasDeletedIsFoundNeitherWay() async throws {
        try await SharedLibraryLock.withLock {
            try await temporary.shared {
                let assets = try saved(1), asset = try #require(assets.first), library = ALAssetsLibrary(), savedURL = try url(asset)
                _ = try await found(asset, library)
                try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
                let old = await oldAsset(library, from: savedURL)
                #expect(old == nil && newAsset(from: savedURL) == nil)
            }
        }
    }
}
