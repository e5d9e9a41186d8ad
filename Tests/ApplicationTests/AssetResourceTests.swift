import Foundation
import Photos
import SharedWorld
import Testing
import UniformTypeIdentifiers

extension ApplicationTests {
    /// What resources say, and how they are added.
    @Suite(.timeLimit(.minutes(20))) struct AssetResources {
        let world: World
        init() throws { world = try World() }

        @Test func aResourceDescribesItsFile() throws {
            let asset = try world.save("IMG_3.JPG", seed: 3), resource = try #require(PHAssetResource.assetResources(for: asset).first)
            let size = try Data(contentsOf: world.folder.appendingPathComponent("IMG_3.JPG")).count
            #expect(resource.type == .photo && resource.assetLocalIdentifier == asset.localIdentifier)
            #expect(resource.originalFilename == "IMG_3.JPG" && resource.filename == "IMG_3.JPG")
            #expect(resource.contentType == .jpeg && resource.uniformTypeIdentifier == UTType.jpeg.identifier)
            #expect(resource.pixelWidth == asset.pixelWidth && resource.pixelHeight == asset.pixelHeight)
            #expect(resource.dataSize == size)
        }

        @Test func everyTypeHasTheNumberOfTheHeader() {
            let numbers: [PHAssetResourceType: Int] = [
                .photo: 1, .video: 2, .audio: 3, .alternatePhoto: 4, .fullSizePhoto: 5, .fullSizeVideo: 6, .adjustmentData: 7, .adjustmentBasePhoto: 8, .pairedVideo: 9,
                .fullSizePairedVideo: 10, .adjustmentBasePairedVideo: 11, .adjustmentBaseVideo: 12, .photoProxy: 19,
            ]
            for (type, number) in numbers {
                #expect(type.rawValue == number)
                #expect(PHAssetResourceType(rawValue: number) == type)
            }
        }

        @Test func optionsNameAFileAndMoveIt() throws {
            let file = try world.jpeg("camera.tmp", seed: 4), options = PHAssetResourceCreationOptions()
            #expect(options.originalFilename == nil && options.contentType == nil && options.uniformTypeIdentifier == nil && !options.shouldMoveFile)
            options.originalFilename = "Sunset.jpg"
            options.uniformTypeIdentifier = UTType.jpeg.identifier
            #expect(options.contentType == .jpeg)
            options.shouldMoveFile = true
            let copy = try #require(options.copy() as? PHAssetResourceCreationOptions)
            #expect(copy.originalFilename == "Sunset.jpg" && copy.uniformTypeIdentifier == UTType.jpeg.identifier && copy.shouldMoveFile)
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: file, options: copy)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            let resource = try #require(PHAssetResource.assetResources(for: try world.asset(identifier)).first)
            #expect(resource.originalFilename == "Sunset.jpg")
            #expect(!FileManager.default.fileExists(atPath: file.path), "it was moved")
        }
    }
}
