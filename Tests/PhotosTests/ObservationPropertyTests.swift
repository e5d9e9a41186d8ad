import Photos
import PhotosTesting
import Synchronization
import TestSupport
import Testing

extension ClientTests {
    /// Random libraries and random batches of changes: whatever happens, a client that applies the details in the documented order has what a new
    /// fetch finds, down to the values of every object.
    @Suite struct ObservationProperties {
        /// A result and the array that a client keeps of it.
        private struct Followed<Object: PHObject> {
            let name: String
            var result: PHFetchResult<Object>
            var array: [Object]
            let fetch: () -> PHFetchResult<Object>

            init(_ name: String, _ fetch: @escaping () -> PHFetchResult<Object>) {
                (self.name, self.fetch) = (name, fetch)
                result = fetch()
                array = result.all
            }

            /// - Returns: what is wrong afterwards.
            mutating func follow(_ change: PHChange, _ describe: (Object) -> String) -> String? {
                var summary = "nothing"
                if let details = change.changeDetails(for: result) {
                    summary = details.summary
                    array = applied(details, to: array)
                    result = details.fetchResultAfterChanges
                }
                let (mine, fetched) = (array.map(describe), fetch().all.map(describe))
                return mine == fetched ? nil : "\(name): \(summary)\nis  \(mine)\nnot \(fetched)"
            }
        }

        private func describe(_ asset: PHAsset) -> String {
            "\(asset.localIdentifier.prefix(8)) \(asset.isFavorite) \(asset.isHidden) \(asset.creationDate?.timeIntervalSince1970 ?? -1) \(asset.extendedMetadata.caption ?? "")"
        }

        private func describe(_ album: PHAssetCollection) -> String {
            "\(album.localIdentifier.prefix(8)) \(album.localizedTitle ?? "") \(album.estimatedAssetCount) \(album.startDate?.timeIntervalSince1970 ?? -1)"
        }

        private func options(_ key: String? = nil, ascending: Bool = true, limit: Int = 0, _ format: String? = nil) -> PHFetchOptions {
            let options = PHFetchOptions()
            if let key { options.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)] }
            if let format { options.predicate = NSPredicate(format: format) }
            options.fetchLimit = limit
            return options
        }

        /// One request of a batch, on what there is now.
        private func request(_ random: inout SeededRandom, _ assets: [PHAsset], _ albums: [PHAssetCollection]) {
            guard let asset = assets.randomElement(using: &random), let album = albums.randomElement(using: &random) else { return }
            let members = PHAsset.fetchAssets(in: album, options: nil)
            let some = assets.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
            switch Int.random(in: 0..<11, using: &random) {
            case 0: PHAssetChangeRequest(for: asset).isFavorite = Bool.random(using: &random)
            case 1: PHAssetChangeRequest(for: asset).isHidden = Int.random(in: 0..<3, using: &random) == 0
            case 2, 3: PHAssetChangeRequest(for: asset).creationDate = Date(timeIntervalSince1970: Double(Int.random(in: 0..<50, using: &random)))
            case 4: PHAssetChangeRequest(for: asset).caption = "\(Int.random(in: 0..<100, using: &random))"
            case 5: PHAssetCollectionChangeRequest(for: album)?.addAssets(some as NSFastEnumeration)
            case 6: PHAssetCollectionChangeRequest(for: album)?.removeAssets(some as NSFastEnumeration)
            case 7, 8:
                guard members.count > 1 else { return }
                let from = Int.random(in: 0..<members.count, using: &random)
                PHAssetCollectionChangeRequest(for: album)?.moveAssets(at: [from], to: Int.random(in: 0..<(members.count - 1), using: &random))
            case 9: PHAssetCollectionChangeRequest(for: album)?.title = "Album \(Int.random(in: 0..<50, using: &random))"
            default: _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Album \(Int.random(in: 0..<50, using: &random))")
            }
        }

        @Test(arguments: [1, 2, 3, 4] as [UInt64]) func followingTheDetailsGivesWhatAFetchFinds(_ seed: UInt64) throws {
            var random = SeededRandom(seed: seed)
            let fixture = try Fixture()
            let temporary = fixture.temporary
            try temporary.insertRecords(40) { index in (Date(timeIntervalSince1970: Double(index % 17)), index % 5 == 0) }
            let everything = PHAsset.fetchAssets(with: nil).all
            let albums = try (0..<3).map { try fixture.createAlbum("Album \($0)", Array(everything[($0 * 10)..<($0 * 10 + 12)])) }
            var assets = [
                Followed("all") { PHAsset.fetchAssets(with: nil) },
                Followed("newest first") { PHAsset.fetchAssets(with: options("creationDate", ascending: false)) },
                Followed("newest seven") { PHAsset.fetchAssets(with: options("creationDate", ascending: false, limit: 7)) },
                Followed("favorites") { PHAsset.fetchAssets(with: options("modificationDate", "favorite == YES")) },
                Followed("album") { PHAsset.fetchAssets(in: albums[0], options: nil) },
                Followed("album by date") { PHAsset.fetchAssets(in: albums[1], options: options("creationDate", ascending: false)) },
            ]
            var lists = [
                Followed("albums") { PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil) },
                Followed("albums by title") { PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options("localizedTitle")) },
            ]
            for batch in 0..<40 {
                temporary.clock.advance(by: 1)
                if Int.random(in: 0..<5, using: &random) == 0 { try temporary.restore(everything) }
                // One that is registered now hears of the block in its first call; what was before it, the results are asked about all the same.
                let heard = Mutex<PHChange?>(nil)
                let watcher = Watcher { change in
                    heard.withLock { $0 = change }
                    return ""
                }
                fixture.library.register(watcher)
                let alive = PHAsset.fetchAssets(with: nil).all, present = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).all
                let source = Mutex(random)
                try fixture.library.performChangesAndWait {
                    source.withLock { random in
                        for _ in 0..<Int.random(in: 1...6, using: &random) { request(&random, alive, present) }
                        if Int.random(in: 0..<6, using: &random) == 0, let victim = alive.randomElement(using: &random) {
                            PHAssetChangeRequest.deleteAssets([victim] as NSFastEnumeration)
                        }
                        if present.count > 8, let victim = present.randomElement(using: &random) {
                            PHAssetCollectionChangeRequest.deleteAssetCollections([victim] as NSFastEnumeration)
                        }
                        // Every block does something, so that there is a change to wait for.
                        _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Batch \(batch)")
                    }
                }
                random = source.withLock { $0 }
                try #require(watcher.next())
                let change = try #require(heard.withLock { $0 })
                // Some results are asked about only now and then.
                for index in assets.indices where index < 3 || batch % (index + 1) == 0 {
                    if let fault = assets[index].follow(change, describe) { Issue.record("batch \(batch) of \(seed): \(fault)") }
                }
                for index in lists.indices {
                    if let fault = lists[index].follow(change, describe) { Issue.record("batch \(batch) of \(seed): \(fault)") }
                }
                fixture.library.unregisterChangeObserver(watcher)
            }
        }
    }
}
