extension KeySpace {
    private static let sharedCollectionKeys = [
        QueryKey("localIdentifier", type: .identifier, isDocumented: true, summary: "the collection's identifier; SELF means the same"),
        QueryKey("localizedTitle", "title", type: .string, isDocumented: true, summary: "the title"),
        QueryKey("startDate", type: .date, isDocumented: true, summary: "the earliest creation date inside"),
        QueryKey("endDate", type: .date, isDocumented: true, summary: "the latest creation date inside"),
    ]

    /// The keys of albums, smart albums and moments.
    package static let collections = KeySpace(
        name: "asset collections",
        keys: sharedCollectionKeys + [
            QueryKey("estimatedAssetCount", type: .integer, isDocumented: true, summary: "how many assets it holds")
        ], selfKey: "localIdentifier")

    /// The keys of folders and other lists of collections.
    package static let collectionLists = KeySpace(name: "collection lists", keys: sharedCollectionKeys, selfKey: "localIdentifier")
}
