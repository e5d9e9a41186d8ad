import Foundation
import Photos
import SharedWorld
import Testing

extension ClientTests {
    /// Every form of predicate that was met in 870 files of applications.
    @Suite struct PredicateHabits {
        let world: World
        let picture: PHAsset, favourite: PHAsset, hidden: PHAsset
        let live: PHAsset, shot: PHAsset, film: PHAsset

        init() throws {
            world = try World()
            let days = try world.saveDays(3)
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetChangeRequest(for: days[1]).isFavorite = true
                PHAssetChangeRequest(for: days[2]).isHidden = true
            }
            let invented = try world.invent(3) { index, facts in
                facts.creationDate = World.day(10 + index)
                if index == 0 { (facts.subtypes, facts.style) = ([.photoLive, .photoHDR], .livePhoto) }
                if index == 1 { (facts.subtypes, facts.burst, facts.representsBurst) = (.photoScreenshot, "B", true) }
                if index == 2 { (facts.type, facts.style, facts.subtypes, facts.duration) = (.video, .video, .videoTimelapse, 12.5) }
            }
            (picture, favourite, hidden) = (days[0], days[1], days[2])
            (live, shot, film) = (invented[0], invented[1], invented[2])
        }

        func found(_ predicate: NSPredicate, hidden: Bool = false) -> [PHAsset] {
            let options = PHFetchOptions()
            options.predicate = predicate
            options.includeHiddenAssets = hidden
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
            return PHAsset.fetchAssets(with: options).all
        }

        @Test func types() {
            let pictures = [picture, favourite, live, shot]
            let image = PHAssetMediaType.image.rawValue, video = PHAssetMediaType.video.rawValue
            #expect(found(NSPredicate(format: "mediaType = %d", image)) == pictures)
            #expect(found(NSPredicate(format: "mediaType == %i", image)) == pictures)
            #expect(found(NSPredicate(format: "mediaType == %ld", video)) == [film])
            #expect(found(NSPredicate(format: "mediaType != %d", video)) == pictures)
            #expect(found(NSPredicate(format: "mediaType == %d OR mediaType == %d", image, video)) == pictures + [film])
            #expect(found(NSPredicate(format: "mediaType == %d || mediaType == %d", image, video)) == pictures + [film])
            #expect(found(NSPredicate(format: "mediaType == %d && duration > 10", video)) == [film])
            #expect(found(NSPredicate(format: "mediaType IN %@", [image, video])) == pictures + [film])
            #expect(found(NSPredicate(format: "mediaType in {1, 2}")) == pictures + [film])
        }

        @Test func subtypes() {
            let liveBit = PHAssetMediaSubtype.photoLive.rawValue, shotBit = PHAssetMediaSubtype.photoScreenshot.rawValue
            #expect(found(NSPredicate(format: "(mediaSubtypes & %d) != 0", liveBit)) == [live])
            #expect(found(NSPredicate(format: "(mediaSubtype & %d) != 0", liveBit)) == [live])
            #expect(found(NSPredicate(format: "(mediaSubtypes & %d) == 0", shotBit)) == [picture, favourite, live, film])
            #expect(found(NSPredicate(format: "(mediaSubtypes & %d) > 0", shotBit)) == [shot])
            #expect(found(NSPredicate(format: "(mediaSubtypes & %d) == %d", liveBit, liveBit)) == [live])
            #expect(found(NSPredicate(format: "NOT ((mediaSubtypes & %d) != 0)", shotBit)) == [picture, favourite, live, film])
            #expect(found(NSPredicate(format: "!((mediaSubtype & %d) == %d)", shotBit, shotBit)) == [picture, favourite, live, film])
            #expect(found(NSPredicate(format: "mediaSubtype == %d", shotBit)) == [shot])
            #expect(found(NSPredicate(format: "mediaType = %d AND NOT (mediaSubtypes & %d) != 0", 1, shotBit)) == [picture, favourite, live])
        }

        @Test func dates() {
            let from = World.day(1) as NSDate, to = World.day(11) as NSDate
            #expect(found(NSPredicate(format: "creationDate > %@", from)) == [live, shot, film])
            #expect(found(NSPredicate(format: "creationDate >= %@", from)) == [favourite, live, shot, film])
            #expect(found(NSPredicate(format: "creationDate < %@", from)) == [picture])
            #expect(found(NSPredicate(format: "creationDate <= %@", from)) == [picture, favourite])
            #expect(found(NSPredicate(format: "creationDate == %@", from)) == [favourite])
            #expect(found(NSPredicate(format: "creationDate >= %@ AND creationDate <= %@", from, to)) == [favourite, live, shot])
            #expect(found(NSPredicate(format: "(creationDate >= %@) && (creationDate < %@)", from, to)) == [favourite, live])
            #expect(found(NSPredicate(format: "creationDate > %@ OR modificationDate > %@", to, to)).contains(film))
        }

        @Test func flagsNumbersAndIdentifiers() {
            #expect(found(NSPredicate(format: "isFavorite == YES")) == [favourite])
            #expect(found(NSPredicate(format: "favorite == YES")) == [favourite])
            #expect(found(NSPredicate(format: "favorite == %@", NSNumber(value: true))) == [favourite])
            #expect(found(NSPredicate(format: "isHidden == NO"), hidden: true).contains(hidden) == false)
            #expect(found(NSPredicate(format: "isHidden == false")).count == 5)
            #expect(found(NSPredicate(format: "hidden = true"), hidden: true) == [hidden])
            #expect(found(NSPredicate(format: "duration < %f", 10.0)).contains(film) == false)
            #expect(found(NSPredicate(format: "duration >= %f AND mediaType = 2", 12.5)) == [film])
            #expect(found(NSPredicate(format: "pixelWidth >= 1000")) == [live, shot, film])
            #expect(found(NSPredicate(format: "pixelWidth IN %@", [64, 4032])).count == 5)
            let one = picture.localIdentifier, two = live.localIdentifier
            #expect(found(NSPredicate(format: "localIdentifier = %@", one)) == [picture])
            #expect(found(NSPredicate(format: "localIdentifier IN %@", [one, two])) == [picture, live])
            #expect(found(NSPredicate(format: "NOT (localIdentifier IN %@)", [one, two])) == [favourite, shot, film])
            #expect(found(NSPredicate(format: "burstIdentifier != nil")) == [shot])
        }

        @Test func compounds() {
            let image = NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
            let notShot = NSPredicate(format: "NOT (mediaSubtypes & %d) != 0", PHAssetMediaSubtype.photoScreenshot.rawValue)
            #expect(found(NSCompoundPredicate(andPredicateWithSubpredicates: [image, notShot])) == [picture, favourite, live])
            #expect(found(NSCompoundPredicate(orPredicateWithSubpredicates: [image, NSPredicate(format: "duration > 0")])).count == 5)
            #expect(found(NSCompoundPredicate(notPredicateWithSubpredicate: image)) == [film])
        }

        @Test func albums() throws {
            let trip = try world.album("Trip to Graz", [picture])
            try world.album("Empty")
            func found(_ predicate: NSPredicate) -> [PHAssetCollection] {
                let options = PHFetchOptions()
                options.predicate = predicate
                options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
                return PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).all
            }
            #expect(found(NSPredicate(format: "title = %@", "Trip to Graz")) == [trip])
            #expect(found(NSPredicate(format: "localizedTitle = %@", "Trip to Graz")) == [trip])
            #expect(found(NSPredicate(format: "localizedTitle CONTAINS[cd] %@", "GRÁZ")) == [trip])
            #expect(found(NSPredicate(format: "estimatedAssetCount > 0")) == [trip])
            let recent = PHFetchOptions()
            recent.sortDescriptors = [NSSortDescriptor(key: "endDate", ascending: false), NSSortDescriptor(key: "title", ascending: true)]
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: recent).firstObject == trip)
        }
    }
}
