import Foundation
import Photos
import SharedWorld
import Testing

private enum SaveError: Error, Equatable {
    case denied
    case other(Int)
}

private protocol LibraryManaging {
    func save(_ file: URL, as type: PHAssetResourceType, moving: Bool) async throws
}

/// Saves files for a messenger, by the resource's type.
private final class LibraryManager: LibraryManaging {
    private let library: PHPhotoLibrary

    init(library: PHPhotoLibrary = .shared()) {
        self.library = library
    }

    func save(_ file: URL, as type: PHAssetResourceType, moving: Bool = false) async throws {
        do {
            try await library.performChanges {
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = moving
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: type, fileURL: file, options: options)
            }
        } catch {
            switch (error as? PHPhotosError)?.code {
            case .accessUserDenied?: throw SaveError.denied
            default: throw SaveError.other((error as NSError).code)
            }
        }
    }
}

extension ClientTests {
    @Test func client03FilesAreSavedByTypeAndErrorsMapped() async throws {
        let world = try World()
        let picture = try world.jpeg(), movie = try world.movie(), nothing = try world.file("x.jpg", Data("x".utf8))
        let manager: LibraryManaging = LibraryManager()
        try await manager.save(picture, as: .photo, moving: true)
        try await manager.save(movie, as: .video, moving: false)
        #expect(PHAsset.fetchAssets(with: .image, options: nil).count == 1)
        #expect(PHAsset.fetchAssets(with: .video, options: nil).count == 1)
        #expect(!FileManager.default.fileExists(atPath: picture.path))
        #expect(FileManager.default.fileExists(atPath: movie.path))
        await #expect(throws: SaveError.other(PHPhotosError.invalidResource.rawValue)) {
            try await manager.save(nothing, as: .photo, moving: false)
        }
    }
}
