import Photos
import PhotosTesting
import Testing

/// What history and cloud identifiers tell an application that was given single assets, or nothing.
@Suite struct LimitedHistoryTests {
    private let world: AccessWorld
    init() throws { world = try AccessWorld() }

    private func told(_ library: PHPhotoLibrary, since token: PHPersistentChangeToken, _ type: PHObjectType = .asset) throws -> [Set<String>] {
        try library.fetchPersistentChanges(since: token).map { change in
            let details = try change.changeDetails(for: type)
            return details.insertedLocalIdentifiers.union(details.updatedLocalIdentifiers).union(details.deletedLocalIdentifiers)
        }
    }

    @Test func onlyTheSelectionIsToldOf() throws {
        try world.temporary.grant(.limited([world.assets[0], world.assets[1]]), to: AccessWorld.application)
        let start = world.viewer.currentChangeToken
        #expect(start == world.owner.currentChangeToken, "granting is no change")
        let assets = world.assets, album = world.album
        try world.owner.performChangesAndWait { for asset in assets { PHAssetChangeRequest(for: asset).isFavorite = true } }
        try world.owner.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.title = "Journey" }
        try world.owner.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[1], assets[2]] as NSArray) }
        let all = Set(assets.map(\.localIdentifier)), mine = Set(assets[...1].map(\.localIdentifier))
        #expect(try told(world.owner, since: start) == [all, [], Set(assets[1...2].map(\.localIdentifier))])
        #expect(try told(world.viewer, since: start) == [mine, [], [assets[1].localIdentifier]])
        #expect(try told(world.owner, since: start, .assetCollection) == [[], [album.localIdentifier], []])
        #expect(try told(world.viewer, since: start, .assetCollection) == [[], [], []])
        #expect(world.viewer.currentChangeToken == world.owner.currentChangeToken)
    }

    /// What fits into no page of history is asked for by its own way, which has to ask for the selection again.
    @Test func aChangeOfMoreThanAPageNamesOnlyTheSelectionToo() throws {
        let start = world.owner.currentChangeToken
        try world.temporary.insertRecords(4_500) { (Date(timeIntervalSince1970: Double($0)), false) }
        let all = PHAsset.fetchAssets(with: world.options(world.owner)).all.filter { !world.assets.contains($0) }
        #expect(all.count == 4_500)
        // Larger than a page as well, or the selection alone would make it fit.
        let mine = Array(all.dropFirst(100).prefix(4_200))
        try world.temporary.grant(.limited(mine), to: AccessWorld.application)
        #expect(try told(world.owner, since: start) == [Set(all.map(\.localIdentifier))])
        #expect(try told(world.viewer, since: start) == [Set(mine.map(\.localIdentifier))])
        for type in [PHObjectType.assetCollection, .collectionList] { #expect(try told(world.viewer, since: start, type) == [[]]) }
    }

    @Test func cloudIdentifiersOfOthersAreNotFound() throws {
        let locals = world.assets.map(\.localIdentifier) + [world.album.localIdentifier]
        let clouds = world.owner.cloudIdentifiers(forLocalIdentifiers: locals)
        try world.temporary.grant(.limited([world.assets[0]]), to: AccessWorld.application)
        #expect(world.viewer.cloudIdentifiers(forLocalIdentifiers: locals) == [clouds[0]] + Array(repeating: .notFound, count: 4))
        #expect(world.viewer.localIdentifiers(for: clouds) == [locals[0]] + Array(repeating: PHLocalIdentifierNotFound, count: 4))
        // By content as well: an identifier of another library, with the original of an asset that is not in the selection.
        let parts = clouds[1].archivalStringValue.split(separator: ":")
        let foreign = try #require(PHCloudIdentifier(archivalStringValue: "0B2C41D5-5F4A-4E0A-9C3B-7A1D2E3F4A5B:001:\(parts[2])"))
        #expect(world.owner.localIdentifiers(for: [foreign]) == [locals[1]])
        #expect(world.viewer.localIdentifiers(for: [foreign]) == [PHLocalIdentifierNotFound])
    }

    @Test func whoeverIsDeniedHearsNothing() throws {
        let start = world.owner.currentChangeToken
        try world.temporary.grant(.denied, to: AccessWorld.application)
        do {
            _ = try world.viewer.fetchPersistentChanges(since: start)
            Issue.record("told history")
        } catch { #expect([.accessUserDenied, .accessRestricted].contains((error as? PHPhotosError)?.code)) }
        #expect(world.viewer.currentChangeToken != start)
        let identifier = world.assets[0].localIdentifier
        guard case .failure(let error)? = world.viewer.cloudIdentifierMappings(forLocalIdentifiers: [identifier])[identifier] else {
            Issue.record("told an identifier")
            return
        }
        #expect([.accessUserDenied, .accessRestricted].contains((error as? PHPhotosError)?.code))
    }
}
