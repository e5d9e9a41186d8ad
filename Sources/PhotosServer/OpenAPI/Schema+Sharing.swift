import PhotoModel

/// The schemas of links.
extension Schema {
    static let sharing: [String: Schema] = [
        "Share": shareSchema, "ShareRequest": shareRequestSchema, "ShareMade": object(["url": string.described("What is sent to people."), "share": named("Share")]),
        "SharedLink": sharedLinkSchema, "SharedItems": sharedItemsSchema,
    ]

    private static let shareSchema = object([
        "id": id, "title": string.orNull, "album": id.orNull.described("The album that it follows; null for photos that were named."),
        "count": count.described("Photos that it shows now."), "hasPassword": boolean, "downloads": boolean.described("Whether the files may be had as they came in."),
        "places": boolean.described("Whether places are told, and stay in the files."), "created": date, "expires": date,
        "isOver": boolean.described("Whether its time is over."),
    ])
    private static let shareRequestSchema = object(
        [
            "album": id.described("An album, which is followed as it changes.").optional, "assets": someIDs.described("Or photos.").optional,
            "title": string.atMost(characters: 200).orNull.described("What the page says on top; the album’s title where it is absent.").optional,
            "password": string.atMost(characters: 1_000).orNull.optional,
            "lasting": whole(from: 60, to: SharingRoutes.longest).orNull.described("Seconds until it ends; until it is taken back where it is absent.").optional,
            "downloads": boolean.standard(false).optional, "places": boolean.standard(false).optional,
        ], isOpen: true)
    private static let sharedLinkSchema = object(
        [
            "isLocked": boolean.described("Whether the password has to be given first: nothing else is told then."), "title": string.orNull.optional, "count": count.optional,
            "mayDownload": boolean.optional, "hasPlaces": boolean.optional, "expires": date.optional,
        ])
    private static let sharedItemsSchema = object([
        "count": count.described("All that the link shows."), "position": count.described("Changes whenever the list may have."),
        "items": list(
            object([
                "id": id, "revision": count, "kind": string, "date": number.orNull.described("Seconds since 1970 by the clock at that place."), "width": count, "height": count,
                "duration": number, "isLive": boolean, "title": string.orNull, "caption": string.orNull,
                "filename": string.orNull.described("Where files may be downloaded."),
                "place": object(["latitude": number, "longitude": number]).described("Where the link tells places.").optional,
                "placeholder": colours,
            ])),
    ])
}
