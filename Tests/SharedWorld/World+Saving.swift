import Foundation
import Photos

/// Short ways through the API itself.
extension World {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    /// Saves a picture and fetches it.
    @discardableResult
    public func save(_ name: String = "IMG_0001.JPG", seed: Int = 0, _ change: (PHAssetChangeRequest) -> Void = { _ in }) throws -> PHAsset {
        let file = try jpeg(name, seed: seed)
        var identifier: String?
        try withoutActuallyEscaping(change) { change in
            try PHPhotoLibrary.shared().performChangesAndWait {
                guard let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) else { return }
                change(request)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
        }
        return try asset(identifier)
    }

    /// Saves `count` pictures, a day apart from each other, the oldest first.
    @discardableResult
    public func saveDays(_ count: Int) throws -> [PHAsset] {
        try (0..<count).map { day in
            try save("DAY_\(day).JPG", seed: day) { $0.creationDate = World.day(day) }
        }
    }

    /// Noon of a day after 1 March 2022.
    public static func day(_ number: Int) -> Date { Date(timeIntervalSince1970: 1_646_136_000 + 86_400 * Double(number)) }

    /// Fetches the asset as it is now.
    public func asset(_ identifier: String?) throws -> PHAsset {
        guard let identifier, let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject else {
            throw Failure(description: "No asset \(identifier ?? "was made")")
        }
        return asset
    }

    public func again(_ asset: PHAsset) throws -> PHAsset { try self.asset(asset.localIdentifier) }

    @discardableResult
    public func album(_ title: String, _ assets: [PHAsset] = []) throws -> PHAssetCollection {
        var identifier = ""
        try PHPhotoLibrary.shared().performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            request.addAssets(assets as NSFastEnumeration)
            identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return try album(identifier: identifier)
    }

    /// Fetches the album as it is now.
    public func album(identifier: String) throws -> PHAssetCollection {
        guard let album = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject else {
            throw Failure(description: "No album \(identifier)")
        }
        return album
    }

    public func again(_ album: PHAssetCollection) throws -> PHAssetCollection { try self.album(identifier: album.localIdentifier) }

    @discardableResult
    public func list(_ title: String, _ children: [PHCollection] = []) throws -> PHCollectionList {
        var identifier = ""
        try PHPhotoLibrary.shared().performChangesAndWait {
            let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
            request.addChildCollections(children as NSFastEnumeration)
            identifier = request.placeholderForCreatedCollectionList.localIdentifier
        }
        return try list(identifier: identifier)
    }

    /// Fetches the folder as it is now.
    public func list(identifier: String) throws -> PHCollectionList {
        guard let list = PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil).firstObject else {
            throw Failure(description: "No folder \(identifier)")
        }
        return list
    }

    public func again(_ list: PHCollectionList) throws -> PHCollectionList { try self.list(identifier: list.localIdentifier) }
}
