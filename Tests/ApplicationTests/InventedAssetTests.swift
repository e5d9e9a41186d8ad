#if OPENPHOTOKIT
    import Foundation
    import Photos
    import SharedWorld
    import Testing

    extension ApplicationTests {
        /// Facts that no application can make: bursts, edits made elsewhere, other sources.
        @Suite struct InventedAssets {
            let world: World
            init() throws { world = try World() }

            /// Five frames: the first stands for all, the second was picked by the camera, the third by the user.
            func burst() throws -> [PHAsset] {
                try world.invent(5) { index, facts in
                    facts.burst = "B-1"
                    facts.representsBurst = index == 0
                    if index == 1 { facts.picks = .autoPick }
                    if index == 2 { facts.picks = [.userPick] }
                }
            }

            @Test func aBurstShowsItsRepresentativeAndTheUsersPicks() throws {
                let frames = try burst()
                #expect(frames.map(\.burstIdentifier) == Array(repeating: "B-1", count: 5))
                #expect(frames.map(\.representsBurst) == [true, false, false, false, false])
                #expect(frames.map(\.burstSelectionTypes) == [[], .autoPick, .userPick, [], []])
                #expect(PHAsset.fetchAssets(with: nil).all == [frames[0], frames[2]])
                #expect(PHAsset.fetchAssets(withBurstIdentifier: "B-1", options: nil).all == [frames[0], frames[2]])
                let everything = options { $0.includeAllBurstAssets = true }
                #expect(PHAsset.fetchAssets(withBurstIdentifier: "B-1", options: everything).count == 5)
                #expect(PHAsset.fetchAssets(with: everything).all == frames)
                #expect(PHAsset.fetchAssets(withBurstIdentifier: "B-2", options: everything).count == 0)
            }

            @Test func whereTheFrameGoesThatStoodForABurstTheNextOneDoes() throws {
                let frames = try world.invent(3) { index, facts in
                    facts.burst = "B-1"
                    facts.representsBurst = index == 0
                }
                let library = PHPhotoLibrary.shared()
                func shown() -> [PHAsset] { PHAsset.fetchAssets(with: nil).all }
                try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([frames[1]] as NSFastEnumeration) }
                #expect(shown() == [frames[0]], "another than the one that is shown")
                try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([frames[0]] as NSFastEnumeration) }
                #expect(shown() == [frames[2]])
                #expect(shown().map(\.representsBurst) == [true])
                try library.performChangesAndWait { PHAssetChangeRequest.restoreAssets([frames[0], frames[1]] as NSFastEnumeration) }
                #expect(shown() == [frames[0]], "it is the earliest again")
                try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(frames as NSFastEnumeration) }
                #expect(shown().isEmpty)
            }

            @Test func thePickedFramesOfABurstAreShownAndTheEarliestOfThemStandsForIt() throws {
                let frames = try world.invent(4) { index, facts in
                    facts.burst = "B-1"
                    facts.representsBurst = index == 0
                }
                let alone = try world.invent(1) { _, _ in }
                let library = PHPhotoLibrary.shared()
                func shown() -> [PHAsset] { PHAsset.fetchAssets(with: nil).all.filter { $0.burstIdentifier != nil } }
                func pick(_ picked: Bool, _ frames: PHAsset...) throws {
                    try library.performChangesAndWait { for frame in frames { PHAssetChangeRequest(for: frame).isBurstPick = picked } }
                }
                try pick(true, frames[3], frames[2])
                #expect(shown() == [frames[2], frames[3]])
                #expect(shown().map(\.representsBurst) == [true, false])
                #expect(shown().map { $0.burstSelectionTypes.contains(.userPick) } == [true, true])
                try pick(false, frames[2])
                #expect(shown() == [frames[3]] && shown()[0].representsBurst)
                try pick(false, frames[3])
                #expect(shown() == [frames[0]] && shown()[0].representsBurst)
                let all = PHAsset.fetchAssets(withBurstIdentifier: "B-1", options: options { $0.includeAllBurstAssets = true }).all
                #expect(!all.contains { $0.burstSelectionTypes.contains(.userPick) })
                let error = #expect(throws: PHPhotosError.self) { try pick(true, frames[1], alone[0]) }
                #expect(error?.code == .requestNotSupportedForAsset)
                #expect(shown() == [frames[0]], "nothing of the block was done")
            }

            @Test func fetchesOfTheWholeLibraryMeanTheUsersOwn() throws {
                let assets = try world.invent(3) { index, facts in
                    facts.source = [PHAssetSourceType.typeUserLibrary, .typeCloudShared, .typeiTunesSynced][index]
                }
                #expect(assets.map(\.sourceType) == [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced])
                #expect(assets.map(\.isSyncFailureHidden) == [false, false, false], "always false")
                #expect(PHAsset.fetchAssets(with: nil).all == [assets[0]])
                #expect(PHAsset.fetchAssets(with: .image, options: nil).all == [assets[0]])
                #expect(PHAsset.fetchAssets(with: options { $0.includeAssetSourceTypes = .typeCloudShared }).all == [assets[1]])
                let both = options { $0.includeAssetSourceTypes = [.typeUserLibrary, .typeiTunesSynced] }
                #expect(PHAsset.fetchAssets(with: both).all == [assets[0], assets[2]])
            }

            @Test func syncedAssetsCanBeNeitherEditedNorDeleted() throws {
                let asset = try #require(try world.invent { _, facts in facts.source = .typeiTunesSynced }.first)
                #expect([PHAssetEditOperation.delete, .content, .properties].map { asset.canPerform($0) } == [false, false, false])
                let error = #expect(throws: PHPhotosError.self) {
                    try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSFastEnumeration) }
                }
                #expect(error?.code == .changeNotSupported)
                #expect(PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).count == 1)
            }

            @Test func anEditIsNamed() throws {
                let asset = try #require(
                    try world.invent { _, facts in
                        facts.adjustmentFormat = "com.example.sepia"
                        facts.adjustmentDate = World.day(9)
                    }.first)
                #expect(asset.hasAdjustments)
                #expect(asset.adjustmentFormatIdentifier == "com.example.sepia")
                #expect(asset.adjustmentsState == .userAdjusted)
                #expect(asset.adjustmentTimestamp == World.day(9))
            }

            @Test func subtypesAndStylesAreKept() throws {
                let kinds: [(PHAssetMediaType, PHAssetMediaSubtype, PHAsset.PlaybackStyle)] = [
                    (.image, [.photoLive, .photoHDR], .livePhoto), (.image, .photoAnimation, .imageAnimated), (.video, .videoTimelapse, .video),
                    (.video, [], .videoLooping), (.audio, [], .unsupported),
                ]
                let assets = try world.invent(kinds.count) { index, facts in (facts.type, facts.subtypes, facts.style) = kinds[index] }
                #expect(assets.map(\.mediaType) == kinds.map(\.0))
                #expect(assets.map(\.mediaSubtypes) == kinds.map(\.1))
                #expect(assets.map(\.playbackStyle) == kinds.map(\.2))
                let found = PHAsset.fetchAssets(
                    with: options {
                        $0.predicate = NSPredicate(format: "(mediaSubtypes & %d) != 0", PHAssetMediaSubtype.photoHDR.rawValue)
                    })
                #expect(found.all == [assets[0]])
            }
        }
    }
#endif
