/// The ninth schema: the texts of assets as searches compare them, 256 assets a row, so that a search reads them and nothing else. `WordBlock` says what stands
/// in a row, `WordIndex` how it is kept. All of it is made of `asset` and can be made again.
enum SchemaV9 {
    static let words = """
        CREATE TABLE asset_words (
            block INTEGER PRIMARY KEY,
            words BLOB NOT NULL
        );
        """
}
