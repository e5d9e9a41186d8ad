import PhotoAsset

/// Saves a picture as a camera has it, with place and time, into an album, and shows it. Document 002, "什么！拍照也要换"; document 003, "保存和读取操作".
enum Camera {
    static func run(picture: URL) async throws {
        let album = try await album(), taken = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
        let facts = SavedFacts(creationDate: taken, location: CLLocation(latitude: 31.2304, longitude: 121.4737))
        let saved = try await AssetsManager.shared.save(.imageData(Data(contentsOf: picture)), facts, to: album) { reference in
            // A list may show it from now on.
            print("placeholder: \(reference)")
        }
        print("saved: \(saved.localIdentifier), shown at \(try await saved.image(.preview).pixels)")
        // Whoever has only the date finds it too: dates are exact to the bit.
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "creationDate == %@", taken as NSDate)
        print("found by its date: \(PHAsset.fetchAssets(with: options).firstObject?.localIdentifier == saved.localIdentifier)")
        print("in the album: \(AssetsManager.shared.album(identifier: album.localIdentifier)?.count ?? 0)")
    }

    private static func album() async throws -> AssetsGroup {
        var identifier = ""
        try await PHPhotoLibrary.shared().performChanges {
            identifier = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Camera").placeholderForCreatedAssetCollection.localIdentifier
        }
        return try AssetsManager.shared.album(identifier: identifier).unwrapped("The album is not there.")
    }
}
