import ArgumentParser
import LibraryEngine
import Query

/// Which assets a command is about.
struct AssetFilter: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: said(
            "Only assets that match, in NSPredicate's format language.", valueName: "format"))
    var format: String?

    @Option(help: said("Only the members of an album, by title, identifier or smart album name.", valueName: "album"), completion: .albumTitles)
    var album: String?

    @Flag(help: said("Hidden assets too."))
    var hidden = false

    @Flag(help: said("Every frame of a burst, not only the picked ones."))
    var bursts = false

    @Flag(help: said("Recently Deleted instead of the library."))
    var trashed = false

    func validate() throws {
        if trashed && album != nil {
            throw wrongUsage("--trashed and --album can't go together: an asset in Recently Deleted shows in no album.")
        }
    }

    var isEmpty: Bool { format == nil && album == nil && !trashed }

    func query(in reader: LibraryReader) throws -> AssetQuery {
        var query = AssetQuery()
        if let format { query.predicate = try FormatText.predicate(format) }
        if let album { query.scope = try AlbumLookup(reader).scope(of: album) }
        if trashed { query.scope = .trash }
        query.includesHidden = hidden
        query.includesAllBursts = bursts
        return query
    }
}

extension AssetQuery {
    /// How many more there are than these where it includes something else as well.
    func more(with option: WritableKeyPath<AssetQuery, Bool>, than found: Int, _ reader: LibraryReader) throws -> Int {
        guard !self[keyPath: option] else { return 0 }
        var query = self
        query[keyPath: option] = true
        return try reader.assetCount(query) - found
    }
}
