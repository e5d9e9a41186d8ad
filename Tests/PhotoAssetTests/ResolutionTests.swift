import Foundation
import PhotoAsset
import PhotosTesting
import Testing

@testable import LibraryEngine

@Suite(.timeLimit(.minutes(20))) struct ResolutionTests {
    let shelf: Shelf
    init() throws { shelf = try Shelf() }

    @Test func aSoundAssetIsResolvedOnceForAllWhoAsk() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        let resolutions = try await withThrowingTaskGroup(of: Resolution.self) { group in
            for _ in 0..<8 { group.addTask { try await asset.resolve() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(resolutions).count == 1 && resolutions[0].damage == nil && resolutions[0].sha1 == asset.sha1 && !resolutions[0].isDamaged)
        #expect(asset.isResolved && !asset.isDamaged)
        try shelf.spoil(asset, .photo, with: nil)
        #expect(try await asset.resolve() == resolutions[0], "it is not read twice")
    }

    @Test func theBackgroundTellsWhenItIsDone() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let posted = Posted(PhotoAsset.resolvedNotification, asset) { $0.isResolved }
        asset.resolveInBackground()
        for await isResolved in posted {
            #expect(isResolved)
            break
        }
        #expect(asset.downloadStatus == .local)
    }

    @Test func otherBytesThanCameInAreDamage() async throws {
        let asset = try shelf.photo(width: 300, height: 200), sha1 = asset.sha1
        var bytes = try FixtureImages.jpeg(width: 300, height: 200)
        bytes[bytes.count / 2] ^= 1
        try shelf.spoil(asset, .photo, with: bytes)
        let resolution = try await asset.resolve()
        #expect(resolution.isDamaged && asset.isDamaged && resolution.sha1 == sha1)
        #expect(resolution.damage?.contains("not the one that was imported") == true, "\(resolution)")
    }

    @Test func missingPixelsAreDamage() async throws {
        let whole = try FixtureImages.jpeg(width: 800, height: 600)
        let asset = try shelf.save([(.photo, "a.jpg", whole.prefix(whole.count * 2 / 3))])
        let resolution = try await asset.resolve()
        #expect(resolution.isDamaged && resolution.sha1 == asset.sha1, "\(resolution)")
    }

    @Test func anotherSizeThanTheLibraryNotedIsDamage() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        let library = shelf.temporary.library, uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        try library.performChanges(author: "test") { transaction in
            let id = try #require(try transaction.reader.assetID(uuid: uuid))
            try transaction.update(assetID: id) { ($0.pixelWidth, $0.pixelHeight) = (320, 200) }
        }
        let now = try #require(asset.current())
        let resolution = try await now.resolve()
        #expect(resolution.damage == "IMG_0001.JPG has 300 × 200 pixels, and the library has noted 320 × 200.")
    }

    @Test func whatCannotBeReadIsAnErrorAndMayBeTriedAgain() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let error = await #expect(throws: PHPhotosError.self) { try await asset.resolve(allowsNetworkAccess: false) }
        #expect(error?.code == .networkAccessRequired && !asset.isResolved && !asset.isDamaged)
        shelf.temporary.cloud.fault = .missing
        await #expect(throws: PHPhotosError.self) { try await asset.resolve() }
        shelf.temporary.cloud.fault = nil
        #expect(try await asset.resolve().damage == nil)
    }

    @Test func aFilmIsLookedAtToo() async throws {
        let video = try shelf.save([(.video, "a.mov", FixtureMovies.blue)])
        #expect(try await video.resolve().damage == nil)
        let edited = try edited(), resolution = try await edited.resolve()
        #expect(resolution.damage == nil && resolution.sha1 == edited.sha1)
    }

    private func edited() throws -> PhotoAsset {
        try shelf.save([
            (.video, "a.mov", FixtureMovies.blue), (.fullSizeVideo, "b.mov", FixtureMovies.quarters(width: 96, height: 64)), (.adjustmentData, "a.plist", Data("edit".utf8)),
        ])
    }

    @Test func aFilmWhoseEndIsMissingIsDamaged() async throws {
        let whole = FixtureMovies.blue
        let video = try shelf.save([(.video, "a.mov", whole.dropLast(60))]), resolution = try await video.resolve()
        #expect(resolution.isDamaged && resolution.sha1 == video.sha1 && video.phAsset.damage?.contains("60 bytes are missing") == true, "\(resolution)")
    }

    @Test func otherBytesOfAFilmOrOfItsEditAreDamage() async throws {
        var other = FixtureMovies.blue
        other[other.count - 5] ^= 1
        let video = try shelf.save([(.video, "a.mov", FixtureMovies.blue)]), changed = try edited()
        try shelf.spoil(video, .video, with: other)
        try shelf.spoil(changed, .fullSizeVideo, with: other)
        for asset in [video, changed] {
            let resolution = try await asset.resolve()
            #expect(resolution.damage?.contains("not the one that was imported") == true && resolution.sha1 == asset.sha1, "\(resolution)")
        }
    }

    @Test func aFilmOfAnotherSizeThanTheLibraryNotedIsDamaged() async throws {
        let video = try shelf.save([(.video, "a.mov", FixtureMovies.blue)]), uuid = try #require(UUID(uuidString: String(video.localIdentifier.prefix(36))))
        try shelf.temporary.library.performChanges(author: "test") { transaction in
            let id = try #require(try transaction.reader.assetID(uuid: uuid))
            try transaction.update(assetID: id) { $0.pixelWidth = 80 }
        }
        let now = try #require(video.current()), resolution = try await now.resolve()
        #expect(resolution.damage == "a.mov has 64 × 48 pixels, and the library has noted 80 × 48.")
    }

    @Test func aLivePhotoWhoseMovieIsCutOffIsDamaged() async throws {
        let live = try shelf.save([(.photo, "b.jpg", FixtureImages.jpeg(width: 80, height: 60)), (.pairedVideo, "b.mov", FixtureMovies.blue.dropLast(60))])
        let resolution = try await live.resolve()
        #expect(live.isLivePhoto && resolution.damage?.contains("60 bytes are missing") == true, "\(resolution)")
    }

    /// Libraries did not always keep it.
    @Test func aSHA1ThatWasNotKeptIsFoundOut() async throws {
        let asset = try shelf.photo(), known = try #require(asset.sha1), library = shelf.temporary.library
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        try library.performChanges(author: "test") { transaction in
            let id = try #require(try transaction.reader.assetID(uuid: uuid))
            for resource in try transaction.reader.resources(assetID: id) { try transaction.update(resourceID: resource.id) { $0.sha1 = nil } }
        }
        let old = try #require(asset.current())
        #expect(old.sha1 == nil && old.sha1Text == nil)
        #expect(try await old.resolve().sha1 == known)
        #expect(old.sha1 == known)
        #expect(asset.current()?.sha1 == known, "the library keeps it from now on")
    }
}
