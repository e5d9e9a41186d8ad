/// The third schema: what a file that others may change looked like when its bytes were last compared. Files that were imported before, and copies that the
/// library made for itself, have none of it.
enum SchemaV3 {
    static let resources = """
        ALTER TABLE resource ADD COLUMN inode INTEGER;
        ALTER TABLE resource ADD COLUMN modifiedNanoseconds INTEGER;
        ALTER TABLE resource ADD COLUMN changedNanoseconds INTEGER;
        """
}
