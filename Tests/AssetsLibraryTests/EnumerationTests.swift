import AssetsLibrary
import Foundation
import Photos
import SharedWorld
import Synchronization
import Testing

extension AssetsLibraryTests {
    /// How a group's assets are counted and gone through.
    @Suite(.timeLimit(.minutes(20))) struct Enumerations {
        let world: World
        let library: ALAssetsLibrary
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
        }

        /// Every third is a video.
        private func invent(_ count: Int) throws -> [PHAsset] {
            try world.invent(count) { index, facts in
                if index % 3 == 2 { (facts.type, facts.duration, facts.filename, facts.uniformType) = (.video, 7, "IMG.MOV", "com.apple.quicktime-movie") }
            }
        }

        @Test func eachAssetComesWithItsIndexAndThenNilWithNone() async throws {
            let assets = try invent(5), group = try await library.cameraRoll()
            var history: [(String?, Int)] = []
            group.enumerateAssets { asset, index, _ in history.append((asset?.photoAsset?.localIdentifier, index)) }
            #expect(history.map(\.0) == assets.map(\.localIdentifier) + [nil])
            #expect(history.map(\.1) == [0, 1, 2, 3, 4, NSNotFound])
        }

        @Test func anEnumerationGoesBackwardsOrOverSomeIndexes() async throws {
            _ = try invent(6)
            let group = try await library.cameraRoll()
            func indexes(_ go: (@escaping ALAssetsGroupEnumerationResultsBlock) -> Void) -> [Int] {
                let found = Mutex<[Int]>([])
                go { _, index, _ in found.withLock { $0.append(index) } }
                return found.withLock { $0 }
            }
            #expect(indexes { group.enumerateAssets(options: .reverse, using: $0) } == [5, 4, 3, 2, 1, 0, NSNotFound])
            #expect(indexes { group.enumerateAssets(options: [], using: $0) } == [0, 1, 2, 3, 4, 5, NSNotFound])
            #expect(indexes { group.enumerateAssets(options: .concurrent, using: $0) }.sorted() == [0, 1, 2, 3, 4, 5, NSNotFound])
            #expect(indexes { group.enumerateAssets(at: [1, 4], options: [], using: $0) } == [1, 4, NSNotFound])
            #expect(indexes { group.enumerateAssets(at: [1, 4], options: .reverse, using: $0) } == [4, 1, NSNotFound])
            #expect(indexes { group.enumerateAssets(at: IndexSet(4..<90), options: [], using: $0) } == [4, 5, NSNotFound], "what is not there is passed over")
            #expect(indexes { group.enumerateAssets(at: nil, options: [], using: $0) } == [NSNotFound])
            group.enumerateAssets(nil)
        }

        @Test func theFlagEndsAnEnumerationWithoutALastCall() async throws {
            _ = try invent(6)
            let group = try await library.cameraRoll()
            var indexes: [Int] = []
            group.enumerateAssets { _, index, stop in
                indexes.append(index)
                if index == 2 { stop?.pointee = true }
            }
            #expect(indexes == [0, 1, 2])
        }

        /// Whoever takes the last call for the end of a whole enumeration would lose assets.
        @Test func aLibraryThatIsReleasedInTheMiddleEndsAnEnumerationAsRefused() async throws {
            _ = try invent(3)
            var library: ALAssetsLibrary? = ALAssetsLibrary()
            let group = try #require(await library?.groups(ALAssetsGroupSavedPhotos).first)
            weak let kept = library
            var history: [(String?, Int, Bool)] = []
            group.enumerateAssets { asset, index, stop in
                history.append((asset?.photoAsset?.localIdentifier, index, stop?.pointee.boolValue == true))
                guard index == 1 else { return }
                library = nil
                // The queues that found the group may let go of the library after this.
                while kept != nil { sched_yield() }
            }
            #expect(history.map(\.1) == [0, 1, NSNotFound] && history.map(\.2) == [false, false, true], "\(history)")
            #expect(history.map { $0.0 == nil } == [false, false, true] && group.numberOfAssets() == 0)
        }

        @Test func aDiskThatGoesAwayInTheMiddleEndsAnEnumerationAsRefused() async throws {
            _ = try invent(3)
            let group = try await library.cameraRoll(), temporary = world.temporary
            var history: [(Int, Bool)] = []
            group.enumerateAssets { _, index, stop in
                history.append((index, stop?.pointee.boolValue == true))
                guard index == 1 else { return }
                do { try temporary.unmount() } catch { Issue.record(error) }
            }
            #expect(history.map(\.0) == [0, 1, 2, NSNotFound] && history.map(\.1) == [false, false, false, true], "\(history)")
        }

        @Test func aFilterChangesNumberAndEnumeration() async throws {
            _ = try invent(7)
            let group = try await library.cameraRoll()
            #expect(group.numberOfAssets() == 7)
            for (filter, number) in [(ALAssetsFilter.allPhotos(), 5), (.allVideos(), 2), (.allAssets(), 7), (ALAssetsFilter(), 7), (nil, 7)] as [(ALAssetsFilter?, Int)] {
                group.setAssetsFilter(filter)
                #expect(group.numberOfAssets() == number && group.assets.count == number)
            }
            group.setAssetsFilter(.allVideos())
            #expect(group.assets.allSatisfy { $0.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypeVideo })
        }

        /// Numbers come from what the catalogue counts as it goes, assets from a search.
        @Test func filteredNumbersAreThoseOfTheEnumerationWhateverIsShown() async throws {
            let assets = try invent(12)
            try world.album("Trip", Array(assets[2..<9]))
            try world.invent(5) { index, facts in
                facts.source = .typeiTunesSynced
                if index == 0 { (facts.type, facts.duration, facts.filename, facts.uniformType) = (.video, 7, "IMG.MOV", "com.apple.quicktime-movie") }
            }
            try await PHPhotoLibrary.shared().performChanges {
                PHAssetChangeRequest(for: assets[3]).isHidden = true
                PHAssetChangeRequest.deleteAssets([assets[4], assets[5]] as NSArray)
            }
            func check(_ expected: [[Int]], _ library: ALAssetsLibrary) async {
                let groups = await library.groups(ALAssetsGroupSavedPhotos) + library.groups(ALAssetsGroupAlbum) + library.groups(ALAssetsGroupLibrary)
                let filters: [ALAssetsFilter?] = [.allPhotos(), .allVideos(), nil]
                let numbers = groups.map { (group: ALAssetsGroup) -> [Int] in
                    filters.map { (filter: ALAssetsFilter?) -> Int in
                        group.setAssetsFilter(filter)
                        #expect(group.numberOfAssets() == group.assets.count, "\(group.name)")
                        return group.numberOfAssets()
                    }
                }
                #expect(numbers == expected)
            }
            await check([[6, 3, 9], [2, 2, 4], [4, 1, 5]], library)
            world.newcomer(answered: .only([assets[0], assets[2], assets[3]]))
            await check([[1, 1, 2]], ALAssetsLibrary())
        }

        @Test func anEnumerationGoesOnWithTheFilterItBeganWith() async throws {
            _ = try invent(6)
            let group = try await library.cameraRoll()
            var count = 0
            group.enumerateAssets { asset, _, _ in
                group.setAssetsFilter(.allVideos())
                if asset != nil { count += 1 }
            }
            #expect(count == 6 && group.numberOfAssets() == 2)
        }

        @Test func numbersAndAssetsAreThoseOfNow() async throws {
            let asset = try world.save(), album = try world.album("Trip", [asset])
            let group = try #require(await library.groups(ALAssetsGroupAlbum).first), cameraRoll = try await library.cameraRoll()
            #expect(group.numberOfAssets() == 1 && cameraRoll.numberOfAssets() == 1)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets([asset]) }
            #expect(group.numberOfAssets() == 0 && cameraRoll.numberOfAssets() == 0 && group.assets.isEmpty)
            try await PHPhotoLibrary.shared().performChanges { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
            #expect(group.numberOfAssets() == 0 && group.name == "Trip")
        }

        @Test func aPosterIsTheKeyAssetsThumbnail() async throws {
            _ = try world.save()
            let group = try await library.cameraRoll(), poster = try #require(group.posterImage()).takeUnretainedValue()
            #expect(poster.width == 150 && poster.height == 150)
            try world.album("Empty")
            #expect(await library.groups(ALAssetsGroupAlbum).first?.posterImage() == nil)
        }

        @Test func aDoubleOfAnApplicationsIsEmpty() {
            // Guarded by having nothing that changes.
            final class Fake: ALAssetsGroup, @unchecked Sendable {
                override func numberOfAssets() -> Int { 3 }
            }
            let group = Fake()
            #expect(group.numberOfAssets() == 3 && group.assets.isEmpty && group.posterImage() == nil && !group.isEditable)
        }
    }
}
