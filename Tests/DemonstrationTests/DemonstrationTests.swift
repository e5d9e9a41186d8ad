import DemonstrationMessages
import Foundation
import LibraryEngine
import Metadata
import Photos
import Pixels
import Testing
@testable import Demonstration

/// One small demonstration that all tests look at.
private enum Sample {
    static let made = Result { try World(photos: 40) }

    final class World: Sendable {
        let folder: URL, url: URL
        let story: Story
        let summary: DemonstrationSummary
        let library: PHPhotoLibrary

        init(photos: Int) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "demonstration-\(UUID().uuidString)")
            url = folder.appending(path: "Demo.photolibrary")
            summary = try Demonstration.make(at: url, photos: photos, seed: 5, longestSide: 288)
            story = Story(photos: photos, seed: 5, longestSide: 288)
            library = PHPhotoLibrary(session: LibrarySession(try PhotoLibrary.open(at: url, environment: .process)))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func assets(_ format: String? = nil, _ arguments: [Any] = []) -> [PHAsset] {
            let options = PHFetchOptions()
            (options.photoLibrary, options.includeHiddenAssets, options.includeAllBurstAssets) = (library, true, true)
            options.predicate = format.map { NSPredicate(format: $0, argumentArray: arguments) }
            return PHAsset.fetchAssets(with: options).array
        }

        func deleted() -> [PHAsset] {
            let options = PHFetchOptions()
            options.photoLibrary = library
            return PHAsset.fetchRecentlyDeletedAssets(with: options).array
        }

        func asset(of shot: Shot) throws -> PHAsset {
            try #require(
                (assets()
                    + deleted()).first { $0.value(forKey: "filename") as? String == shot.filename })
        }
        func shot(_ kind: Shot.Kind) throws -> Shot { try #require(story.shots.first { $0.kind == kind }) }
    }
}

extension PHFetchResult<PHAsset> {
    fileprivate var array: [PHAsset] { (0..<count).map { object(at: $0) } }
}

@Suite struct DemonstrationTests {
    private let world: Sample.World

    init() throws { world = try Sample.made.get() }

    @Test func asManyAssetsAsWereAskedFor() throws {
        let all = world.assets() + world.deleted()
        #expect(all.count { $0.mediaType == .image } == 40 && world.summary.photos == 40)
        #expect(all.count { $0.mediaType == .video } == world.summary.videos && world.summary.videos >= 2)
        #expect(all.count == world.story.shots.count)
    }

    @Test func datesPlacesAndWordsSurviveTheImport() throws {
        for shot in world.story.shots {
            let asset = try world.asset(of: shot)
            let date = try #require(asset.creationDate, "\(shot.filename)")
            // A screenshot's and a film's date have whole seconds.
            let slack = shot.kind == .screenshot || shot.kind == .video ? 1.0 : 0.0011
            #expect(abs(date.timeIntervalSince1970 - shot.moment) <= slack, "\(shot.filename): \(date)")
            if shot.place != nil {
                let place = try #require(asset.location?.coordinate, "\(shot.filename)")
                #expect(abs(place.latitude - shot.latitude) < 0.0002 && abs(place.longitude - shot.longitude) < 0.0002, "\(shot.filename)")
            } else {
                #expect(asset.location == nil, "\(shot.filename)")
            }
            #expect(asset.value(forKey: "title") as? String == shot.title, "\(shot.filename)")
            #expect(asset.value(forKey: "caption") as? String == shot.caption, "\(shot.filename)")
            let keywords = asset.value(forKey: "keywords") as? [String] ?? []
            #expect(Set(keywords).subtracting(["best"]) == Set(shot.keywords), "\(shot.filename)")
            if shot.kind != .screenshot {
                #expect(asset.value(forKey: "cameraModel") as? String == shot.camera.model, "\(shot.filename)")
            }
        }
    }

    @Test func picturesStandUprightHoweverTheyAreStored() throws {
        #expect(Set(world.story.shots.map(\.orientation)).count > 1, "some are stored lying")
        for shot in world.story.shots where shot.kind != .video {
            let asset = try world.asset(of: shot)
            #expect(asset.pixelWidth == shot.width && asset.pixelHeight == shot.height, "\(shot.filename)")
        }
    }

    @Test func aLivePhotoHasItsFilm() throws {
        let asset = try world.asset(of: try world.shot(.live))
        #expect(asset.mediaSubtypes.contains(.photoLive) && asset.playbackStyle == .livePhoto)
        #expect(PHAssetResource.assetResources(for: asset).contains { $0.type == .pairedVideo })
    }

    @Test func aBurstIsOne() throws {
        let frames = world.assets("burstIdentifier != nil")
        #expect(frames.count == 5 && Set(frames.map(\.burstIdentifier)).count == 1)
        #expect(frames.count { $0.representsBurst } == 1)
    }

    @Test func panoramasScreenshotsRawsAndEditsAreWhatTheyAre() throws {
        #expect(try world.asset(of: try world.shot(.panorama)).mediaSubtypes == .photoPanorama)
        #expect(try world.asset(of: try world.shot(.screenshot)).mediaSubtypes == .photoScreenshot)
        let raw = PHAssetResource.assetResources(for: try world.asset(of: try world.shot(.raw)))
        #expect(raw.map(\.type) == [.photo, .alternatePhoto] && raw.last?.uniformTypeIdentifier == "com.adobe.raw-image")
        let edited = try world.asset(of: try world.shot(.edited))
        #expect(edited.hasAdjustments && PHAssetResource.assetResources(for: edited).contains { $0.type == .fullSizePhoto })
    }

    @Test func filmsPlay() throws {
        let asset = try world.asset(of: try world.shot(.video))
        #expect(asset.duration > 0.9 && asset.pixelWidth > 0)
        #expect(asset.mediaSubtypes == [])
    }

    @Test func itIsInOrder() throws {
        let favorites = world.assets("favorite == YES")
        #expect(favorites.count >= 2 && favorites.allSatisfy { ($0.value(forKey: "keywords") as? [String] ?? []).contains("best") })
        #expect(!world.assets("hidden == YES").isEmpty && !world.deleted().isEmpty)
        let options = PHFetchOptions()
        options.photoLibrary = world.library
        let top = PHCollectionList.fetchTopLevelUserCollections(with: options)
        let titles = (0..<top.count).compactMap { top.object(at: $0).localizedTitle }
        #expect(titles.contains("Best of ten years") && titles.contains("Journeys"))
    }

    @Test func nothingIsLeftBesideIt() throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == ["Demo.photolibrary"])
        let marker = try #require(Demonstration.marker(at: world.url))
        #expect(marker.photos == 40 && marker.seed == 5)
    }
}
