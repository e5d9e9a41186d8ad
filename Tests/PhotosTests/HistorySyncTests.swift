import Photos
import PhotosTesting
import TestSupport
import Testing

extension ClientTests {
    /// As apps keep a mirror of the library: everything in batches once, then what changed since an archived token.
    @Suite struct HistorySync {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private final class Mirror {
            var identifiers: Set<String> = []
            private var archive = Data()
            private(set) var fullSyncs = 0

            private func keep(_ token: PHPersistentChangeToken) throws {
                archive = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            }

            private var token: PHPersistentChangeToken? {
                try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: archive)
            }

            func syncAll() throws {
                fullSyncs += 1
                let token = PHPhotoLibrary.shared().currentChangeToken
                identifiers = []
                let options = PHFetchOptions()
                options.includeHiddenAssets = true
                options.includeAllBurstAssets = true
                let assets = PHAsset.fetchAssets(with: options)
                for start in stride(from: 0, to: assets.count, by: 7) {
                    let batch = assets.objects(at: IndexSet(integersIn: start..<min(start + 7, assets.count)))
                    identifiers.formUnion(batch.map(\.localIdentifier))
                }
                try keep(token)
            }

            /// - Returns: how many changes there were.
            @discardableResult
            func sync() throws -> Int {
                let library = PHPhotoLibrary.shared()
                guard let token else {
                    return try {
                        try syncAll(); return 0
                    }()
                }
                if token == library.currentChangeToken { return 0 }
                var count = 0
                do {
                    for change in try library.fetchPersistentChanges(since: token) {
                        count += 1
                        let details = try change.changeDetails(for: .asset)
                        let touched = details.insertedLocalIdentifiers.union(details.updatedLocalIdentifiers)
                        identifiers.subtract(details.deletedLocalIdentifiers.union(touched))
                        PHAsset.fetchAssets(withLocalIdentifiers: Array(touched), options: nil).enumerateObjects { asset, _, _ in
                            self.identifiers.insert(asset.localIdentifier)
                        }
                        try keep(change.changeToken)
                    }
                } catch PHPhotosError.persistentChangeTokenExpired {
                    try syncAll()
                }
                return count
            }
        }

        private var everything: Set<String> {
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            options.includeAllBurstAssets = true
            return Set(PHAsset.fetchAssets(with: options).all.map(\.localIdentifier))
        }

        @Test func aMirrorFollowsTheLibrary() throws {
            try fixture.temporary.insertRecords(50) { (Date(timeIntervalSince1970: Double($0)), $0.isMultiple(of: 3)) }
            let mirror = Mirror()
            try mirror.sync()
            #expect(mirror.identifiers == everything)
            #expect(try mirror.sync() == 0)
            let new = try fixture.save()
            let old = PHAsset.fetchAssets(with: nil).all.prefix(3)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(Array(old) as NSArray) }
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: new).isHidden = true }
            #expect(try mirror.sync() == 3)
            #expect(mirror.identifiers == everything)
            #expect(mirror.identifiers.count == 48)
            #expect(try mirror.sync() == 0)
            for seed in 9...10 {
                fixture.temporary.clock.advance(by: 200 * 86_400)
                try fixture.save("late-\(seed).jpg", seed: seed)
            }
            #expect(mirror.fullSyncs == 1)
            try mirror.sync()
            #expect(mirror.fullSyncs == 2, "too long ago: everything anew")
            #expect(mirror.identifiers == everything)
        }

        /// From any token on, the sets applied to what was there then give what is there now.
        @Test(arguments: 1...6) func replayingFromAnyTokenGivesWhatIsThereNow(_ seed: UInt64) throws {
            var random = SeededRandom(seed: seed)
            var moments: [(token: PHPersistentChangeToken, there: Set<String>, albums: Set<String>)] = []
            var trashed: [PHAsset] = []
            func there() -> Set<String> { everything.union(trashed.map(\.localIdentifier)) }
            func albums() -> [PHAssetCollection] { PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).all }
            func note() { moments.append((fixture.library.currentChangeToken, there(), Set(albums().map(\.localIdentifier)))) }
            note()
            for step in 0..<40 {
                let assets = PHAsset.fetchAssets(with: nil).all
                switch random.number(below: 7) {
                case 0, 1: try fixture.temporary.insertRecords(1 + random.number(below: 5)) { (Date(timeIntervalSince1970: Double(step * 10 + $0)), false) }
                case 2 where !assets.isEmpty:
                    let some = assets.filter { _ in random.number(below: 4) == 0 }
                    try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(some as NSArray) }
                    trashed += some
                case 3 where !trashed.isEmpty:
                    let gone = trashed.remove(at: random.number(below: trashed.count))
                    try fixture.temporary.purge([gone])
                case 4 where !assets.isEmpty:
                    let asset = assets[random.number(below: assets.count)]
                    try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
                case 5: _ = try fixture.createAlbum("Album \(step)", Array(assets.prefix(2)))
                case 6:
                    guard let album = albums().first else { break }
                    try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) }
                default: break
                }
                note()
            }
            let now = there(), albumsNow = Set(albums().map(\.localIdentifier))
            for moment in moments {
                var (assets, albums) = (moment.there, moment.albums)
                for change in try fixture.library.fetchPersistentChanges(since: moment.token) {
                    try replay(change.changeDetails(for: .asset), on: &assets)
                    try replay(change.changeDetails(for: .assetCollection), on: &albums)
                }
                #expect(assets == now)
                #expect(albums == albumsNow)
            }
        }

        private func replay(_ details: PHPersistentObjectChangeDetails, on set: inout Set<String>) throws {
            #expect(details.insertedLocalIdentifiers.isDisjoint(with: set), "what comes was not there")
            #expect(details.updatedLocalIdentifiers.isSubset(of: set), "what changes is there")
            #expect(details.deletedLocalIdentifiers.isSubset(of: set), "what goes was there")
            set.formUnion(details.insertedLocalIdentifiers)
            set.subtract(details.deletedLocalIdentifiers)
        }
    }
}
