import Foundation
import Photos
import PhotosTesting
import Synchronization

private let abandoned = Mutex<URL?>(nil)

extension World {
    /// One asset to be made.
    struct NewAsset {
        var filename: String
        var date: Date
        var photo: Data?
        /// What the photo looks like after its edit.
        var rendering: Data?
        var movie: Data?
        var caption: String?
        var keywords: [String] = []
        var isFavorite = false
    }

    /// Makes assets, in one change.
    /// - Returns: their identifiers, as the gallery writes them.
    @discardableResult
    func add(_ assets: [NewAsset], album: String? = nil) throws -> [String] {
        // Guarded by the order: written in the block alone, which has ended when the call returns.
        nonisolated(unsafe) var identifiers: [String] = []
        try photoLibrary.performChangesAndWait {
            var placeholders: [PHObjectPlaceholder] = []
            for asset in assets {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = asset.filename
                if let photo = asset.photo { request.addResource(with: .photo, data: photo, options: options) }
                if let rendering = asset.rendering {
                    request.addResource(with: .adjustmentData, data: Data("edit".utf8), options: nil)
                    request.addResource(with: .fullSizePhoto, data: rendering, options: nil)
                }
                if let movie = asset.movie {
                    let options = PHAssetResourceCreationOptions()
                    options.originalFilename = asset.filename.replacing(".JPG", with: ".MOV")
                    request.addResource(with: asset.photo == nil ? .video : .pairedVideo, data: movie, options: options)
                }
                request.creationDate = asset.date
                if let caption = asset.caption { request.caption = caption }
                for keyword in asset.keywords { request.addKeyword(keyword) }
                if asset.isFavorite { request.isFavorite = true }
                if let placeholder = request.placeholderForCreatedAsset { placeholders.append(placeholder) }
            }
            if let album {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: album).addAssets(placeholders as NSFastEnumeration)
            }
            identifiers = placeholders.map { String($0.localIdentifier.prefix(36)) }
        }
        return identifiers
    }

    /// Pictures of twelve years, twenty each, on five days of every July; a Live Photo and a video are the newest. Some have words to search for:
    /// every tenth the keyword “harbour”, one the caption “The only lighthouse”.
    ///
    /// It is made once and copied for each test.
    static func ofTwelveYears() throws -> World {
        let original = try twelveYears.get()
        return try World { url, _ in try FileManager.default.copyItem(at: original.url, to: url) }
    }

    private static let twelveYears = Result { try original() }

    private static func original() throws -> World {
        let world = try World()
        var assets: [NewAsset] = []
        for year in 2012..<2024 {
            for number in 0..<20 {
                let day = DateComponents(calendar: utc, year: year, month: 7, day: 1 + number / 4, hour: 10 + number % 4)
                let index = assets.count
                let isTall = index % 3 == 0
                assets.append(
                    NewAsset(
                        filename: String(format: "IMG_%04d.JPG", index + 1), date: day.date ?? .distantPast,
                        photo: try FixtureImages.jpeg(width: isTall ? 48 : 64, height: isTall ? 64 : 48, seed: index),
                        caption: index == 100 ? "The only lighthouse" : nil, keywords: index % 10 == 0 ? ["harbour"] : []))
            }
        }
        let last = DateComponents(calendar: utc, year: 2023, month: 12, day: 24, hour: 18)
        let eve = last.date ?? .now
        assets.append(NewAsset(filename: "CLIP_0001.MOV", date: eve, movie: FixtureMovies.blue))
        assets.append(NewAsset(filename: "LIVE_0001.JPG", date: eve + 60, photo: try FixtureImages.jpeg(seed: 300), movie: FixtureMovies.blue))
        try world.add(assets)
        // Its files stand still from here on. The folder goes with the process, since what is static never does.
        world.library.close()
        abandoned.withLock { $0 = world.folder }
        atexit { if let folder = abandoned.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) } }
        return world
    }

    static var utc: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
