import AssetsLibrary
import PhotoAsset

/// An album in pages of fifty, the newest last. Document 000, "获取相册中的资源", whose program keeps an index and stops.
enum Pages {
    private static let length = 50

    static func run(album identifier: String) async throws {
        guard let album = AssetsManager.shared.album(identifier: identifier) else {
            throw Failure("There is no album with the identifier \(identifier). 'photos albums --json' tells those that there are.")
        }
        var start = 0, pages: [Int] = []
        while start < album.count {
            var page: [PhotoAsset] = []
            album.enumerateAssets(from: start) { asset, _, stop in
                if let asset { page.append(asset) }
                if page.count == length { stop = true }
            }
            pages.append(page.count)
            start += page.count
        }
        print("PhotoKit: \(album.count) assets in pages of \(pages.map(String.init).joined(separator: ", "))")
        print("AssetsLibrary: pages of \(try await byAssetsLibrary(album).map(String.init).joined(separator: ", "))")
    }

    private static func byAssetsLibrary(_ album: AssetsGroup) async throws -> [Int] {
        let library = ALAssetsLibrary(), url = try AlbumReference(album.localIdentifier).unwrapped("no URL").groupURL
        let group: ALAssetsGroup? = await withCheckedContinuation { done in
            library.group(for: url, resultBlock: { done.resume(returning: $0) }, failureBlock: { _ in done.resume(returning: nil) })
        }
        guard let group else { throw Failure("AssetsLibrary knows no group of this album.") }
        let count = group.numberOfAssets()
        var start = 0, pages: [Int] = []
        while start < count {
            var page = 0
            group.enumerateAssets(at: IndexSet(integersIn: start..<count)) { asset, index, stop in
                // A last call without an asset says that there are no more; whoever stopped does not get it.
                guard asset != nil else { return }
                page += 1
                start = index + 1
                if page == Self.length { stop?.pointee = true }
            }
            // Somebody may have emptied the album meanwhile.
            if page == 0 { break }
            pages.append(page)
        }
        return pages
    }
}

extension Optional {
    func unwrapped(_ text: String) throws -> Wrapped {
        guard let self else { throw Failure(text) }
        return self
    }
}
