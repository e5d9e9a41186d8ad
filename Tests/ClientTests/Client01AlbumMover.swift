import Photos
import SharedWorld
import Testing

// A script that imports Photos alone, and takes the C library through it.

private func fail(_ message: String) -> Int32 {
    fputs("error: \(message)\n", stderr)
    return EXIT_FAILURE
}

/// Marks an asset as favourite, or takes the mark away, and moves it from the albums it is in to another.
private func moveToAlbum(named title: String, asset identifier: String) -> Int32 {
    let albumOptions = PHFetchOptions()
    albumOptions.predicate = NSPredicate(format: "title = %@", title)
    let albums: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: albumOptions)
    var target: PHAssetCollection?
    albums.enumerateObjects { (collection: PHAssetCollection, index: Int, stop: UnsafeMutablePointer<ObjCBool>) -> Void in
        target = collection
        stop.pointee = true
    }
    guard let target = target else { return fail("no album \(title)") }
    guard let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject else { return fail("no asset") }

    let current = PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil)
    do {
        try PHPhotoLibrary.shared().performChangesAndWait {
            PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
            current.enumerateObjects { collection, _, _ in
                if collection == target { return }
                PHAssetCollectionChangeRequest(for: collection)?.removeAssets([asset] as NSFastEnumeration)
            }
            PHAssetCollectionChangeRequest(for: target)?.addAssets([asset] as NSFastEnumeration)
        }
    } catch {
        return fail(error.localizedDescription)
    }
    return EXIT_SUCCESS
}

extension ClientTests {
    @Test func client01AScriptMovesAnAssetBetweenAlbums() throws {
        let world = try World()
        let asset = try world.save()
        let inbox = try world.album("Inbox", [asset]), other = try world.album("Other", [asset]), done = try world.album("Done")
        #expect(moveToAlbum(named: "Done", asset: asset.localIdentifier) == 0)
        #expect([inbox, other, done].map { PHAsset.fetchAssets(in: $0, options: nil).count } == [0, 0, 1])
        #expect(try world.again(asset).isFavorite)
        #expect(moveToAlbum(named: "Done", asset: asset.localIdentifier) == 0)
        #expect(try world.again(asset).isFavorite == false)
        #expect(PHAsset.fetchAssets(in: done, options: nil).count == 1)
        #expect(moveToAlbum(named: "Nowhere", asset: asset.localIdentifier) == 1)
        #expect(moveToAlbum(named: "Done", asset: "gone") == 1)
    }
}
