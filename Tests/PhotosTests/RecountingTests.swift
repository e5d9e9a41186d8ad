import Catalog
import PhotoModel
import Photos
import PhotosTesting
import Query
import TestSupport
import Testing
@testable import LibraryEngine

extension ClientTests {
    /// Random histories: after every block of changes, what collections say of their numbers and dates is what a walk through the assets finds.
    @Suite struct Recounting {
        private enum Step: Sendable {
            case favorite(PHAsset), hidden(PHAsset), date(PHAsset, Date?), place(PHAsset, CLLocation?)
            case delete([PHAsset]), restore([PHAsset]), purge([PHAsset])
            case add([PHAsset], PHAssetCollection), remove([PHAsset], PHAssetCollection), create(String, [PHAsset]), drop(PHAssetCollection)

            func request() {
                switch self {
                case .favorite(let asset): PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
                case .hidden(let asset): PHAssetChangeRequest(for: asset).isHidden = !asset.isHidden
                case .date(let asset, let date): PHAssetChangeRequest(for: asset).creationDate = date
                case .place(let asset, let place): PHAssetChangeRequest(for: asset).location = place
                case .delete(let assets): PHAssetChangeRequest.deleteAssets(assets as NSFastEnumeration)
                case .restore(let assets): PHAssetChangeRequest.restoreAssets(assets as NSFastEnumeration)
                case .purge(let assets): PHAssetChangeRequest.purgeAssets(assets as NSFastEnumeration)
                case .add(let assets, let album): PHAssetCollectionChangeRequest(for: album)?.addAssets(assets as NSFastEnumeration)
                case .remove(let assets, let album): PHAssetCollectionChangeRequest(for: album)?.removeAssets(assets as NSFastEnumeration)
                case .create(let title, let assets):
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title).addAssets(assets as NSFastEnumeration)
                case .drop(let album): PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSFastEnumeration)
                }
            }
        }

        /// Hidden ones, every frame of a burst and others' assets too.
        private var everything: PHFetchOptions {
            let options = PHFetchOptions()
            (options.includeHiddenAssets, options.includeAllBurstAssets) = (true, true)
            options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
            return options
        }

        /// Records of every kind that a smart album asks for, in three bursts, some of them others'.
        private func fill(_ fixture: Fixture, _ count: Int, _ random: inout SeededRandom) throws {
            let library = fixture.temporary.library
            try library.catalog.write(author: "test") { writer in
                for index in 0..<count {
                    let isVideo = index % 4 == 0
                    var record = AssetRecord(
                        uuid: library.environment.makeUUID(), mediaType: isVideo ? .video : .image,
                        addedDate: fixture.temporary.clock.now.timeIntervalSinceReferenceDate - Double(index) * 86_400,
                        filename: "\(index)", uniformType: index % 9 == 0 ? "com.adobe.raw-image" : "public.jpeg")
                    let subtypes: [UInt] = [0, 0, 1, 4, 8, 16, 1_024, 131_072, 262_144, 524_288, 2_097_152]
                    record.mediaSubtypes = MediaSubtypes(rawValue: subtypes.randomElement(using: &random) ?? 0)
                    (record.playbackStyle, record.playbackVariation) = (index % 7 == 0 ? .imageAnimated : isVideo ? .video : .image, index % 5 == 0 ? .longExposure : .none)
                    record.creationDate = index % 11 == 0 ? nil : Double(Int.random(in: 0..<60, using: &random)) * 7_200.5
                    record.creationOffset = index % 3 == 0 ? 34_200 : nil
                    (record.sourceType, record.isFrontFacing) = (index % 10 == 3 ? .cloudShared : .userLibrary, index % 6 == 0)
                    if index % 3 == 1 {
                        record.burstIdentifier = "burst \(index % 2)"
                        (record.representsBurst, record.burstSelectionTypes) = (index % 4 == 0, BurstSelectionTypes(rawValue: UInt(index / 3 % 4)))
                    }
                    _ = try writer.insert(record, resources: [])
                }
            }
        }

        /// No asset and no album is in two steps of a block, so that none of them is refused.
        private func steps(_ random: inout SeededRandom) -> [Step] {
            var living = PHAsset.fetchAssets(with: everything).all.filter { $0.sourceType == .typeUserLibrary }.shuffled(using: &random)
            var trashed = PHAsset.fetchRecentlyDeletedAssets(with: nil).all.shuffled(using: &random)
            var albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: nil).all.shuffled(using: &random)
            func draw<Object>(_ deck: inout [Object], _ count: Int) -> [Object] {
                let drawn = Array(deck.suffix(count))
                deck.removeLast(drawn.count)
                return drawn
            }
            return (0..<Int.random(in: 1...6, using: &random)).compactMap { _ -> Step? in
                let kind = Int.random(in: 0..<12, using: &random), size = Int.random(in: 1...4, using: &random)
                switch kind {
                case 0, 1: return draw(&living, 1).first.map { .favorite($0) }
                case 2: return draw(&living, 1).first.map { .hidden($0) }
                case 3:
                    let date = size == 4 ? nil : Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<60, using: &random)) * 7_200.5)
                    return draw(&living, 1).first.map { .date($0, date) }
                case 4:
                    let place = size == 4 ? nil : CLLocation(latitude: Double(size) / 100, longitude: 179.999)
                    return draw(&living, 1).first.map { .place($0, place) }
                case 5, 6: return .delete(draw(&living, size))
                case 7: return .restore(draw(&trashed, size))
                case 8: return .purge(draw(&trashed, 1))
                case 9: return draw(&albums, 1).first.map { .add(draw(&living, size * 2), $0) }
                case 10:
                    return draw(&albums, 1).first.map { album in
                        let members = PHAsset.fetchAssets(in: album, options: everything).all
                        return .remove(Array(members.shuffled(using: &random).prefix(size)), album)
                    }
                default: return albums.count > 4 ? draw(&albums, 1).first.map { .drop($0) } : .create("Album", draw(&living, size))
                }
            }
        }

        /// What a fetch with default options must find in a smart album, by the assets' own properties; `nil` where they don't tell.
        private func belongs(_ asset: PHAsset, to album: PHAssetCollectionSubtype) -> Bool? {
            switch album {
            case .smartAlbumPanoramas: asset.mediaSubtypes.contains(.photoPanorama)
            case .smartAlbumVideos: asset.mediaType == .video
            case .smartAlbumFavorites: asset.isFavorite
            case .smartAlbumTimelapses: asset.mediaSubtypes.contains(.videoTimelapse)
            case .smartAlbumBursts: asset.burstIdentifier != nil
            case .smartAlbumSlomoVideos: asset.mediaSubtypes.contains(.videoHighFrameRate)
            case .smartAlbumUserLibrary: true
            case .smartAlbumScreenshots: asset.mediaSubtypes.contains(.photoScreenshot)
            case .smartAlbumDepthEffect: asset.mediaSubtypes.contains(.photoDepthEffect)
            case .smartAlbumLivePhotos: asset.mediaSubtypes.contains(.photoLive)
            case .smartAlbumAnimated: asset.playbackStyle == .imageAnimated
            case .smartAlbumLongExposures: asset.playbackVariation == .longExposure
            case .smartAlbumRAW: (asset.value(forKey: "uniformTypeIdentifier") as? String)?.hasSuffix("raw-image") ?? false
            case .smartAlbumCinematic: asset.mediaSubtypes.contains(.videoCinematic)
            case .smartAlbumSpatial: asset.mediaSubtypes.contains(.spatialMedia)
            case .smartAlbumScreenRecordings: asset.mediaSubtypes.contains(.videoScreenRecording)
            default: nil
            }
        }

        private func isShown(_ asset: PHAsset) -> Bool {
            !asset.isHidden && (asset.burstIdentifier == nil || asset.representsBurst || asset.burstSelectionTypes.contains(.userPick))
        }

        private func recount(_ label: String) {
            let all = PHAsset.fetchAssets(with: everything).all
            let listed = all.filter { isShown($0) && $0.sourceType == .typeUserLibrary }
            func compare(_ result: PHFetchResult<PHAsset>, _ expected: [PHAsset]?, _ name: String) {
                let members = result.all
                if let expected { #expect(Set(members) == Set(expected) && members.count == expected.count, "\(name), \(label)") }
                for type in [PHAssetMediaType.unknown, .image, .video, .audio] {
                    #expect(result.countOfAssets(with: type) == members.count { $0.mediaType == type }, "\(name), type \(type.rawValue), \(label)")
                }
            }
            func compare(_ collection: PHAssetCollection, _ expected: [PHAsset]?, hasDates: Bool = true) {
                let name = "\(collection.assetCollectionType) \(collection.localizedTitle ?? "")"
                let result = PHAsset.fetchAssets(in: collection, options: nil), dates = result.all.compactMap(\.creationDate)
                compare(result, expected, name)
                #expect(collection.estimatedAssetCount == result.all.count, "\(name), \(label)")
                let span = hasDates ? (dates.min(), dates.max()) : (nil, nil)
                #expect((collection.startDate, collection.endDate) == span, "\(name), \(label)")
            }

            compare(PHAsset.fetchAssets(with: nil), listed, "library")
            for album in PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil).all {
                let subtype = album.assetCollectionSubtype
                let isKnown = all.first.map { belongs($0, to: subtype) != nil } ?? false
                compare(album, isKnown ? listed.filter { belongs($0, to: subtype) == true } : nil, hasDates: subtype != .smartAlbumRecentlyAdded)
            }
            for album in PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).all {
                compare(album, PHAsset.fetchAssets(in: album, options: everything).all.filter(isShown))
            }
            let moments = PHAssetCollection.fetchMoments(with: nil).all
            for moment in moments { compare(moment, nil) }
            let inMoments = moments.flatMap { PHAsset.fetchAssets(in: $0, options: nil).all }
            #expect(inMoments == PHAsset.fetchAssets(with: nil).all.filter { $0.creationDate != nil }, "moments, \(label)")
            for kind in [PHCollectionListSubtype.momentListYear, .momentListCluster] {
                let lists = PHCollectionList.fetchMomentLists(with: kind, options: nil).all
                #expect(lists.flatMap { PHAssetCollection.fetchMoments(inMomentList: $0, options: nil).all } == moments, "moment lists, \(label)")
            }
        }

        @Test(arguments: [1, 2, 3] as [UInt64]) func countsEqualRecountedOnes(_ seed: UInt64) throws {
            var random = SeededRandom(seed: seed)
            let fixture = try Fixture()
            let library = fixture.temporary.library
            try fill(fixture, 60, &random)
            let all = PHAsset.fetchAssets(with: everything).all
            let own = all.filter { $0.sourceType == .typeUserLibrary }
            for number in 0..<3 { _ = try fixture.createAlbum("Album \(number)", own.suffix(10 + number)) }
            _ = try fixture.temporary.insertAlbum(.albumCloudShared, title: "Shared", Array(all.prefix(25)))
            recount("seed \(seed), to begin with")
            for batch in 0..<20 {
                fixture.temporary.clock.advance(by: 43_200)
                let planned = steps(&random)
                try fixture.library.performChangesAndWait { for step in planned { step.request() } }
                if batch % 3 == 2 {
                    // Picks and representatives in every combination, those that no request makes among them.
                    try library.catalog.write(author: "test") { writer in
                        var frames = AssetQuery(scope: .burst("burst \(batch % 2)"))
                        (frames.includesHidden, frames.includesAllBursts) = (true, true)
                        for id in Array(try writer.assetIDs(frames)).shuffled(using: &random).prefix(3) {
                            let picks = UInt.random(in: 0..<4, using: &random), isBest = Bool.random(using: &random)
                            try writer.update(assetID: id) { ($0.burstSelectionTypes, $0.representsBurst) = (BurstSelectionTypes(rawValue: picks), isBest) }
                        }
                    }
                }
                recount("seed \(seed), after block \(batch)")
            }
        }
    }
}
