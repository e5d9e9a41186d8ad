import Photos

/// Document 002: the pictures of a post that was not sent yet, saved as URLs by one version of an application and as identifiers by the next.
@MainActor enum SavedPosts {
    static func show(file: URL) async throws {
        let saved = try JSONDecoder().decode([String].self, from: Data(contentsOf: file)).map { $0.contains("://") ? URL(string: $0) as Any : $0 as Any }
        write(saved, to: "postImages")
        let mixed = read("postImages"), assets = selected(mixed)
        print("\(mixed.count) saved, \(assets.count) are there")
        let (fetched, tell) = AsyncStream.makeStream(of: Bool.self)
        var (kept, missing) = await picked(assets) { tell.yield($0) }
        print("picked \(kept.count), to be downloaded \(missing)")
        if missing > 0 {
            // A person picks again when the cloud has given what it can.
            for await _ in fetched {
                missing -= 1
                if missing == 0 { break }
            }
            (kept, missing) = await picked(assets) { _ in }
            print("picked \(kept.count) the next time, to be downloaded \(missing)")
        }
        write(kept, to: "postImages")
        for case let identifier as String in read("postImages") {
            print("\(oldURL(identifier)) \(cellImage(identifier)?.cgImage.map { "\($0.width) × \($0.height)" } ?? "nothing")")
        }
        UserDefaults.standard.removeObject(forKey: "postImages")
    }

    /// `writeArrayWithCustomObjToUserDefaults:withArray:`: as what the array is archived matters to whoever reads it later.
    static func write(_ values: [Any], to key: String) {
        UserDefaults.standard.set(values.map { ($0 as? URL)?.absoluteString ?? $0 as? String ?? "" }, forKey: key)
        _ = UserDefaults.standard.synchronize()
    }

    /// `readArrayWithCustomObjFromUserDefaults:`: URLs and identifiers, whatever was saved.
    static func read(_ key: String) -> [Any] {
        (UserDefaults.standard.array(forKey: key) as? [String] ?? []).map { text in text.contains("://") ? URL(string: text) ?? text as Any : text }
    }

    /// `splitAssetURL:`: the names and values behind an asset's URL.
    static func splitAssetURL(_ text: String) -> [String: String] {
        let items = URLComponents(string: text)?.queryItems ?? []
        return Dictionary(items.compactMap { item in item.value.map { (item.name, $0) } }, uniquingKeysWith: { first, _ in first })
    }

    /// The identifier's old URL, which the document calls black magic.
    static func oldURL(_ identifier: String) -> String { "assets-library://asset/asset.JPG?id=\(identifier.prefix(36))&ext=JPG" }

    /// What a picker begins with: assets of all that was saved. What was deleted is not among them, so that nobody looks for it in an empty list.
    static func selected(_ saved: [Any]) -> [PHAsset] {
        let identifiers = saved.compactMap { value in (value as? URL).map { splitAssetURL($0.absoluteString)["id"] ?? "" } ?? value as? String }
        let found = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
        var byIdentifier: [String: PHAsset] = [:]
        found.enumerateObjects { asset, _, _ in byIdentifier[String(asset.localIdentifier.prefix(36))] = asset }
        return identifiers.compactMap { byIdentifier[String($0.prefix(36))] }
    }

    /// `qb_imagePickerController:didFinishPickingAssets:`: what is here is taken at once, what is in the cloud is fetched in the background and taken the next time.
    /// - Parameter fetched: told of each that was fetched, and whether it could be.
    static func picked(_ assets: [PHAsset], fetched: @escaping @Sendable (Bool) -> Void) async -> (identifiers: [String], toDownload: Int) {
        var taken: [String] = [], missing = 0
        for asset in assets {
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            var isHere = false
            withoutActuallyEscaping({ (data: Data?) in isHere = data != nil }) { take in
                _ = PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, _, _, _ in take(data) }
            }
            if isHere {
                taken.append(asset.localIdentifier)
                continue
            }
            missing += 1
            (options.isSynchronous, options.isNetworkAccessAllowed) = (false, true)
            options.progressHandler = { @Sendable progress, _, _, _ in print("downloading: \(Int(progress * 100)) %") }
            _ = PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, _, _, _ in fetched(data != nil) }
        }
        return (taken, missing)
    }

    /// `collectionView:cellForItemAtIndexPath:`: the whole picture of an identifier; `nil` where it was deleted.
    static func cellImage(_ identifier: String) -> UIImage? {
        guard let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject else { return nil }
        let options = PHImageRequestOptions()
        (options.isSynchronous, options.deliveryMode, options.resizeMode) = (true, .highQualityFormat, .exact)
        var image: UIImage?
        withoutActuallyEscaping({ (found: UIImage?) in image = found }) { take in
            _ = PHImageManager.default().requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options) { found, _ in take(found) }
        }
        return image
    }
}
