import PhotoAsset

/// Thumbnail, preview and original, with the progress of a download, the original kept for the next time. Documents 000 and 001, "常用方法的封装".
enum ThreeSizes {
    static func run(asset identifier: String) async throws {
        let asset = try Assets.photoKit(identifier)
        print("thumbnail: \(try await asset.image(.thumbnail(CGSize(width: 100, height: 100))).pixels)")
        print("preview: \(try await asset.image(.preview).pixels)")
        for try await picture in asset.images(.original) where picture.isDegraded { print("first: \(picture.image.pixels)") }
        print("original: \(try await asset.image(.original).pixels), downloaded \(Int(asset.progress * 100)) %")
        let isKept = await withCheckedContinuation { done in
            _ = asset.requestImage(.original) { _, info in done.resume(returning: info == nil) }
        }
        print("asked for again: \(isKept ? "kept" : "made anew")")
    }
}
