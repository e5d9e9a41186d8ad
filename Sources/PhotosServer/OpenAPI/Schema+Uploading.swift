/// The schemas of uploads.
extension Schema {
    static let uploading: [String: Schema] = [
        "UploadFile": uploadFileSchema, "UploadRequest": uploadRequestSchema, "UploadBatch": object(batchFields + [("files", list(named("UploadStatus")))]),
        "UploadStatus": uploadStatusSchema, "UploadSummary": object(batchFields), "SentRequest": sentRequestSchema,
        "SentBatch": object(ownFields + [("files", list(named("SentStatus")))]), "SentStatus": sentStatusSchema, "Uploads": object(["batches": list(named("UploadSummary"))]),
    ]

    private static let digest = text(matching: "^[0-9a-f]{64}$")
    private static let uploadFileSchema = object(
        [
            "name": text(matching: "^[^/\\u0000-\\u001f\\u007f]+$").atMost(characters: 255).described("Its own name."),
            "folder": string.atMost(characters: 2_000).described("Where it is below what was chosen, such as 2019/Lisbon: files of one folder may be one picture’s.").optional,
            "size": whole(from: 0, to: 1 << 42).described("Bytes."),
            "modified": number.orNull.described("When it was written last, in seconds since 1970.").optional,
            "sha256": digest.orNull.described("Of its content: what the library has need not be sent, and what was damaged on its way is refused.").optional,
        ], isOpen: true)
    private static let uploadRequestSchema = object(
        ["album": id.orNull.described("Gets what comes in.").optional, "files": announced, "isComplete": isLast, "after": after], isOpen: true)
    private static let sentRequestSchema = object(["files": announced, "isComplete": isLast, "after": after], isOpen: true)
    private static let announced = list(named("UploadFile"), atMost: UploadRoutes.mostFiles).optional
    private static let isLast = boolean.standard(false).described("Whether no more files will be announced: what is whole then comes in.").optional
    private static let after = whole(from: 0).described(
        "How many files of the batch the client knows of. Those of this request that stand behind them already keep their numbers; a batch that is begun has none."
    ).optional
    private static let batchFields: [(String, Schema)] =
        ownFields + [
            ("album", id.orNull), ("link", id.orNull.described("The link that it comes by; null for the owner’s own.")),
            ("trouble", string.orNull.described("Why files that are here don’t come into the library for the moment; they are tried again.")),
        ]
    /// What is the sender's own.
    private static let ownFields: [(String, Schema)] = [
        ("id", id), ("isComplete", boolean), ("expires", date), ("revision", count.described("Counts what happens to it.")),
        ("count", count.described("Files.")),
        ("done", count.described("Files of which something was decided.")), ("failed", count.described("Those of these that could not come in.")),
        ("bytes", count.described("Bytes of the others.")),
        ("received", count.described("Bytes of these that are here.")),
        ("isActive", boolean.described("Whether somebody sends one of them at this moment.")),
    ]
    private static let fileFields: [(String, Schema)] = [
        ("number", whole(from: 1).described("Names it in its batch: its bytes are sent to …/BATCH/files/NUMBER.")), ("name", string), ("folder", string), ("size", count),
        ("modified", number.orNull), ("offset", count.described("Bytes of it that are here.")), ("isWhole", boolean.described("Whether nothing more of it has to be sent.")),
    ]
    private static let sentStatusSchema = object(fileFields + [("outcome", sentOutcomeSchema)])
    private static let sentOutcomeSchema = object([
        "kind": one(of: "received", "skipped", "failed", "withdrawn").described("received says nothing of what was in the library before."),
        "code": string.orNull.described("Stable, for one that failed or was skipped."),
    ]).orNull.described("null until something was decided.")
    private static let uploadStatusSchema = object(fileFields + [("outcome", uploadOutcomeSchema)])
    private static let uploadOutcomeSchema = object([
        "kind": one(of: "imported", "joined", "duplicate", "skipped", "failed", "withdrawn").described(
            "joined became a part of an asset, as a movie of its photo; a duplicate was in the library; withdrawn was given up, by its sender or for its age."),
        "asset": id.orNull.described("The asset that has its content."), "isInTrash": boolean.described("Whether that is in Recently Deleted."),
        "code": string.orNull.described("Stable, for one that failed or was skipped."), "message": string.orNull.described("Why, for a person."),
    ]).orNull.described("null until something was decided.")

    private static func object(_ fields: [(String, Schema)]) -> Schema {
        // As a literal would be: the order is the document's own.
        var schema = object([:])
        schema.fields["properties"] = .object(Dictionary(fields.map { ($0.0, $0.1.json) }) { $1 })
        schema.fields["required"] = .array(fields.map { .string($0.0) })
        return schema
    }
}
