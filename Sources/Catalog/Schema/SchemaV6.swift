/// The sixth schema: the SHA-1 of a file beside its SHA-256, for those who compare with services that know no other. `NULL` for what came in before that was
/// kept, until somebody asks for it.
enum SchemaV6 {
    static let resources = "ALTER TABLE resource ADD COLUMN sha1 BLOB CHECK (sha1 IS NULL OR length(sha1) = 20);"
}
