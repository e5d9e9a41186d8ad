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
        "uploads": object([
            "bytes": count.described("All that may be sent by it."), "files": count, "sentBytes": count.described("What came by it, or is to come."), "sentFiles": count,
        ]).orNull.described("Of a link that takes files into its album; null for one that shows."),
    ])
    private static let shareRequestSchema = object(
        [
            "album": id.described("An album, which is followed as it changes.").optional, "assets": someIDs.described("Or photos.").optional,
            "title": string.atMost(characters: 200).orNull.described("What the page says on top; the album’s title where it is absent.").optional,
            "password": string.atMost(characters: 1_000).orNull.optional,
            "lasting": whole(from: 60, to: SharingRoutes.longest).orNull.described("Seconds until it ends; until it is taken back where it is absent.").optional,
            "downloads": boolean.standard(false).optional, "places": boolean.standard(false).optional,
            "uploads": object(
                [
                    "bytes": whole(from: 1, to: Int(ShareRecord.Quota.most.bytes)).standard(.number(Int(ShareRecord.Quota.standard.bytes))).optional,
                    "files": whole(from: 1, to: ShareRecord.Quota.most.files).standard(.number(ShareRecord.Quota.standard.files)).optional,
                ], isOpen: true
            ).described("Has people send files into the album, so many at most in all; into a new one by the title where no album is named.").optional,
        ], isOpen: true)
    private static let sharedLinkSchema = object(
        [
            "isLocked": boolean.described("Whether the password has to be given first: nothing else is told then."), "title": string.orNull.optional, "count": count.optional,
            "mayDownload": boolean.optional, "hasPlaces": boolean.optional, "expires": date.optional,
            "takes": object(["bytes": count, "files": count]).described("How much may still be sent by a link that takes files, and shows nothing.").optional,
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
