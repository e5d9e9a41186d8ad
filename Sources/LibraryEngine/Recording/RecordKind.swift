/// The kinds of objects in a library's record. Docs/Record.md tells what each says.
enum RecordKind {
    /// By row id: a photo or video with its keywords and files.
    static let asset = "asset"
    /// By row id: an album or a folder.
    static let collection = "collection"
    /// By the row id of an album: its assets in order.
    static let members = "members"
    /// One object: the order of albums and folders in each folder.
    static let tree = "tree"
    /// By row id: a folder of the user's that holds referenced originals.
    static let root = "root"
    /// By what stands for the application in the change log: what it was granted.
    static let access = "access"
    /// By UUID: a link for people without an account.
    static let share = "share"
    /// One object: what the library itself keeps.
    static let library = "library"
}
