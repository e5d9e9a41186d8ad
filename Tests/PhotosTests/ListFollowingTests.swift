import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// A list on a screen that follows its fetch, step by step.
    @Suite struct ListFollowing {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func save(_ day: Int) throws -> PHAsset {
            try fixture.save("\(day).jpg", seed: day) { $0.creationDate = Date(timeIntervalSince1970: Double(day) * 86_400) }
        }

        /// What each step does to the list, and what it shows then.
        private func follow(_ result: PHFetchResult<PHAsset>, _ steps: [() throws -> Void]) throws -> [String] {
            // Guarded by the observer's serial queue.
            nonisolated(unsafe) var shown = result
            let screen = Watcher { change in
                guard let details = change.changeDetails(for: shown) else { return "nothing" }
                shown = details.fetchResultAfterChanges
                return details.summary + " " + shown.all.compactMap { $0.value(forKey: "filename") as? String }.joined(separator: " ")
            }
            fixture.library.register(screen)
            defer { fixture.library.unregisterChangeObserver(screen) }
            for step in steps {
                try step()
                try #require(screen.next())
            }
            return screen.history
        }

        private func change(_ block: @escaping () -> Void) -> () throws -> Void {
            { [fixture] in try fixture.library.performChangesAndWait(block) }
        }

        @Test func aLimitedListRefillsFromBehind() throws {
            let saved = try (1...4).map(save)
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.fetchLimit = 3
            let history = try follow(
                PHAsset.fetchAssets(with: options),
                [
                    { _ = try save(5) },
                    change { PHAssetChangeRequest.deleteAssets([saved[3]] as NSFastEnumeration) },
                    change { PHAssetChangeRequest(for: saved[2]).isFavorite = true },
                    change { PHAssetChangeRequest(for: saved[1]).creationDate = Date(timeIntervalSince1970: 6 * 86_400) },
                    change { PHAssetChangeRequest(for: saved[0]).isFavorite = true },
                ])
            #expect(
                history == [
                    "-[2] +[0] ~[] [] 5.jpg 4.jpg 3.jpg",
                    "-[1] +[2] ~[] [] 5.jpg 3.jpg 2.jpg",
                    "-[] +[] ~[1] [] 5.jpg 3.jpg 2.jpg",
                    "-[] +[] ~[2] [\"2>0\"] 2.jpg 5.jpg 3.jpg",
                    "nothing",
                ])
        }

        @Test func theFavoritesFollowTheirMarks() throws {
            let saved = try (1...3).map(save)
            let favorites = try #require(
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil).firstObject)
            let history = try follow(
                PHAsset.fetchAssets(in: favorites, options: nil),
                [
                    change { PHAssetChangeRequest(for: saved[2]).isFavorite = true },
                    change { for asset in saved { PHAssetChangeRequest(for: asset).isFavorite = true } },
                    change { PHAssetChangeRequest(for: saved[1]).isHidden = true },
                    change { PHAssetChangeRequest.deleteAssets([saved[0]] as NSFastEnumeration) },
                    change { PHAssetChangeRequest(for: saved[2]).isFavorite = false },
                ])
            #expect(
                history == [
                    "-[] +[0] ~[] [] 3.jpg",
                    "-[] +[0, 1] ~[] [] 1.jpg 2.jpg 3.jpg",
                    "-[1] +[] ~[] [] 1.jpg 3.jpg",
                    "-[0] +[] ~[] [] 3.jpg",
                    "-[0] +[] ~[] [] ",
                ])
        }
    }
}
