import Catalog
import Foundation
import PhotoModel
import Query

/// What a fetch must return, worked out on records in memory: filter all, sort all, cut.
struct AssetModel {
    var assets: [AssetRecord]
    /// Member row ids of albums, in album order.
    var albums: [Int64: [Int64]] = [:]
    /// Titles and identifiers of albums.
    var albumNames: [Int64: (title: String, uuid: UUID)] = [:]

    func ids(_ query: AssetQuery) throws -> [Int64] {
        let resolved = try query.predicate.map { try KeySpace.assets.resolve($0, now: TemporaryCatalog.now) }
        var found = try candidates(query.scope).filter { asset in
            try isShown(asset, query) && resolved?.matches({ value(of: asset, key: $0) }) ?? true
        }
        let keys = try KeySpace.assets.resolve(query.sort)
        if keys.isEmpty {
            if case .album = query.scope {} else { found.sort { Self.precedes($0, $1, Self.defaultOrder) } }
        } else {
            found.sort { Self.precedes($0, $1, keys) }
        }
        return found.prefix(query.limit > 0 ? query.limit : .max).map(\.id)
    }

    private static let defaultOrder = [ResolvedSortKey(key: KeySpace.assets.index(of: "creationDate") ?? 0, ascending: true)]

    static func precedes(_ a: AssetRecord, _ b: AssetRecord, _ keys: [ResolvedSortKey]) -> Bool {
        for key in keys {
            let order = key.order(value(of: a, key: key.key), value(of: b, key: key.key))
            if order != 0 { return order < 0 }
        }
        return keys[0].ascending ? a.id < b.id : a.id > b.id
    }

    private func candidates(_ scope: AssetQuery.Scope) -> [AssetRecord] {
        switch scope {
        case .library, .smartAlbum, .trash: return assets
        case .album(let id):
            let byID = Dictionary(uniqueKeysWithValues: assets.map { ($0.id, $0) })
            return (albums[id] ?? []).compactMap { byID[$0] }
        case .identifiers(let uuids): return assets.filter { uuids.contains($0.uuid) }
        case .burst(let identifier): return assets.filter { $0.burstIdentifier == identifier }
        case .moment(let range):
            return assets.filter { asset in
                asset.creationDate.map { (range.start, range.firstID) <= ($0, asset.id) && ($0, asset.id) <= (range.end, range.lastID) } ?? false
            }
        }
    }

    private func isShown(_ asset: AssetRecord, _ query: AssetQuery) -> Bool {
        let sources = query.sourceTypes.isEmpty || !asset.sourceType.isDisjoint(with: query.sourceTypes)
        let fromLibrary = !asset.sourceType.isDisjoint(with: query.sourceTypes.isEmpty ? .userLibrary : query.sourceTypes)
        let inSight =
            (query.includesHidden || !asset.isHidden)
            && (query.includesAllBursts || asset.burstIdentifier == nil || asset.representsBurst || asset.burstSelectionTypes.contains(.userPick))
        switch query.scope {
        case .identifiers: return !asset.isTrashed && sources
        case .trash: return asset.isTrashed && sources
        case .album: return !asset.isTrashed && sources && inSight
        case .library, .burst, .smartAlbum, .moment: return !asset.isTrashed && fromLibrary && inSight
        }
    }

    private func value(of asset: AssetRecord, key: Int) -> QueryValue {
        let names = { albums.filter { $0.value.contains(asset.id) }.compactMap { albumNames[$0.key] } }
        return switch KeySpace.assets.keys[key].name {
        case "album": .list(names().map { .string($0.title) })
        case "album.localIdentifier": .list(names().map { .uuid($0.uuid) })
        default: Self.value(of: asset, key: key)
        }
    }

    static func value(of asset: AssetRecord, key: Int) -> QueryValue {
        func text(_ value: String?) -> QueryValue { value.map { .string($0) } ?? .null }
        func date(_ value: Double?) -> QueryValue { value.map { .date($0) } ?? .null }
        switch KeySpace.assets.keys[key].name {
        case "localIdentifier": return .uuid(asset.uuid)
        case "creationDate": return date(asset.creationDate)
        case "localCreationDate":
            return date(
                asset.creationDate.map { date in
                    date + Double(asset.creationOffset ?? TemporaryCatalog.zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: date)))
                })
        case "modificationDate": return date(asset.modificationDate)
        case "mediaType": return .int(Int64(asset.mediaType.rawValue))
        case "mediaSubtypes": return .int(Int64(asset.mediaSubtypes.rawValue))
        case "duration": return .double(asset.duration)
        case "pixelWidth": return .int(Int64(asset.pixelWidth))
        case "pixelHeight": return .int(Int64(asset.pixelHeight))
        case "favorite": return .bool(asset.isFavorite)
        case "hidden": return .bool(asset.isHidden)
        case "burstIdentifier": return text(asset.burstIdentifier)
        case "representsBurst": return .bool(asset.representsBurst)
        case "burstSelectionTypes": return .int(Int64(asset.burstSelectionTypes.rawValue))
        case "playbackVariation": return .int(Int64(asset.playbackVariation.rawValue))
        case "originalResourceChoice": return .int(Int64(asset.originalChoice.rawValue))
        case "adjustmentFormatIdentifier": return text(asset.adjustmentFormatIdentifier)
        case "sourceType": return .int(Int64(asset.sourceType.rawValue))
        case "playbackStyle": return .int(Int64(asset.playbackStyle.rawValue))
        case "hasAdjustments": return .bool(asset.hasAdjustments)
        case "addedDate": return .date(asset.addedDate)
        case "trashed": return .bool(asset.isTrashed)
        case "trashedDate": return date(asset.trashedDate)
        case "filename": return .string(asset.filename)
        case "fileSize": return .int(asset.fileSize)
        case "uniformTypeIdentifier": return .string(asset.uniformType)
        case "title": return text(asset.title)
        case "caption": return text(asset.caption)
        case "keywords": return .list(asset.keywords.map { .string($0) })
        // A random library's albums lie in none.
        case "folder": return .list([])
        case "rating": return asset.rating == 0 ? .null : .int(Int64(asset.rating))
        case "cameraMake": return text(asset.cameraMake)
        case "camera": return text(asset.cameraModel)
        case "lens": return text(asset.lens)
        case "frontFacing": return .bool(asset.isFrontFacing)
        case "raw": return .bool(asset.isRaw)
        case "latitude": return asset.location.map { .double($0.latitude) } ?? .null
        // A random library has no gazetteer.
        case "place": return .list([])
        case "longitude": return asset.location.map { .double($0.longitude) } ?? .null
        case let name: preconditionFailure("The model has no value for the key \(name).")
        }
    }
}
