import Query

/// Which column answers which key of albums and folders.
enum CollectionKeys {
    static let sources: [String: SQLMapping.Source] = [
        "localIdentifier": .column("collection.uuid", .uuid, isNullable: false),
        "localizedTitle": .column("collection.title", .text),
        "startDate": .column("collection.startDate", .date),
        "endDate": .column("collection.endDate", .date),
        "estimatedAssetCount": .column("collection.count", .integer, isNullable: false),
    ]
}
