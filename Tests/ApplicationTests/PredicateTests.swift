import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// The keys that the page of `PHFetchOptions` lists, for each class of objects.
    @Suite struct FetchKeys {
        let world: World
        init() throws { world = try World() }

        func found(_ format: String, _ arguments: [Any] = []) -> [PHAsset] {
            PHAsset.fetchAssets(
                with: options {
                    $0.includeHiddenAssets = true
                    $0.predicate = NSPredicate(format: format, argumentArray: arguments)
                }
            ).all
        }

        @Test func everyKeyOfAssetsWorksInAPredicate() throws {
            let days = try world.saveDays(4)
            world.wait(60)
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetChangeRequest(for: days[1]).isFavorite = true
                PHAssetChangeRequest(for: days[2]).isHidden = true
            }
            #expect(found("SELF == %@", [days[3]]) == [days[3]])
            #expect(found("SELF IN %@", [[days[0], days[3]]]) == [days[0], days[3]])
            #expect(found("localIdentifier == %@", [days[0].localIdentifier]) == [days[0]])
            #expect(found("localIdentifier IN %@", [[days[0].localIdentifier, days[2].localIdentifier]]) == [days[0], days[2]])
            #expect(found("creationDate >= %@ AND creationDate < %@", [World.day(1), World.day(3)]) == [days[1], days[2]])
            #expect(found("modificationDate > %@", [world.now.addingTimeInterval(-30)]) == [days[1], days[2]])
            #expect(found("mediaType == %d", [PHAssetMediaType.image.rawValue]).count == 4)
            #expect(found("mediaSubtypes == 0").count == 4)
            #expect(found("duration == 0").count == 4)
            #expect(found("pixelWidth > pixelHeight").count == 4)
            #expect(found("pixelWidth >= 64 AND pixelHeight <= 48").count == 4)
            #expect(found("favorite == YES") == [days[1]])
            #expect(found("isFavorite == true") == [days[1]])
            #expect(found("hidden == YES") == [days[2]])
            #expect(found("isHidden == NO").count == 3)
            #expect(found("burstIdentifier == nil").count == 4)
        }

        @Test func everyKeyOfAssetsSorts() throws {
            let days = try world.saveDays(3)
            world.wait(60)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: days[1]).isFavorite = true }
            func sorted(_ key: String, _ ascending: Bool) -> [PHAsset] {
                PHAsset.fetchAssets(with: options { $0.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)] }).all
            }
            #expect(sorted("creationDate", true) == days)
            #expect(sorted("creationDate", false) == days.reversed())
            #expect(sorted("modificationDate", true).last == days[1])
            #expect(sorted("favorite", false).first == days[1])
            #expect(sorted("isFavorite", true).last == days[1])
            #expect(sorted("localIdentifier", true) == days.sorted { $0.localIdentifier < $1.localIdentifier })
            for key in ["mediaType", "mediaSubtypes", "duration", "pixelWidth", "pixelHeight", "hidden", "burstIdentifier"] {
                #expect(Set(sorted(key, true)) == Set(days), "\(key)")
            }
        }

        @Test func everyKeyOfAlbumsWorks() throws {
            let days = try world.saveDays(3)
            let long = try world.album("Long", days), short = try world.album("Short", [days[2]]), empty = try world.album("Empty")
            func found(_ format: String, _ arguments: [Any] = []) -> [PHAssetCollection] {
                PHAssetCollection.fetchAssetCollections(
                    with: .album, subtype: .any,
                    options: options {
                        $0.predicate = NSPredicate(format: format, argumentArray: arguments)
                        $0.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
                    }
                ).all
            }
            #expect(found("title = %@", ["Long"]) == [long])
            #expect(found("localizedTitle = %@", ["Short"]) == [short])
            #expect(found("localizedTitle CONTAINS[cd] %@", ["o"]) == [long, short])
            #expect(found("localIdentifier == %@", [empty.localIdentifier]) == [empty])
            #expect(found("estimatedAssetCount > 0") == [long, short])
            #expect(found("startDate <= %@", [World.day(0)]) == [long])
            #expect(found("endDate >= %@", [World.day(2)]) == [long, short])
        }

        @Test func everyKeyOfFoldersWorks() throws {
            let work = try world.list("Work"), home = try world.list("Home")
            func found(_ format: String, _ arguments: [Any] = []) -> [PHCollectionList] {
                PHCollectionList.fetchCollectionLists(
                    with: .folder, subtype: .regularFolder,
                    options: options {
                        $0.predicate = NSPredicate(format: format, argumentArray: arguments)
                        $0.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
                    }
                ).all
            }
            #expect(found("title = %@", ["Work"]) == [work])
            #expect(found("localizedTitle != %@", ["Work"]) == [home])
            #expect(found("localIdentifier IN %@", [[work.localIdentifier, home.localIdentifier]]) == [home, work])
        }
    }
}
