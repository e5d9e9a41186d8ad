/// The twelfth schema: links by which people send photos into an album. `quotaBytes` and `quotaFiles` bound all that comes by one, and are `NULL` for a link that shows;
/// `sentBytes` and `sentFiles` count what came in batches that are gone. Those that are there still know themselves what they hold.
enum SchemaV12 {
    static let shares = """
        ALTER TABLE share ADD COLUMN quotaBytes INTEGER CHECK (quotaBytes IS NULL OR quotaBytes > 0);
        ALTER TABLE share ADD COLUMN quotaFiles INTEGER CHECK (quotaFiles IS NULL OR quotaFiles > 0);
        ALTER TABLE share ADD COLUMN sentBytes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE share ADD COLUMN sentFiles INTEGER NOT NULL DEFAULT 0;
        """
}
