import Foundation
import PhotosUI
import SharedWorld
import Testing

extension PhotosUITests {
    @Suite struct Configuration {
        let world: World
        init() throws { world = try World() }

        @Test func whatIsNotSaidIsAsDocumented() {
            let configuration = PHPickerConfiguration()
            #expect(configuration.preferredAssetRepresentationMode == .automatic && configuration.selection == .default && configuration.selectionLimit == 1)
            #expect(configuration.filter == nil && configuration.preselectedAssetIdentifiers.isEmpty && configuration.mode == .default)
            #expect(configuration.disabledCapabilities.isEmpty && configuration.metadataOptions.isEmpty && configuration.searchText == nil)
            #expect(configuration.edgesWithoutContentMargins.isEmpty)
            let update = PHPickerConfiguration.Update()
            #expect(update.selectionLimit == nil && update.searchText == nil && update.edgesWithoutContentMargins == nil && update == .init())
        }

        @Test func configurationsAreValues() {
            let library = PHPhotoLibrary.shared()
            var one = PHPickerConfiguration(photoLibrary: library), other = one
            #expect(one == other && Set([one, other]).count == 1 && one != PHPickerConfiguration())
            let changes: [(inout PHPickerConfiguration) -> Void] = [
                { $0.preferredAssetRepresentationMode = .current }, { $0.selection = .continuousAndOrdered }, { $0.selectionLimit = 9 }, { $0.filter = .images },
                { $0.preselectedAssetIdentifiers = ["a"] }, { $0.mode = .compact }, { $0.disabledCapabilities = .search }, { $0.metadataOptions = .removeLocation },
                { $0.searchText = PHPickerSearchText("sea") }, { $0.edgesWithoutContentMargins = .top },
            ]
            for change in changes {
                other = one
                change(&other)
                #expect(one != other)
                change(&one)
                #expect(one == other)
            }
            #expect(one.searchText == PHPickerSearchText("sea") && one.searchText != PHPickerSearchText("lake") && one.searchText?.string == "sea")
            var update = PHPickerConfiguration.Update()
            (update.selectionLimit, update.searchText, update.edgesWithoutContentMargins) = (3, PHPickerSearchText("x"), .bottom)
            #expect(update != .init() && update.selectionLimit == 3 && update.searchText == PHPickerSearchText("x"))
        }

        @Test func choicesAreToldApart() {
            let modes: Set<PHPickerConfiguration.AssetRepresentationMode> = [.automatic, .current, .compatible]
            let selections: Set<PHPickerConfiguration.Selection> = [.default, .ordered, .continuous, .continuousAndOrdered]
            #expect(modes.count == 3 && selections.count == 4 && PHPickerMode.default != PHPickerMode.compact)
            #expect(Set([PHPickerMode.default, .compact, .compact]).count == 2)
        }

        @Test func numbersAreThoseOfObjectiveC() {
            let representations: [PHPickerConfigurationAssetRepresentationMode] = [.automatic, .current, .compatible]
            #expect(representations.map(\.rawValue) == [0, 1, 2] && PHPickerConfigurationAssetRepresentationMode(rawValue: 2) == .compatible)
            #expect(PHPickerConfigurationAssetRepresentationMode(rawValue: 3) == nil)
            let selections: [PHPickerConfigurationSelection] = [.default, .ordered, .continuous, .continuousAndOrdered]
            #expect(selections.map(\.rawValue) == [0, 1, 2, 3] && PHPickerConfigurationSelection(rawValue: 1) == .ordered)
            #expect(PHPickerConfigurationSelection(rawValue: 4) == nil)
            let capabilities: [PHPickerCapabilities] = [.search, .stagingArea, .collectionNavigation, .selectionActions, .sensitivityAnalysisIntervention]
            #expect(capabilities.map(\.rawValue) == [1, 2, 4, 8, 16] && PHPickerCapabilities(rawValue: 3) == [.search, .stagingArea])
            let metadata: [PHPickerMetadataOptions] = [.removeLocation, .removeCaptions]
            #expect(metadata.map(\.rawValue) == [1, 2] && PHPickerMetadataOptions(rawValue: 3) == [.removeLocation, .removeCaptions])
            let edges: [NSDirectionalRectEdge] = [.top, .leading, .bottom, .trailing]
            #expect(edges.map(\.rawValue) == [1, 2, 4, 8] && NSDirectionalRectEdge.all.rawValue == 15)
        }

        @Test func numbersOfLivePhotosAreThoseOfObjectiveC() {
            let styles: [PHLivePhotoViewPlaybackStyle] = [.undefined, .full, .hint], modes: [PHLivePhotoViewContentMode] = [.aspectFit, .aspectFill]
            #expect(styles.map(\.rawValue) == [0, 1, 2] && PHLivePhotoViewPlaybackStyle(rawValue: 3) == nil && PHLivePhotoViewPlaybackStyle(rawValue: 2) == .hint)
            #expect(modes.map(\.rawValue) == [0, 1] && PHLivePhotoViewContentMode(rawValue: 2) == nil && PHLivePhotoViewContentMode(rawValue: 1) == .aspectFill)
            let badges: [PHLivePhotoBadgeOptions] = [.overContent, .liveOff]
            #expect(badges.map(\.rawValue) == [1, 2] && PHLivePhotoBadgeOptions(rawValue: 3) == [.overContent, .liveOff])
        }

        @Test func aSharedAlbumIsDescribed() {
            let library = PHPhotoLibrary.shared()
            var configuration = PHSharedAlbumCreationConfiguration(photoLibrary: library)
            #expect(configuration.photoLibrary === library && configuration.defaultTitle == nil && configuration.defaultPolicy == .private)
            let before = configuration
            (configuration.defaultTitle, configuration.defaultPolicy) = ("Summer", .public)
            #expect(configuration != before && Set([configuration, before, before]).count == 2)
            #expect([PHSharedAlbumCreationSharingPolicy.private, .public].map(\.rawValue) == [0, 1])
            #expect(PHSharedAlbumCreationSharingPolicy(rawValue: 2) == nil && PHSharedAlbumCreationSharingPolicy(rawValue: 1) == .public)
            let made = PHSharedAlbumCreationResult(albumIdentifier: "album", albumURL: URL(string: "http://localhost/album"))
            #expect(made.albumIdentifier == "album" && made.albumURL?.path == "/album" && made.error == nil)
            let failed = PHSharedAlbumCreationResult(error: PHPhotosError(.notEnoughSpace))
            #expect(failed.albumIdentifier == nil && failed.albumURL == nil && (failed.error as NSError?)?.code == 3305)
            #expect(made != failed && made == PHSharedAlbumCreationResult(albumIdentifier: "album", albumURL: made.albumURL))
        }

        // MARK: Filters

        private static let kinds: [(PHPickerFilter, String, @Sendable (inout Invented) -> Void)] = [
            (.images, "images", { _ in }), (.videos, "videos", { ($0.type, $0.style) = (.video, .video) }),
            (.livePhotos, "livePhotos", { ($0.subtypes, $0.style) = (.photoLive, .livePhoto) }), (.depthEffectPhotos, "depthEffectPhotos", { $0.subtypes = .photoDepthEffect }),
            (.bursts, "bursts", { ($0.burst, $0.representsBurst) = ("b", true) }), (.panoramas, "panoramas", { $0.subtypes = .photoPanorama }),
            (.screenshots, "screenshots", { $0.subtypes = .photoScreenshot }),
            (.screenRecordings, "screenRecordings", { ($0.type, $0.subtypes, $0.style) = (.video, .videoScreenRecording, .video) }),
            (.slomoVideos, "slomoVideos", { ($0.type, $0.subtypes, $0.style) = (.video, .videoHighFrameRate, .video) }),
            (.timelapseVideos, "timelapseVideos", { ($0.type, $0.subtypes, $0.style) = (.video, .videoTimelapse, .video) }),
            (.cinematicVideos, "cinematicVideos", { ($0.type, $0.subtypes, $0.style) = (.video, .videoCinematic, .video) }),
            (.spatialMedia, "spatialMedia", { $0.subtypes = .spatialMedia }),
        ]

        private func found(_ filter: PHPickerFilter) -> Set<String> {
            let options = PHFetchOptions()
            options.predicate = filter.predicate
            let result = PHAsset.fetchAssets(with: options)
            #expect(result.error == nil, "\(filter)")
            return Set((0..<result.count).map { result.object(at: $0).localIdentifier })
        }

        @Test func filtersFindTheirKinds() throws {
            let assets = try world.invent(Self.kinds.count) { index, facts in Self.kinds[index].2(&facts) }.map(\.localIdentifier)
            let images = Set(assets.enumerated().filter { ![1, 7, 8, 9, 10].contains($0.offset) }.map(\.element)), all = Set(assets)
            for (index, (filter, name, _)) in Self.kinds.enumerated() {
                let expected = index == 0 ? images : index == 1 ? all.subtracting(images) : [assets[index]]
                #expect(found(filter) == expected, "\(name)")
                #expect(found(.not(filter)) == all.subtracting(expected), "not \(name)")
                #expect(filter.description == name)
            }
            #expect(found(.any(of: [.panoramas, .screenshots])) == [assets[5], assets[6]])
            #expect(found(.all(of: [.images, .not(.any(of: [.livePhotos, .screenshots]))])) == images.subtracting([assets[2], assets[6]]))
            #expect(found(.any(of: [])).isEmpty && found(.all(of: [])) == all && found(.all(of: [.images, .videos])).isEmpty)
            #expect(found(.playbackStyle(.livePhoto)) == [assets[2]] && found(.playbackStyle(.video)) == all.subtracting(images))
            #expect(PHPickerFilter.any(of: [.images, .not(.videos)]) == .any(of: [.images, .not(.videos)]) && PHPickerFilter.images != .videos)
            #expect(Set([PHPickerFilter.images, .images, .not(.images)]).count == 2)
        }
    }
}
