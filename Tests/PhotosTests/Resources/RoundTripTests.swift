import Foundation
import Photos
import PhotosTesting
import Testing

/// What a backup does: all resources of assets are written out, and another library is made of them.
@Suite(.timeLimit(.minutes(5))) struct RoundTripTests {
    private typealias File = (type: PHAssetResourceType, name: String, data: Data)

    private func adjustment(_ number: UInt8) throws -> Data {
        try PropertyListSerialization.data(
            fromPropertyList: [
                "adjustmentFormatIdentifier": "org.example.editor.\(number)", "adjustmentFormatVersion": "1.\(number)", "adjustmentData": Data([number]),
                "adjustmentTimestamp": Date(timeIntervalSince1970: 1_600_000_000 + Double(number)), "adjustmentEditorBundleID": "org.example.editor",
            ], format: .xml, options: 0)
    }

    private func worlds() throws -> [(name: String, files: [File])] {
        var still = FixtureImages.Metadata(), burst = FixtureImages.Metadata()
        still.contentIdentifier = "7A3B0C3E-0000-4000-8000-000000000001"
        burst.burstIdentifier = "7A3B0C3E-0000-4000-8000-000000000002"
        let movie = try FixtureMovies.quarters(contentIdentifier: still.contentIdentifier)
        let live: [File] = [(.photo, "IMG_2.JPG", try FixtureImages.jpeg(seed: 2, metadata: still)), (.pairedVideo, "IMG_2.MOV", movie)]
        return [
            ("photo", [(.photo, "IMG_1.JPG", try FixtureImages.jpeg(seed: 1))]), ("Live Photo", live),
            ("pair", [(.photo, "IMG_3.JPG", try FixtureImages.jpeg(seed: 3)), (.alternatePhoto, "IMG_3.DNG", FixtureImages.raw())]),
            ("frame", [(.photo, "IMG_4.JPG", try FixtureImages.jpeg(seed: 4, metadata: burst))]),
            ("frame", [(.photo, "IMG_5.JPG", try FixtureImages.jpeg(seed: 5, metadata: burst))]), ("video", [(.video, "IMG_6.MOV", FixtureMovies.blue)]),
            (
                "edited photo",
                [
                    (.photo, "IMG_7.JPG", try FixtureImages.jpeg(seed: 7)), (.fullSizePhoto, "FullSizeRender.jpg", try FixtureImages.jpeg(width: 32, height: 32, seed: 8)),
                    (.adjustmentData, "Adjustments.plist", try adjustment(1)), (.adjustmentBasePhoto, "PenultimateFullSizeRender.jpg", try FixtureImages.jpeg(seed: 9)),
                ]
            ),
            (
                "edited Live Photo",
                live + [
                    (.fullSizePhoto, "FullSizeRender.jpg", try FixtureImages.jpeg(width: 32, height: 32, seed: 10)), (.adjustmentData, "Adjustments.plist", try adjustment(2)),
                    (.fullSizePairedVideo, "FullSizeRender.mov", try FixtureMovies.quarters(width: 64, height: 64, seed: 1)),
                    (.adjustmentBasePairedVideo, "PenultimateFullSizeRender.mov", try FixtureMovies.quarters(width: 64, height: 64, seed: 2)),
                ]
            ),
            (
                "edited video",
                [
                    (.video, "IMG_8.MOV", FixtureMovies.blue), (.fullSizeVideo, "FullSizeRender.mov", try FixtureMovies.quarters(width: 96, height: 64)),
                    (.adjustmentData, "Adjustments.plist", try adjustment(3)),
                ]
            ),
            ("own adjustments", [(.photo, "IMG_9.PNG", try FixtureImages.png(seed: 9)), (.adjustmentData, "own.data", Data("nobody else reads this".utf8))]),
        ]
    }

    private func assets(_ library: TemporaryLibrary, _ identifiers: [String]) -> [PHAsset] {
        let options = PHFetchOptions()
        (options.photoLibrary, options.includeAllBurstAssets) = (library.photoLibrary, true)
        let found = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: options).all
        return identifiers.compactMap { identifier in found.first { $0.localIdentifier == identifier } }
    }

    /// Fills a library, all in one block.
    private func fill(_ library: TemporaryLibrary, _ count: Int, _ add: @escaping (Int, PHAssetCreationRequest) -> Void) throws -> [PHAsset] {
        var identifiers: [String] = []
        try library.photoLibrary.performChangesAndWait {
            for index in 0..<count {
                let request = PHAssetCreationRequest.forAsset()
                add(index, request)
                identifiers.append(request.placeholderForCreatedAsset?.localIdentifier ?? "")
            }
        }
        return assets(library, identifiers)
    }

    private func options(_ name: String, _ type: UTType? = nil) -> PHAssetResourceCreationOptions {
        let options = PHAssetResourceCreationOptions()
        (options.originalFilename, options.contentType) = (name, type)
        return options
    }

    /// All that an asset and its resources say of themselves, but for who they are and when they came.
    private func words(_ asset: PHAsset) -> [String] {
        let resources = PHAssetResource.assetResources(for: asset)
        return [
            "\(asset.mediaType) \(asset.mediaSubtypes.rawValue) \(asset.playbackStyle) \(asset.pixelWidth)x\(asset.pixelHeight) \(asset.duration)",
            "\(asset.adjustmentFormatIdentifier ?? "-") \(asset.adjustmentTimestamp?.timeIntervalSince1970 ?? 0) \(asset.adjustmentsState)",
            "\(asset.burstIdentifier ?? "-") \(asset.representsBurst) \(asset.originalResourceChoice)",
        ] + resources.map { "\($0.type) \($0.originalFilename) \($0.uniformTypeIdentifier) \($0.pixelWidth)x\($0.pixelHeight) \($0.sha256?.base64EncodedString() ?? "")" }
    }

    @Test func aLibraryIsMadeAgainOfItsResources() async throws {
        let (first, second) = (try TemporaryLibrary(), try TemporaryLibrary()), worlds = try worlds(), manager = PHAssetResourceManager.default()
        let made = try fill(first, worlds.count) { index, request in
            for file in worlds[index].files { request.addResource(with: file.type, data: file.data, options: options(file.name)) }
            if worlds[index].name == "pair" { request.originalResourceChoice = .raw }
        }
        #expect(made.count == worlds.count)
        var written: [[(resource: PHAssetResource, file: URL)]] = []
        for (index, asset) in made.enumerated() {
            let resources = PHAssetResource.assetResources(for: asset)
            #expect(Set(resources.map(\.type)) == Set(worlds[index].files.map(\.type)), "\(worlds[index].name)")
            written.append([])
            for resource in resources {
                let file = second.folder.appendingPathComponent("\(index)-\(resource.type.rawValue)")
                try await manager.writeData(for: resource, toFile: file, options: nil)
                let given = worlds[index].files.first { $0.type == resource.type }
                #expect(try Data(contentsOf: file) == given?.data && resource.originalFilename == given?.name, "\(worlds[index].name) \(resource.type)")
                written[index].append((resource, file))
            }
        }
        let again = try fill(second, worlds.count) { index, request in
            for (resource, file) in written[index] {
                request.addResource(with: resource.type, fileURL: file, options: options(resource.originalFilename, resource.contentType))
            }
            if made[index].originalResourceChoice == .raw { request.originalResourceChoice = .raw }
        }
        // As they are when all frames of the burst are there.
        let (old, new) = (assets(first, made.map(\.localIdentifier)), assets(second, again.map(\.localIdentifier)))
        #expect(new.count == worlds.count)
        for (index, pair) in zip(old, new).enumerated() { #expect(words(pair.0) == words(pair.1), "\(worlds[index].name)") }
        #expect(new.map(\.hasAdjustments) == worlds.map { $0.name.hasPrefix("edited") })
        #expect(new.filter { $0.mediaSubtypes.contains(.photoLive) }.count == 2 && new.filter(\.representsBurst).count == 1)
        #expect(new[8].adjustmentFormatIdentifier == "org.example.editor.3" && new[8].pixelWidth == 96)
    }

    private static let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0) }

    /// What cameras and Apple's Photos wrote: every resource of every file goes out, and comes in as an asset that says the same of itself.
    @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), arguments: ["iphone", "cameras", "orientation"])
    func everySampleIsMadeAgainOfItsResources(_ name: String) async throws {
        let (first, second) = (try TemporaryLibrary(), try TemporaryLibrary()), manager = PHAssetResourceManager.default()
        let folder = try #require(Self.samples).appendingPathComponent(name)
        #expect(try first.library.importer(first.library.importOptions).run([folder.path]).imported > 3)
        let all = PHFetchOptions()
        (all.photoLibrary, all.includeAllBurstAssets, all.includeHiddenAssets) = (first.photoLibrary, true, true)
        var made: [(old: PHAsset, new: String)] = []
        for (index, asset) in PHAsset.fetchAssets(with: all).all.enumerated() {
            let resources = PHAssetResource.assetResources(for: asset)
            // What the camera adjusted beside somebody's edit, and a movie within a picture, come with their photo.
            let alone = resources.filter { resource in resource.type != .adjustmentData || resources.first { $0.type == .adjustmentData } === resource }
            guard PHAssetCreationRequest.supportsAssetResourceTypes(alone.map { NSNumber(value: $0.type.rawValue) }) else {
                Issue.record("\(name) \(resources.map { "\($0.type) \($0.originalFilename)" }) makes no asset")
                continue
            }
            var files: [(PHAssetResource, URL)] = []
            for resource in alone {
                let file = second.folder.appendingPathComponent("\(index)-\(resource.type.rawValue)")
                try await manager.writeData(for: resource, toFile: file, options: nil)
                files.append((resource, file))
            }
            var identifier = ""
            try second.photoLibrary.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                for (resource, file) in files { request.addResource(with: resource.type, fileURL: file, options: options(resource.originalFilename, resource.contentType)) }
                identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
            }
            made.append((asset, identifier))
        }
        let new = assets(second, made.map(\.new))
        #expect(new.count == made.count && made.count > 3)
        for (old, new) in zip(made.map(\.old), new) {
            func hashes(_ asset: PHAsset) -> Set<String> {
                Set(PHAssetResource.assetResources(for: asset).map { "\($0.type) \($0.originalFilename) \($0.sha256?.base64EncodedString() ?? "")" })
            }
            #expect(hashes(new).isSubset(of: hashes(old)) && hashes(new).count >= hashes(old).count - 1, "\(hashes(old))")
            #expect((old.pixelWidth, old.pixelHeight, old.mediaType) == (new.pixelWidth, new.pixelHeight, new.mediaType))
            #expect(old.mediaSubtypes == new.mediaSubtypes && old.hasAdjustments == new.hasAdjustments && old.adjustmentFormatIdentifier == new.adjustmentFormatIdentifier)
        }
        // An edit that came along is revertable where it came, and where it was made again.
        for asset in new where asset.adjustmentsState == .userAdjusted && PHAssetResource.assetResources(for: asset).contains(where: { $0.type == .fullSizePhoto }) {
            try second.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
            #expect(assets(second, [asset.localIdentifier]).first?.hasAdjustments == false)
        }
    }
}
