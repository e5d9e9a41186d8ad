import Adjustments
import PhotoModel

/// The schemas that the document names.
extension Schema {
    static let id = named("ID"), ids = named("IDs"), someIDs = named("SomeIDs"), count = named("Count"), position = named("Position"), ranges = named("Ranges"),
        date = named("Date")
    static let tile = named("Tile"), colours = named("Colours"), subtypes = named("Subtypes")

    static let all: [String: Schema] = [
        "ID": idSchema, "IDs": idsSchema, "SomeIDs": someIDsSchema, "Count": countSchema, "Position": positionSchema, "Ranges": rangesSchema, "Date": dateSchema,
        "Problem": problemSchema, "Library": librarySchema, "Timeline": timelineSchema, "Suggestions": suggestionsSchema, "Page": pageSchema, "Covers": coversSchema,
        "Map": mapSchema, "Towns": townsSchema, "FoundTowns": foundTownsSchema, "MapTiles": mapTilesSchema,
        "Place": placeSchema,
        "Hello": helloSchema, "Change": changeSchema, "Thumbnails": thumbnailsSchema, "Colours": coloursSchema, "Subtypes": subtypesSchema,
        "Cloud": cloudSchema, "Tile": tileSchema, "Exposure": exposureSchema, "Resource": resourceSchema, "Asset": assetSchema, "Archive": archiveSchema,
        "Stream": streamSchema, "CollectionID": collectionIDSchema, "Collections": collectionsSchema, "Collection": collectionSchema, "Act": actSchema,
        "ListChoice": listChoiceSchema, "BulkEdit": bulkEditSchema, "BulkPreview": bulkPreviewSchema, "Done": doneSchema,
        "Duplicates": duplicatesSchema, "DuplicateProgress": duplicateProgressSchema, "MergePlan": mergePlanSchema,
        "Adjustments": adjustmentsSchema, "Edit": editSchema, "Edited": editedSchema, "Trim": trimSchema, "Part": partSchema, "Speed": speedSchema,
        "Clients": clientsSchema, "Client": clientSchema, "ClientRequest": clientRequestSchema, "ClientAdmitted": clientAdmittedSchema,
    ].merging(picking) { $1 }.merging(sharing) { $1 }.merging(uploading) { $1 }

    // MARK: Lists, and what everything is made of

    private static let idSchema = text(matching: "^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$").described("An upper-case UUID.")
    private static let idsSchema = list(id)
    private static let someIDsSchema = list(id).atLeast(1)
    private static let countSchema = whole(from: 0)
    private static let positionSchema = whole(from: 0).described("A place in the library's change log: what is told at one position fits together.")
    private static let rangesSchema = list(tuple(count, whole(from: 1))).described("Start and length, ascending.")
    private static let dateSchema = text(matching: #"^[+-]?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"#).orNull
    private static let problemSchema = object([
        "type": text(matching: "^/problems/[a-z-]+$").described("Stable, to be tested for."),
        "title": string, "status": whole(from: 400, to: 599), "detail": string.described("What happened to what, and what to do next."),
        "instance": string.described("The path that was asked for.").optional,
        "code": string.described("Of a search: which kind of mistake.").optional,
        "position": whole(from: 0).described("Of a search: where the mistake is, in characters.").optional,
        "words": string.described("Of a search that can't be read as a condition: one for the same words as they stand.").optional,
        "instead": string.described("Of a condition that compares a date with a number: the one for the year that was most likely meant.").optional,
    ])
    private static let librarySchema = object([
        "name": string,
        "path": string.orNull.described(
            "Where the library lies on the machine that serves it, as --library takes it there; null for everybody but its owner."),
        "uuid": id, "version": string, "position": position,
        "counts": map(of: count, with: "assets", "images", "videos", "favorites", "hidden", "trashed"),
        "writable": boolean,
    ])
    private static let timelineSchema = object([
        "position": position, "count": count, "by": one(of: "day", "month"), "order": one(of: "newest", "oldest", "album"),
        "buckets": list(tuple(text(matching: "^[+-]?[0-9]{4,}-[0-9]{2}(-[0-9]{2})?$").orNull, whole(from: 1))).described(
            "A day or month where the photos were taken, and its count; null for assets without a date, and for an album in an order of its own."),
        "search": object([
            "kind": one(of: "none", "words", "predicate"),
            "predicate": string.described("The condition, also what words became; empty without one."),
            "understood": list(understanding).described("What words were understood as a date or a kind, in their order."),
        ]),
    ])
    private static let suggestionsSchema = object([
        "suggestions": list(
            object([
                "type": one(of: "album", "folder", "keyword", "place", "camera", "lens", "word"), "text": string.described("As it was written."),
                "search": string.described("The whole search with it: what `q` becomes."), "count": whole(from: 1).described("How many that finds."),
            ]), atMost: 8)
    ])
    private static let pageSchema = object(["position": position, "count": count, "offset": count, "assets": list(tile, atMost: 1000)])
    private static let coversSchema = object([
        "position": position, "covers": list(object(["tile": tile.orNull.described("null where there is none, or none any more.")]), atMost: 100),
    ])
    private static let boxSchema = object(["west": number, "south": number, "east": number, "north": number]).described(
        "Degrees; west is greater than east across the line where 180 degrees east become west.")
    private static let mapSchema = object([
        "position": position, "count": count.described("Of the list."), "placed": count.described("Those of the list that say where they were taken."),
        "predicate": string.described("The condition of the search, also what words became; empty without one."),
        "bounds": boxSchema.orNull.described("Between the outermost of these; null without any."),
        "clusters": list(
            object([
                "latitude": number, "longitude": number, "count": whole(from: 1), "bounds": boxSchema,
                "tile": tile.orNull.described("The first of them in the list; null where it is gone meanwhile."),
            ]), atMost: MapClusters.most),
    ])
    private static let townsSchema = object([
        "towns": list(
            object(["name": string, "latitude": number, "longitude": number, "population": count.described("0 where nobody says.")]), atMost: MapRoutes.mostTowns)
    ])
    private static let foundTownsSchema = object([
        "towns": list(
            object([
                "names": list(string).atLeast(1).described("Part of town, town, region, country, as far as it lies in them."), "latitude": number, "longitude": number,
            ]), atMost: TownRoutes.most)
    ])
    private static let mapTilesSchema = object([
        "tiles": object([
            "template": string.described("The address of a picture, with {z}, {x} and {y} for its zoom, column and row (Web Mercator, rows from the north)."),
            "server": string.described("Its origin, from which the gallery's page may load pictures."), "credit": string.described("Whose they are, to be shown."),
        ]).orNull
    ])
    private static let placeSchema = object([
        "position": position, "index": whole(from: 0).orNull.described("null for an asset that is not in the list."), "nearest": count,
    ])
    private static let helloSchema = object([
        "position": position, "count": count, "beat": number.described("Seconds within which something is told, were it a sign of life: a line that is silent for longer is dead."),
    ])
    private static let changeSchema = object([
        "position": position, "count": count, "incremental": boolean.described("false: fetch the list anew."),
        "removed": ranges.described("In the list before; what moved is removed and inserted."), "inserted": ranges, "changed": ranges,
        "collections": boolean.described("Albums, or the counts of smart albums, changed."),
    ])

    private static let understanding = object(
        [
            "text": string.described("The words, as they were typed."), "rest": string.described("The search without them."),
            "type": one(of: "kind", "days", "yearly"), "kind": string.optional,
            "spans": list(object(["from": string.orNull, "to": string.orNull], isOpen: true)).described(
                "One of these, from a day through another; open where an end is null."
            ).optional,
            "month": whole(from: 1, to: 12).optional, "day": whole(from: 1, to: 31).orNull.optional,
            "or": object(["month": whole(from: 1, to: 12), "day": whole(from: 1, to: 31)], isOpen: true).described(
                "The other reading, where month and day may be meant the other way round."
            ).optional,
            "to": object(["month": whole(from: 1, to: 12), "day": whole(from: 1, to: 31).orNull], isOpen: true).described(
                "The end of a stretch of every year, in the next one where it comes before the beginning."
            ).optional,
        ], isOpen: true)

    // MARK: Assets

    private static let thumbnailsSchema = object([
        "type": constant(MIMEType.jpeg),
        "thumbnails": list(
            string.orNull.encoded("base64").described(
                "null where none is stored: its own address, /image/UUID/REVISION/thumbnail or medium, makes it.")),
    ])
    private static let coloursSchema = text(matching: "^[0-9A-F]{24}$").orNull.described(
        "RRGGBB of the upright picture's quarters, row by row. null where nobody has looked yet.")
    private static let subtypesSchema = list(string).described("Case names of PHAssetMediaSubtype, such as photoLive.")
    private static let tileSchema = object([
        "id": id, "revision": count, "date": number.orNull.described("Seconds since 1970."),
        "offset": integer.orNull.described("Seconds east of UTC where it was taken; the library's where nobody knows."),
        "width": count, "height": count, "kind": mediaType, "subtypes": subtypes, "duration": duration,
        "playback": one(of: "live", "loop", "bounce", "longExposure", "still").orNull.described("How a Live Photo plays; null for what is none."),
        "isFavorite": boolean,
        "isHidden": boolean, "isDamaged": boolean,
        "expires": number.orNull.described("Of what is in Recently Deleted: when its thirty days are over, in seconds since 1970."),
        "burst": boolean, "userPick": boolean.described("A frame that a person picked from its burst."),
        "burstPick": boolean.described("A frame that the camera or a person picked, or that stands for its burst."),
        "raw": boolean, "rawPair": boolean.described("A photo that has its RAW beside it."),
        "showsRaw": boolean.described("Of such a photo: whether the RAW is the original, which is shown where there is no edit.").optional,
        "edited": boolean, "filename": string, "title": string.orNull, "placeholder": colours,
        "isElsewhere": boolean.described(
            "Whether a file of it is in the library's store alone, and is fetched when it is opened. For the owner and for people at pickers, where there is a store."
        ).optional,
    ]).described("What it takes to show an asset among others.")
    private static let filesSchema = object(["files": count, "bytes": count])
    private static let cloudSchema = object([
        "isConnected": boolean.described("Whether the library has a store; the rest is there if so."),
        "isPaused": boolean.described("Nothing is uploaded by itself.").optional,
        "waiting": filesSchema.described("What is here and not in the store yet.").optional, "elsewhere": filesSchema.described("What is in the store alone.").optional,
        "both": filesSchema.optional,
        "failed": list(object(["filename": string, "message": string.described("What happened, and what to do next.")]), atMost: 20).described(
            "Those whose upload failed last; they are tried again."
        ).optional,
        "progress": object(["files": count, "allFiles": count, "bytes": count, "allBytes": count]).orNull.described(
            "Of the uploads that go on; null where none does."
        ).optional,
        "problem": string.orNull.described("Why the last round of uploads ended early.").optional,
    ]).described("Originals elsewhere.")
    private static let exposureSchema = object([
        "exposureTime": number.orNull.described("Seconds."), "fNumber": number.orNull, "iso": integer.orNull,
        "focalLength": number.orNull.described("Millimetres."), "focalLengthIn35mm": integer.orNull, "flashFired": boolean.orNull, "software": string.orNull,
        "isDateOfFile": boolean.orNull.described(
            "Whether the asset's date is the file's time of modification, because nothing in the file says when it was taken."),
    ])
    private static let resourceSchema = object([
        "type": string, "filename": string, "uniformTypeIdentifier": string, "size": count, "sha256": text(matching: "^[0-9a-f]*$"),
        "offset": count.described("Of a movie in its picture's file: the byte of that file at which it begins.").optional,
        "state": one(of: "local", "cloud", "both", "missing"), "damage": string.orNull,
    ])
    private static let assetSchema = object([
        "localIdentifier": string, "filename": string, "mediaType": mediaType, "mediaSubtypes": subtypes, "playbackStyle": string, "creationDate": date,
        "creationOffset": integer.orNull.described("Seconds east of UTC where it was taken."), "modificationDate": date, "addedDate": date,
        "trashedDate": date, "pixelWidth": count, "pixelHeight": count, "duration": duration,
        "location": object(
            [
                "latitude": number, "longitude": number,
                "placeNames": list(string).described("What is there, the smallest first: part of a town, town, region, country. Empty where nobody knows."),
            ], isOpen: true
        ).orNull, "isFavorite": boolean, "isHidden": boolean, "isTrashed": boolean,
        "originalResourceChoice": one(of: "compressed", "raw").described("Which of a RAW and JPEG pair is the original; absent for all else.").optional,
        "hasAdjustments": boolean, "isDamaged": boolean, "damage": string.orNull, "burstIdentifier": string.orNull,
        "representsBurst": boolean, "contentIdentifier": string.orNull, "title": string.orNull, "caption": string.orNull,
        "rating": whole(from: 1, to: 5).orNull, "keywords": list(string),
        "camera": object(["make": string.orNull.optional, "model": string.orNull.optional, "lens": string.orNull.optional], isOpen: true).orNull,
        "resources": list(named("Resource")), "id": id, "revision": count, "placeholder": colours,
        "albums": list(object(["id": id, "title": string.orNull])), "burstCount": whole(from: 1).orNull.described("Frames of its burst."),
        "metadata": anyObject.described("What the catalogue knows of how it was taken and of its file."),
        "urls": map(of: string.orNull, with: "thumbnail", "medium", "preview", "full", "unadjusted", "original", "video", "live"),
    ])
    private static let archiveSchema = object([
        "url": string.described("Good once, for ten minutes."), "filename": string, "assets": count, "files": count,
        "bytes": whole(from: 0).described("Of the whole archive."),
        "leftOut": list(object(["filename": string, "reason": string], isOpen: true), atMost: 100).described(
            "Files that are not there or are of another size. The archive names them in “Left out.txt”."),
    ])

    private static let streamSchema = object([
        "type": string.described("For addSourceBuffer."), "duration": duration.described("Seconds; 0 where the file doesn't say."),
    ])
    private static let mediaType = one(of: "image", "video", "audio", "unknown")
    private static let duration = number.from(0)

    private func from(_ lowest: Int) -> Schema {
        var schema = self
        schema.fields["minimum"] = .number(lowest)
        return schema
    }

    // MARK: Albums and acts

    private static let collectionIDSchema = text(matching: "^([0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}|smart:[A-Za-z]+)$")
    private static let collectionsSchema = object(["position": position, "collections": list(named("Collection"))])
    private static let collectionSchema = object(
        [
            "id": named("CollectionID"), "kind": one(of: "album", "folder", "smart"), "subtype": string, "parent": id.orNull, "title": string.orNull,
            "count": whole(from: 0).orNull, "key": tile.orNull, "can": list(one(of: "rename", "delete", "add", "remove", "reorder", "arrange")),
        ], isOpen: true)
    private static let adjustmentsSchema = object(["format": constant(PhotoAdjustments.formatIdentifier), "version": text(matching: "^1[.][0-9]+$")], isOpen: true).described(
        "An edit as Docs/Adjustments.md describes it.")
    private static let editSchema = object([
        "revision": count, "edited": boolean.described("Whether the photo shows an edit, whosever."),
        "adjustments": named("Adjustments").orNull.described("Null where there is no edit of this kind."),
        "movie": object(["duration": number, "stillTime": number.described("When the still was taken.")]).orNull.described("Of a Live Photo, in seconds."),
    ])
    private static let trimSchema = object([
        "revision": count, "edited": boolean.described("Whether the video shows an edit, whosever."), "duration": number.described("Seconds of the original."),
        "part": named("Part").orNull.described("Null where there is no edit of this kind."),
    ])
    private static let partSchema = object(["start": number, "end": number]).described("Seconds of the original.")
    private static let speedSchema = object([
        "slow": object(["start": number, "end": number, "rate": number.described("How fast time passes between them: 0.25 is a quarter of full speed.")]).orNull
            .described("Null for a video that is at full speed, and for a photo.")
    ])
    private static let editedSchema = object(["position": position, "revision": count, "changed": boolean])
    private static let actSchema = either([
        act(one(of: "favorite", "hide", "pick"), ["assets": someIDs, "value": boolean]),
        act(one(of: "favorite", "hide"), ["list": named("ListChoice"), "value": boolean]),
        act(one(of: "keepPicks", "delete", "restore", "purge"), ["assets": someIDs]),
        act(one(of: "delete", "restore", "purge"), ["list": named("ListChoice")]),
        act(constant("joinBurst"), ["assets": severalIDs]),
        act(constant("leaveBurst"), ["assets": someIDs]),
        act(constant("pair"), ["assets": .tuple(id, id)]),
        act(constant("separate"), ["assets": .tuple(id)]),
        act(constant("showRaw"), ["assets": .tuple(id), "value": boolean]),
        act(
            constant("merge"),
            [
                "assets": severalIDs, "keeping": id.orNull.described("Whose file stays; null is the best one's.").optional,
                "staying": ids.described("Those that a person was told to stay: where one of them would go by now, nothing is changed.").optional,
            ]),
        act(constant("keepApart"), ["assets": severalIDs]),
        act(constant("createAlbum"), ["title": string, "parent": string.orNull.optional, "assets": ids.optional, "list": named("ListChoice").optional]),
        act(constant("createFolder"), ["title": string, "parent": string.orNull.optional]),
        act(constant("rename"), ["collection": id, "title": string]),
        act(constant("deleteCollection"), ["collection": id]),
        act(constant("moveCollection"), ["collection": id, "parent": string.orNull.optional, "before": string.orNull.optional]),
        act(one(of: "addAssets", "removeAssets"), ["collection": id, "assets": someIDs]),
        act(one(of: "addAssets", "removeAssets"), ["collection": id, "list": named("ListChoice")]),
        act(constant("moveAssets"), ["collection": id, "assets": someIDs, "before": string.orNull.optional]),
        act(constant("describe"), ["assets": someIDs, "title": string.orNull.optional, "caption": string.orNull.optional, "keywords": list(string).optional]),
        act(
            constant("describe"),
            ["list": named("ListChoice"), "title": string.orNull.optional, "caption": string.orNull.optional, "keywords": list(string).optional]),
        act(constant("edit"), ["assets": someIDs, "edit": named("BulkEdit")]),
        act(constant("edit"), ["list": named("ListChoice"), "edit": named("BulkEdit")]),
    ])
    private static let listChoiceSchema = object(
        [
            "in": string, "q": string.described("Empty for no search."), "order": one(of: "newest", "oldest", "album").optional, "filter": string.optional,
            "tz": string.optional,
            "position": position.described("When the list was seen. What came into the library since is left out."),
            "except": ids.described("Those that are left out besides.").optional,
        ], isOpen: true
    ).described("All of a list but some, by the parameters of /api/assets. However many they are, they are changed and taken back as one.")
    private static let severalIDs = list(id).atLeast(2)
    private static let duplicatesSchema = object([
        "position": position, "report": id.described("Names the report, for its other pages."), "count": count.described("Groups of the report."),
        "compared": count.described("Photos that were compared."), "leftOut": count.described("Photos without a thumbnail that can be read."),
        "unread": count.described("Photos whose pixels had to be compared and could not be read."), "offset": count,
        "groups": list(
            object([
                "likeness": one(of: "pixels", "picture", "similar"),
                "assets": ids.described("What is left of it, the best file first, of similar ones those shown; none where there is nothing left to decide."),
                "photos": list(
                    object(["tile": tile, "bytes": count, "type": string.described("A uniform type identifier.")]), atMost: DuplicateAnswer.mostShown
                ).described("The first of them."),
                "plan": named("MergePlan").orNull.described("What a merge that keeps the best file would do; null where there is nothing left to decide."),
            ]), atMost: DuplicateRoutes.longestPage),
    ])
    private static let duplicateProgressSchema = object(["isUnderWay": boolean, "done": count, "total": count.described("Photos; 0 before it is known.")])
    private static let mergePlanSchema = object([
        "kept": id, "removed": count.described("Those that go to Recently Deleted."), "stayingCount": count.described("Those that stay beside the kept one."),
        "staying": list(
            object([
                "id": id,
                "reason": one(of: "edit", "movie", "raw", "pair", "animation", "depth", "hdr", "spatial", "damage", "missing", "referenced").described(
                    "What it has and the kept one has not; Docs/Duplicates.md says more."),
            ]), atMost: 100
        ).described("The first of those that stay."),
    ])
    private static let bulkEditSchema = object(
        [
            "shift": number.described("Seconds by which the camera's clock was wrong.").optional,
            "timeZone": string.described("The zone that it was set to, such as Europe/Berlin or +02:00; what it showed stays.").optional,
            "date": string.orNull.described("Such as 2023-11-02T17:04:05+01:00; null removes it. Not with shift or timeZone.").optional,
            "place": object(["latitude": number, "longitude": number], isOpen: true).orNull.optional, "title": string.orNull.optional,
            "caption": string.orNull.optional, "keywords": list(string).described("Take the place of all that there are.").optional,
            "addKeywords": list(string).optional, "removeKeywords": list(string).optional, "rating": whole(from: 0, to: 5).optional,
        ], isOpen: true
    ).described("At least one of them; what is not there stays, and null removes. Where a date would leave the calendar nothing is changed.")
    private static let bulkValuesSchema = object([
        "date": date.optional, "offset": integer.described("Seconds east of UTC.").optional,
        "place": object(["latitude": number, "longitude": number]).optional, "title": string.optional, "caption": string.optional, "keywords": list(string).optional,
        "rating": whole(from: 0, to: 5).optional,
    ])
    private static let bulkPreviewSchema = object([
        "count": count.described("Assets that were named."), "changed": count.described("Those of them that would change."),
        "fields": map(of: count).described("By field, how many would say something else in it."),
        "changes": list(
            object(["id": id, "filename": string, "fields": list(bulkField), "from": bulkValuesSchema, "to": bulkValuesSchema])
        ).described("The first of them; what from and to lack is none."),
        "refused": count.described("Those that can't be changed so, and then none is."),
        "refusals": list(object(["id": id, "filename": string, "reason": one(of: "outOfCalendar", "noLivePhoto")])).described("The first of them."),
    ])
    private static let bulkField = one(of: "date", "place", "title", "caption", "keywords", "rating", "playback", "favorite", "merge")
    private static let doneSchema = object(
        [
            "position": position, "changed": count, "created": string.orNull.optional,
            "undo": string.orNull.described("Good for /api/undo, once; null for what can't be taken back."),
            "title": string.described("What was done, for a person who reads English."),
            "done": object([
                "act": string.described("As asked for, or unfavorite, unhide, unpick, createAlbumWith, undescribe, nothing."),
                "kinds": object(["kind": one(of: "photos", "videos", "items"), "count": count]).optional,
                "name": string.described("Of the album or folder.").optional, "new": string.described("What it is called from now on.").optional,
                "fields": list(bulkField).optional,
                "taken": object([
                    "isRedo": boolean, "some": count, "count": count,
                    "left": list(object(["filename": string, "fields": list(bulkField)])).described("The first that stay as others left them since.").optional,
                ]).described(
                    "Where it was taken back, or done again: how many of how many."
                ).optional,
            ]).described("What title says, for sentences of other languages."),
        ], isOpen: true)

    private static func act(_ name: Schema, _ more: KeyValuePairs<String, Schema>) -> Schema {
        var schema = object(more, isOpen: true)
        if case .object(let properties)? = schema.fields["properties"] { schema.fields["properties"] = .object(properties.merging(["act": name.json]) { $1 }) }
        if case .array(let required)? = schema.fields["required"] { schema.fields["required"] = .array(["act"] + required) }
        return schema
    }

    // MARK: Who is let in

    private static let clientSchema = object([
        "id": id,
        "grant": one(of: "owner", "application", "chooser", "collector").described("What it may: all, what its application was given, choose at a picker, or get what was chosen."),
        "application": string.orNull, "picker": named("ID").orNull.described("Whose choice it gets."), "since": date,
        "expires": date.described("null lasts as long as the server."), "isOwn": boolean.described("Whether it is that of whoever asks."),
    ])
    private static let clientsSchema = object(["clients": list(named("Client"))])
    private static let clientRequestSchema = object(
        [
            "application": text(matching: "^[A-Za-z0-9._-]{1,200}$").described("What PHOTOS_APP_ID is for it, and `photos access grant` names it by."),
            "lasting": whole(from: 1, to: 7_776_000).orNull.standard(.number(86_400)).described("Seconds until it ends.").optional,
        ], isOpen: true)
    private static let clientAdmittedSchema = object(["client": named("Client"), "token": string.described("For Authorization: Bearer; told this once.")])
}
