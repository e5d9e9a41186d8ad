import PhotoModel
import Query

/// Which column answers which key of assets.
enum AssetKeys {
    static let sources: [String: SQLMapping.Source] = [
        "localIdentifier": .column("asset.uuid", .uuid, isNullable: false),
        "creationDate": .column("asset.creationDate", .date),
        "localCreationDate": .column("\(LocalDateFunction.name)(asset.creationDate, asset.creationOffset)", .date),
        "modificationDate": .column("asset.modificationDate", .date),
        "mediaType": .column("asset.mediaType", .integer, isNullable: false),
        "mediaSubtypes": .column("asset.mediaSubtypes", .integer, isNullable: false),
        "duration": .column("asset.duration", .real, isNullable: false),
        "pixelWidth": .column("asset.pixelWidth", .integer, isNullable: false),
        "pixelHeight": .column("asset.pixelHeight", .integer, isNullable: false),
        "favorite": .column("asset.favorite", .bool, isNullable: false),
        "hidden": .column("asset.hidden", .bool, isNullable: false),
        "burstIdentifier": .column("asset.burstIdentifier", .text),
        "representsBurst": .column("asset.representsBurst", .bool, isNullable: false),
        "burstSelectionTypes": .column("asset.burstSelectionTypes", .integer, isNullable: false),
        "playbackVariation": .column("asset.playbackVariation", .integer, isNullable: false),
        "originalResourceChoice": .column("asset.originalChoice", .integer, isNullable: false),
        "adjustmentFormatIdentifier": .column("asset.adjustmentFormatIdentifier", .text),
        "sourceType": .column("asset.sourceType", .integer, isNullable: false),
        "playbackStyle": .column("asset.playbackStyle", .integer, isNullable: false),
        "hasAdjustments": .column("(asset.adjustmentFormatIdentifier IS NOT NULL)", .bool, isNullable: false),
        "addedDate": .column("asset.addedDate", .date, isNullable: false),
        "trashed": .column("asset.trashed", .bool, isNullable: false),
        "trashedDate": .column("asset.trashedDate", .date),
        "filename": .column("asset.filename", .text, isNullable: false),
        "fileSize": .column("asset.fileSize", .integer, isNullable: false),
        "uniformTypeIdentifier": .column("asset.uniformType", .text, isNullable: false),
        "title": .column("asset.title", .text),
        "caption": .column("asset.caption", .text),
        // Whatever does not depend on the asset is found once, through the names' and titles' own tables, and not once an asset.
        "keywords": .toMany(
            element: "keyword.name", .text,
            exists: isHolder(keywordHolders), count: "asset.keywordCount"),
        "album": albums(element: "album.title", .text, having: "album.title IS NOT NULL"),
        "album.localIdentifier": albums(element: "album.uuid", .uuid, having: "1"),
        "folder": folders,
        // Unset is 0 in the column and nil for a person.
        "rating": .column("nullif(asset.rating, 0)", .integer),
        "cameraMake": .column("asset.cameraMake", .text),
        "camera": .column("asset.cameraModel", .text),
        "lens": .column("asset.lens", .text),
        "frontFacing": .column("asset.frontFacing", .bool, isNullable: false),
        "raw": .column("asset.raw", .bool, isNullable: false),
        "latitude": .column("asset.latitude", .real),
        "longitude": .column("asset.longitude", .real),
        "place": .toMany(
            element: "place.value", .text,
            exists: "EXISTS (SELECT 1 FROM json_each(\(PlaceFunction.name)(asset.latitude, asset.longitude)) AS place WHERE {condition})",
            count: "json_array_length(\(PlaceFunction.name)(asset.latitude, asset.longitude))"),
    ]

    /// For who was given single assets, and knows of no albums: nothing is in any.
    static let limitedSources = sources.merging([
        "album": inNoAlbum("''", .text), "album.localIdentifier": inNoAlbum("x''", .uuid),
        "folder": inNoAlbum("''", .text),
    ]) { $1 }

    private static func inNoAlbum(_ element: String, _ kind: SQLMapping.Kind) -> SQLMapping.Source {
        .toMany(element: element, kind, exists: "(FALSE AND {condition})", count: "0")
    }

    private static func albums(element: String, _ kind: SQLMapping.Kind, having condition: String) -> SQLMapping.Source {
        .toMany(
            element: element, kind,
            exists: isHolder(albumHolders(having: condition)),
            count: """
                (SELECT count(*) FROM membership AS held CROSS JOIN collection AS album ON album.id = held.collectionID \
                WHERE held.assetID = asset.id AND \(isAlbum(having: condition)))
                """)
    }

    /// From the folders that are meant down to the albums, so that the tree is walked once and not once an asset.
    private static let folders = SQLMapping.Source.toMany(
        element: "folder.title", .text,
        exists: isHolder(folderHolders),
        count: """
            (WITH RECURSIVE above(id) AS (\
            SELECT album.parentID FROM membership AS held CROSS JOIN collection AS album ON album.id = held.collectionID WHERE held.assetID = asset.id \
            UNION SELECT inside.parentID FROM above CROSS JOIN collection AS inside ON inside.id = above.id) \
            SELECT count(*) FROM above CROSS JOIN collection AS folder ON folder.id = above.id WHERE folder.title IS NOT NULL)
            """)

    // MARK: What an asset has several of

    private static func isHolder(_ holders: String) -> String { "asset.id IN (\(holders))" }

    private static let keywordHolders = """
        SELECT asset_keyword.assetID FROM keyword CROSS JOIN asset_keyword ON asset_keyword.keywordID = keyword.id WHERE {condition}
        """

    private static func isAlbum(having condition: String) -> String { "album.kind = \(CollectionRecord.Kind.album.rawValue) AND \(condition)" }

    private static func albumHolders(having condition: String) -> String {
        """
        SELECT held.assetID FROM collection AS album CROSS JOIN membership AS held ON held.collectionID = album.id \
        WHERE \(isAlbum(having: condition)) AND {condition}
        """
    }

    private static let folderHolders = """
        WITH RECURSIVE below(id) AS (\
        SELECT folder.id FROM collection AS folder \
        WHERE folder.kind = \(CollectionRecord.Kind.folder.rawValue) AND folder.title IS NOT NULL AND {condition} \
        UNION SELECT part.id FROM below CROSS JOIN collection AS part ON part.parentID = below.id) \
        SELECT held.assetID FROM below CROSS JOIN membership AS held ON held.collectionID = below.id
        """

    /// How the assets are found of which a condition on such a key holds, as a statement of its own.
    struct Holders {
        fileprivate let mapping: SQLMapping
        fileprivate let knowsAlbums: Bool

        /// `nil` for what somebody who was given single assets knows nothing of: of those nobody holds anything.
        subscript(isLimited: Bool) -> SQLMapping? { isLimited && knowsAlbums ? nil : mapping }
    }

    static let holders: [String: Holders] = {
        func holders(_ name: String, _ statement: String, knowsAlbums: Bool) -> (String, Holders)? {
            guard case .toMany(let element, let kind, _, let count)? = sources[name] else { return nil }
            return (name, Holders(mapping: SQLMapping([name: .toMany(element: element, kind, exists: statement, count: count)]), knowsAlbums: knowsAlbums))
        }
        return Dictionary(
            uniqueKeysWithValues: [
                holders("keywords", keywordHolders, knowsAlbums: false),
                holders("album", albumHolders(having: "album.title IS NOT NULL"), knowsAlbums: true),
                holders("album.localIdentifier", albumHolders(having: "1"), knowsAlbums: true),
                holders("folder", folderHolders, knowsAlbums: true),
            ].compactMap { $0 })
    }()

    /// What the kept counts can answer as well.
    static let countSources: [String: SQLMapping.Source] = [
        "mediaType": .column("mediaType", .integer, isNullable: false),
        "mediaSubtypes": .column("mediaSubtypes", .integer, isNullable: false),
        "favorite": .column("favorite", .bool, isNullable: false),
        "hidden": .column("hidden", .bool, isNullable: false),
        "representsBurst": .column("representsBurst", .bool, isNullable: false),
        "sourceType": .column("sourceType", .integer, isNullable: false),
        "playbackStyle": .column("playbackStyle", .integer, isNullable: false),
        "trashed": .column("trashed", .bool, isNullable: false),
    ]

    /// `ORDER BY` terms: the keys, then the row id in the first key's direction, so that an index gives both directions.
    static func order(by sort: [SortKey]) throws(QueryError) -> String {
        try PredicateSQL.assets.order(by: sort, id: "asset.id")
    }

    /// Whether the only sort key is the creation date.
    static func isByDate(_ sort: [SortKey]) -> Bool {
        guard sort.count == 1, let index = KeySpace.assets.index(of: sort[0].key) else { return false }
        return KeySpace.assets.keys[index].name == "creationDate"
    }
}

extension PredicateSQL {
    /// `ORDER BY` terms ending with the row id in the first key's direction.
    /// - Throws: a `QueryError` for a key that the objects lack or have several values of.
    func order(by sort: [SortKey], id: String) throws(QueryError) -> String {
        let keys = try space.orderSQL(try space.resolve(sort), mapping)
        return keys + ", " + id + (sort.first?.ascending == false ? " DESC" : "")
    }
}
