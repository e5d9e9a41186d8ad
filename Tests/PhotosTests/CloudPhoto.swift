import Foundation
import Photos
import PhotosTesting
import Testing

/// A library of its own with one photo, whose file is in the cloud.
struct CloudPhoto {
    let temporary: TemporaryLibrary
    let asset: PHAsset
    let photo: Data

    init() throws {
        temporary = try TemporaryLibrary()
        photo = try FixtureImages.jpeg(width: 1600, height: 120)
        let file = try temporary.file("IMG_1.JPG", photo)
        try temporary.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        asset = try #require(PHAsset.fetchAssets(with: options).firstObject)
        try temporary.sendToCloud([asset], [.photo])
    }
}
