import PhotoAsset

/// Thumbnail, preview and original, with the progress of a download, the original kept for the next time. Documents 000 and 001, "常用方法的封装".
enum ThreeSizes {
    static func run(asset identifier: String) async throws {
        let asset = try Assets.photoKit(identifier)
        print("thumbnail: \(try await asset.image(.thumbnail(CGSize(width: 100, height: 100))).pixels)")
        print("preview: \(try await asset.image(.preview).pixels)")
        print("original: \(await original(asset)), downloaded \(Int(asset.progress * 100)) %")
        let isKept = await withCheckedContinuation { done in
            _ = asset.requestImage(.original) { _, info in done.resume(returning: info == nil) }
        }
        print("asked for again: \(isKept ? "kept" : "made anew")")
    }

    /// What is in the cloud only comes with its progress; a smaller picture may come before.
    private static func original(_ asset: PhotoAsset) async -> String {
        await withCheckedContinuation { (done: CheckedContinuation<String, Never>) in
            _ = asset.requestImage(.original, progress: { fraction, _, _, _ in print("downloading: \(Int(fraction * 100)) %") }) { image, info in
                let isDegraded = (info?[PHImageResultIsDegradedKey] as? Bool) ?? false
                if isDegraded { print("first: \(image?.pixels ?? "nothing")") } else { done.resume(returning: image?.pixels ?? "nothing") }
            }
        }
    }
}
