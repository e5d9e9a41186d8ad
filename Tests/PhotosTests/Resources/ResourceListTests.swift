import Foundation
import LibraryEngine
import PhotoModel
import Photos
import PhotosTesting
import Testing

/// Resources that are listed one asset after the other come in one read, and are what the library has now all the same.
@Suite(.timeLimit(.minutes(20))) struct ResourceListTests {
    let world: AccessWorld
    init() throws { world = try AccessWorld(count: 6) }

    /// As the application sees them, fetched together.
    private func fetched() -> [PHAsset] { PHAsset.fetchAssets(with: world.options { $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)] }).all }

    private func newestFirst() -> [PHAsset] { PHAsset.fetchAssets(with: world.options { $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)] }).all }

    private func names(_ assets: [PHAsset]) -> [String] { assets.map { PHAssetResource.assetResources(for: $0).map(\.originalFilename).joined(separator: "+") } }

    private let all = (0..<6).map { "IMG_\($0).JPG" }

    private func row(_ asset: PHAsset, _ library: PhotoLibrary) throws -> Int64 {
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        return try #require(try library.read { try $0.assetID(uuid: uuid) })
    }

    private func rename(_ asset: PHAsset, in library: PhotoLibrary) throws {
        let row = try row(asset, library), resource = try #require(try library.read { try $0.resources(assetID: row).first })
        try library.performChanges(author: "test") { try $0.update(resourceID: resource.id) { $0.filename = "NEW.JPG" } }
    }

    @Test func eachAssetHasItsOwn() throws {
        let assets = fetched()
        for _ in 0..<3 { #expect(names(assets) == all) }
        #expect(names(assets.reversed()) == all.reversed())
        let others = newestFirst()
        for _ in 0..<2 { #expect(names(others) == all.reversed()) }
        let alone = assets.compactMap { asset in PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: world.options()).firstObject }
        #expect(names(alone) == all)
        #expect(assets.map { $0.resource(.photo)?.assetLocalIdentifier } == assets.map(\.localIdentifier))
    }

    @Test(arguments: [false, true]) func whatWasCommittedSinceIsSeen(_ elsewhere: Bool) throws {
        let assets = fetched(), library = world.temporary.library
        #expect(names(assets) == all)
        let other = elsewhere ? try PhotoLibrary.open(at: world.temporary.url, environment: library.environment) : library
        defer { if elsewhere { other.close() } }
        try rename(assets[3], in: other)
        #expect(names(assets) == all.enumerated().map { $0 == 3 ? "NEW.JPG" : $1 })
        try world.temporary.purge([assets[1]])
        #expect(names(assets)[1].isEmpty)
    }

    @Test func whoMayNotSeeAnAssetDoesNotSeeItsFiles() throws {
        let assets = fetched()
        #expect(names(assets) == all)
        try world.grant(.limited([world.assets[2]]))
        #expect(names(assets) == all.enumerated().map { $0 == 2 ? $1 : "" })
        try world.grant(.denied)
        #expect(names(assets) == Array(repeating: "", count: 6))
        try world.grant(.full)
        #expect(names(assets) == all)
    }

    /// The catalogue knows it all: with the files away nothing of the list is missing, and nothing of it is said otherwise.
    @Test func noFileIsTouched() throws {
        let originals = world.temporary.url.appendingPathComponent("originals"), away = world.temporary.folder.appendingPathComponent("away")
        try FileManager.default.moveItem(at: originals, to: away)
        let resources = fetched().flatMap { PHAssetResource.assetResources(for: $0) }
        #expect(resources.map(\.originalFilename) == all && resources.allSatisfy { $0.type == .photo && $0.uniformTypeIdentifier == "public.jpeg" })
        #expect(resources.allSatisfy { $0.sha256?.count == 32 && $0.sha1?.count == 20 && $0.isLocallyAvailable && !$0.isInCloud })
        let sizes = try (0..<6).map { try FixtureImages.jpeg(seed: $0).count }
        #expect(resources.compactMap(\.dataSize) == sizes)
        try FileManager.default.moveItem(at: away, to: originals)
    }

    /// Whatever way is taken through many batches, each asset has its own.
    @Test func batchesInAnyOrderHaveEachAssetsOwn() throws {
        let temporary = try TemporaryLibrary(), count = 2_000
        try temporary.library.performChanges(author: "test") { transaction in
            for index in 0..<count {
                var record = AssetRecord(uuid: temporary.library.environment.makeUUID(), mediaType: .image, addedDate: 0, filename: "\(index)", uniformType: "public.jpeg")
                record.creationDate = Double(index * 7 % count)
                try transaction.insert(
                    record,
                    resources: [
                        ResourceRecord(type: .photo, filename: "\(index)", uniformType: "public.jpeg", size: 1, sha256: Data(count: 32), location: .managed(path: "\(index)"))
                    ]
                )
            }
        }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        var result: PHFetchResult<PHAsset>? = PHAsset.fetchAssets(with: options)
        let assets = try #require(result?.all)
        let expected = (0..<count).map { place in "\((0..<count).first { $0 * 7 % count == place } ?? -1)" }
        // In order, as it is fetched; then of assets that are there already, backwards, and from place to place.
        var listed: [String] = []
        result?.enumerateObjects { asset, _, _ in listed += PHAssetResource.assetResources(for: asset).map(\.originalFilename) }
        #expect(listed == expected)
        for _ in 0..<2 { #expect(names(assets) == expected) }
        #expect(names(assets.reversed()) == expected.reversed())
        let jumps = (0..<count).map { $0 * 333 % count }
        #expect(names(jumps.map { assets[$0] }) == jumps.map { expected[$0] })
        // Who holds the assets alone has their files as well.
        result = nil
        for _ in 0..<2 { #expect(names(assets) == expected) }
        let last = Array(assets.suffix(300))
        #expect(names(last) == expected.suffix(300))
    }

    @Test func manyBatchesAreListedWhileTheLibraryChanges() async throws {
        let temporary = try TemporaryLibrary(), count = 1_500
        try temporary.insertRecords(count) { (Date(timeIntervalSince1970: Double($0) * 60), false) }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        let assets = PHAsset.fetchAssets(with: options).all
        #expect(assets.count == count)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<3 {
                group.addTask { for asset in worker == 0 ? assets.reversed() : assets { #expect(PHAssetResource.assetResources(for: asset).isEmpty) } }
            }
            group.addTask {
                for _ in 0..<20 { try? temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: assets[700]).isFavorite.toggle() } }
            }
        }
    }
}
