import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import TestSupport
import Testing

/// What a backup does: all resources of assets are written out, and another library is made of them.
@Suite(.timeLimit(.minutes(20))) struct RoundTripTests {
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
        let made: [(name: String, files: [File])] = [
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
        return try made + motionPhotos()
    }

    /// Each lists its movie as a resource, which a backup writes out as a file.
    private func motionPhotos() throws -> [(name: String, files: [File])] {
        let fixture = try MotionPhotoFixture()
        return try MotionPhotoKind.allCases.map { kind in
            ("motion photo", [(.photo, kind.name, try fixture.file(kind)), (.pairedVideo, MotionPhotoFixture.movieName(kind), Data(fixture.movie))])
        }
    }

    /// What an export writes of an asset as it came.
    private func exported(_ asset: PHAsset, from library: TemporaryLibrary) throws -> [Data] {
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36)))), out = library.folder.appending(path: "out-\(uuid.uuidString)")
        let id = try #require(try library.library.read { try $0.assetID(uuid: uuid) })
        return try library.library.export([id], to: out, options: ExportOptions()).files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
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
        let motion = worlds.indices.filter { worlds[$0].name == "motion photo" }
        #expect(motion.count == MotionPhotoKind.allCases.count)
        #expect(new.filter { $0.mediaSubtypes.contains(.photoLive) }.count == 2 + motion.count && new.filter(\.representsBurst).count == 1)
        // Its movie is a part of its file there too, so that one file is stored, and goes out as it came.
        let originals = try FileManager.default.subpathsOfDirectory(atPath: second.url.appending(path: "originals").path)
        for index in motion {
            let uuid = String(new[index].localIdentifier.prefix(36)), files = worlds[index].files
            #expect(originals.filter { $0.contains(uuid) }.count == 1, "\(files[0].name)")
            #expect(try exported(new[index], from: second) == [files[0].data], "\(files[0].name)")
        }
        #expect(new[8].adjustmentFormatIdentifier == "org.example.editor.3" && new[8].pixelWidth == 96)
        for index in worlds.indices where worlds[index].name.hasPrefix("edited") {
            let (name, files) = worlds[index]
            func given(_ types: PHAssetResourceType...) -> Data? { types.lazy.compactMap { type in files.first { $0.type == type }?.data }.first }
            // It can be made again where it is now, of what it was made of.
            let input = try await redone(new[index]), recipe = input.adjustmentData
            #expect(recipe?.formatIdentifier == new[index].adjustmentFormatIdentifier && recipe?.data == Data([UInt8(index - 5)]), "\(name)")
            if new[index].mediaType == .video {
                let movie = try #require(input.audiovisualAsset as? AVURLAsset)
                #expect(try Data(contentsOf: movie.url) == given(.adjustmentBaseVideo, .video), "\(name)")
            } else {
                let photo = try #require(input.fullSizeImageURL)
                #expect(try Data(contentsOf: photo) == given(.adjustmentBasePhoto, .photo) && (input.livePhoto != nil) == name.contains("Live"), "\(name)")
            }
            // And it can be taken back: the very bytes of the original are left.
            try second.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: new[index]).revertAssetContentToOriginal() }
            let reverted = try #require(assets(second, [new[index].localIdentifier]).first), left = PHAssetResource.assetResources(for: reverted)
            let originals = files.filter { [.photo, .video, .pairedVideo].contains($0.type) }
            #expect(!reverted.hasAdjustments && left.map(\.type) == originals.map(\.type), "\(name)")
            for (resource, original) in zip(left, originals) {
                let data = try await manager.data(for: resource)
                #expect(data == original.data, "\(name) \(resource.type)")
            }
        }
        #expect(try second.library.verify().isSound)
    }

    /// What an edit begins with for whoever can make the one in force again.
    private func redone(_ asset: PHAsset) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { _ in true }
        return try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                if let input { return continuation.resume(returning: input) }
                continuation.resume(throwing: info[PHContentEditingInputErrorKey] as? NSError ?? NSError(domain: "cancelled", code: 0))
            }
        }
    }

    /// The camera's own adjustment data come along, beside an edit and after it was taken back, and are never taken for an edit.
    @Test func whatTheCameraAdjustedComesAlong() async throws {
        let (first, second) = (try TemporaryLibrary(), try TemporaryLibrary()), manager = PHAssetResourceManager.default()
        let files: [File] = [
            (.photo, "IMG_3582.JPG", try FixtureImages.jpeg(seed: 1)), (.adjustmentData, "IMG_O3582.aae", try adjustment(1)),
            (.fullSizePhoto, "IMG_E3582.JPG", try FixtureImages.jpeg(width: 32, height: 32, seed: 2)), (.adjustmentData, "IMG_3582.AAE", try adjustment(2)),
        ]
        let photo = try #require(
            try fill(first, 1) { _, request in for file in files { request.addResource(with: file.type, data: file.data, options: options(file.name)) } }.first)
        #expect(photo.adjustmentFormatIdentifier == "org.example.editor.2")
        func again(_ photo: PHAsset) async throws -> PHAsset {
            var data: [(PHAssetResource, Data)] = []
            for resource in PHAssetResource.assetResources(for: photo) { data.append((resource, try await manager.data(for: resource))) }
            let given = data
            return try #require(
                try fill(second, 1) { _, request in
                    for (resource, data) in given { request.addResource(with: resource.type, data: data, options: options(resource.originalFilename, resource.contentType)) }
                }.first)
        }
        let copy = try await again(photo)
        #expect(words(copy) == words(photo) && words(photo).count == 7)
        try first.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: photo).revertAssetContentToOriginal() }
        let reverted = try #require(assets(first, [photo.localIdentifier]).first), same = try await again(reverted)
        #expect(!reverted.hasAdjustments && !same.hasAdjustments && words(same).suffix(2) == words(reverted).suffix(2))
        #expect(PHAssetResource.assetResources(for: same).map(\.originalFilename) == ["IMG_3582.JPG", "IMG_O3582.aae"])
        // Two of which neither is the camera's are not one edit.
        #expect(throws: (any Error).self) {
            _ = try fill(second, 1) { _, request in for file in files { request.addResource(with: file.type, data: file.data, options: options("a\(file.name.count).aae")) } }
        }
        #expect(try second.library.verify().isSound)
    }

    private static let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0) }

    /// Every folder of samples that there is, and of Apple's photo libraries the originals: the rest of those is databases, journals and small pictures, which are no assets.
    private static let folders: [String] = {
        guard let samples else { return [] }
        func folders(in path: String) -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: samples.appendingPathComponent(path).path)) ?? []
            return names.sorted().filter { name in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: samples.appendingPathComponent(path).appendingPathComponent(name).path, isDirectory: &isFolder) && isFolder.boolValue
            }
        }
        let originals = folders(in: "apple").filter { folders(in: "apple/\($0)").contains("originals") }.map { "apple/\($0)/originals" }
        return folders(in: "").filter { $0 != "apple" } + originals
    }()
    /// Of one folder, so that a large collection is no test of an hour.
    private static let most = 40

    @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set")) func theFoldersOfSamplesAreMet() {
        #expect(Set(Self.folders).isSuperset(of: ["iphone", "cameras", "orientation", "takeout"]) && Self.folders.contains { $0.hasSuffix("/originals") }, "\(Self.folders)")
    }

    /// What cameras and Apple's Photos wrote: every resource of every file goes out, and comes in as an asset that says the same of itself.
    @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), arguments: folders)
    func everySampleIsMadeAgainOfItsResources(_ name: String) async throws {
        let (first, second) = (try TemporaryLibrary(), try TemporaryLibrary()), manager = PHAssetResourceManager.default()
        let folder = try #require(Self.samples).appendingPathComponent(name)
        #expect(try first.library.importer(first.library.importOptions).run([folder.path]).imported > 0)
        let all = PHFetchOptions()
        (all.photoLibrary, all.includeAllBurstAssets, all.includeHiddenAssets) = (first.photoLibrary, true, true)
        var made: [(old: PHAsset, new: String)] = []
        for (index, asset) in PHAsset.fetchAssets(with: all).all.prefix(Self.most).enumerated() {
            let resources = PHAssetResource.assetResources(for: asset)
            guard PHAssetCreationRequest.supportsAssetResourceTypes(resources.map { NSNumber(value: $0.type.rawValue) }) else {
                Issue.record("\(name) \(resources.map { "\($0.type) \($0.originalFilename)" }) makes no asset")
                continue
            }
            var files: [(PHAssetResource, URL)] = []
            for (number, resource) in resources.enumerated() {
                let file = second.folder.appendingPathComponent("\(index)-\(number)")
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
        #expect(new.count == made.count && made.count > 0)
        for (old, new) in zip(made.map(\.old), new) {
            func hashes(_ asset: PHAsset) -> Set<String> {
                Set(PHAssetResource.assetResources(for: asset).map { "\($0.type) \($0.originalFilename) \($0.sha256?.base64EncodedString() ?? "")" })
            }
            #expect(hashes(new) == hashes(old))
            #expect((old.pixelWidth, old.pixelHeight, old.mediaType) == (new.pixelWidth, new.pixelHeight, new.mediaType))
            #expect(old.mediaSubtypes == new.mediaSubtypes && old.hasAdjustments == new.hasAdjustments && old.adjustmentFormatIdentifier == new.adjustmentFormatIdentifier)
        }
        // An edit that came along can be made again and taken back where it was made again.
        for asset in new where asset.adjustmentsState == .userAdjusted && PHAssetResource.assetResources(for: asset).contains(where: { $0.type == .fullSizePhoto }) {
            let resources = PHAssetResource.assetResources(for: asset), input = try await redone(asset)
            let recipe = resources.first { $0.type == .adjustmentData && !$0.originalFilename.hasPrefix("IMG_O") }
            // Of some only the rendering was kept, which is then what is edited.
            let base = resources.first { $0.type == .adjustmentBasePhoto } ?? resources.first { $0.type == .photo }
            let edited = try #require(recipe == nil ? resources.first { $0.type == .fullSizePhoto } : base), photo = try #require(input.fullSizeImageURL)
            let wanted = try await manager.data(for: edited)
            #expect(try Data(contentsOf: photo) == wanted, "\(edited.originalFilename)")
            if let recipe {
                let data = try await manager.data(for: recipe)
                let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
                #expect(input.adjustmentData?.data == list?["adjustmentData"] as? Data ?? data, "\(recipe.originalFilename)")
            } else {
                #expect(input.adjustmentData == nil)
            }
            try second.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
            #expect(assets(second, [asset.localIdentifier]).first?.hasAdjustments == false)
        }
    }
}
