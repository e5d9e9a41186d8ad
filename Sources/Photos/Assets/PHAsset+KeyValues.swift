import Foundation
import LibraryEngine
import PhotoModel

extension PHAsset {
    /// The private keys that clients look up, and the names of properties. Numbers come as `NSNumber`, as key-value coding gives them.
    func keyedValue(_ key: String) -> Any? { propertyValue(key) ?? additionValue(key) ?? fileValue(key) }

    private func propertyValue(_ key: String) -> Any? {
        switch key {
        case "mediaType": NSNumber(value: mediaType.rawValue)
        case "mediaSubtypes", "mediaSubtype": NSNumber(value: mediaSubtypes.rawValue)
        case "playbackStyle": NSNumber(value: playbackStyle.rawValue)
        case "playbackVariation": NSNumber(value: playbackVariation.rawValue)
        case "sourceType": NSNumber(value: sourceType.rawValue)
        case "creationDate", "dateCreated": creationDate
        case "modificationDate": modificationDate
        case "addedDate", "dateAdded": addedDate
        case "pixelWidth": NSNumber(value: pixelWidth)
        case "pixelHeight": NSNumber(value: pixelHeight)
        case "duration": NSNumber(value: duration)
        case "location": location
        case "isFavorite", "favorite": NSNumber(value: isFavorite)
        case "isHidden", "hidden": NSNumber(value: isHidden)
        case "isSyncFailureHidden": NSNumber(value: isSyncFailureHidden)
        case "rating": rating == .unset ? nil : NSNumber(value: rating.rawValue)
        case "hasAdjustments": NSNumber(value: hasAdjustments)
        case "adjustmentsState": NSNumber(value: adjustmentsState.rawValue)
        case "adjustmentTimestamp": adjustmentTimestamp
        case "adjustmentFormatIdentifier": adjustmentFormatIdentifier
        case "burstIdentifier": burstIdentifier
        case "burstSelectionTypes": NSNumber(value: burstSelectionTypes.rawValue)
        case "representsBurst": NSNumber(value: representsBurst)
        case "originalResourceChoice": NSNumber(value: originalResourceChoice.rawValue)
        case "contentType": contentType.identifier.isEmpty ? nil : contentType
        case "extendedMetadata": extendedMetadata
        default: nil
        }
    }

    private func additionValue(_ key: String) -> Any? {
        switch key {
        case "localCreationDate":
            record.localCreationDate(session.timeZone).map { Date(timeIntervalSinceReferenceDate: $0) }
        case "title": record.title
        case "caption": extendedMetadata.caption
        case "keywords": extendedMetadata.keywords
        case "isTrashed", "trashed", "trashedState": NSNumber(value: record.isTrashed)
        case "trashedDate": trashedDate
        case "expirationDate": expirationDate
        case "cameraMake": record.cameraMake
        case "camera", "cameraModel": record.cameraModel
        case "lens", "lensModel": record.lens
        case "frontFacing", "isFrontFacing": NSNumber(value: record.isFrontFacing)
        case "raw", "isRaw": NSNumber(value: record.isRaw)
        case "latitude": location.map { NSNumber(value: $0.coordinate.latitude) }
        case "longitude": location.map { NSNumber(value: $0.coordinate.longitude) }
        case "place", "places": location.flatMap { session.openLibrary?.allPlaceNames(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude) } ?? []
        case "album", "albums": albums.compactMap(\.title)
        case "folder", "folders": folders.compactMap(\.title)
        case "album.localIdentifier", "albumIdentifier": albums.map { $0.uuid.uuidString + PHAssetCollection.identifierSuffix }
        default: nil
        }
    }

    /// About the original, but for what says whether the current version is at hand.
    private func fileValue(_ key: String) -> Any? {
        switch key {
        case "filename", "originalFilename": extendedMetadata.originalFilename ?? record.filename
        case "fileSize", "originalFilesize": NSNumber(value: record.fileSize)
        case "uniformTypeIdentifier": record.uniformType
        case "locallyAvailable", "isLocallyAvailable": NSNumber(value: isLocallyAvailable)
        case "isCloudPlaceholder", "cloudPlaceholder": NSNumber(value: !isTombstone && !isLocallyAvailable)
        case "mainFileURL": originalURL
        case "pathForOriginalFile": originalURL?.path
        case "directory": originalURL?.deletingLastPathComponent().path
        default: nil
        }
    }

    private var albums: [CollectionRecord] { (try? session.read { try $0.collectionsContaining(assetID: self.record.id) }.get()) ?? [] }

    /// Those that its albums lie in, however deep, each once.
    private var folders: [CollectionRecord] {
        (try? session.read { reader in
            var found: [CollectionRecord] = [], known: Set<Int64> = []
            for album in try reader.collectionsContaining(assetID: self.record.id) {
                var next = album.parentID
                while let id = next, known.insert(id).inserted, let folder = try reader.collection(id: id) {
                    found.append(folder)
                    next = folder.parentID
                }
            }
            return found
        }.get()) ?? []
    }

    private var resources: [ResourceRecord] { (try? session.read { try $0.resources(assetID: self.record.id) }.get()) ?? [] }

    /// True where the current version's bytes are on this machine.
    private var isLocallyAvailable: Bool { resources.current(of: record)?.isLocal ?? false }

    private var originalURL: URL? { resources.original.flatMap { session.fileURL(of: $0) } }
}

extension LibrarySession {
    /// Whether one of the library's files is there, whatever the catalogue says of it. Looks at the disk.
    func holdsFile(of resource: ResourceRecord) -> Bool {
        guard resource.location.isManaged, !resource.isEmbedded, let gate = try? gate(),
            (try? gate.requireSight(ofAsset: resource.assetID)) != nil
        else { return false }
        return (try? gate.library.isMissing(resource)) == false
    }

    /// Where a resource's file should lie; `nil` for one that is elsewhere, or whose name is no text, or which the application may not see any more. A movie
    /// that is a part of its picture's file gets one.
    /// For reading only: originals never change.
    func fileURL(of resource: ResourceRecord) -> URL? {
        guard resource.isLocal, let gate = try? gate(), (try? gate.requireSight(ofAsset: resource.assetID)) != nil,
            let path = try? resource.isEmbedded ? gate.library.openResource(resource).path : gate.library.path(of: resource),
            let text = String(validating: path.bytes, as: UTF8.self)
        else { return nil }
        return URL(fileURLWithPath: text)
    }
}
