/// The fourth schema: where in the file of another resource the bytes of one begin. The movie of a motion photo lies in its picture's file; every other
/// resource has a file of its own, and none of it.
enum SchemaV4 {
    static let resources = "ALTER TABLE resource ADD COLUMN fileOffset INTEGER;"
}
