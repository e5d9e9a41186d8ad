import ArgumentParser
import LibraryEngine

/// Assets by their identifiers, or by a filter.
struct AssetSelection: ParsableArguments {
    @Argument(help: said("Identifiers of assets, whole or their first four characters or more.", valueName: "id"), completion: .assetIdentifiers)
    var ids: [String] = []

    @OptionGroup var filter: AssetFilter

    func validate() throws {
        if ids.isEmpty && filter.isEmpty {
            throw wrongUsage("Say which assets: by identifiers, --where, --album or --trashed.")
        }
        if !ids.isEmpty && !filter.isEmpty {
            throw wrongUsage("Say which assets either by identifiers or by --where, --album and --trashed, not both.")
        }
    }

    /// Row ids in order, each once. With a filter, no match is no error.
    /// - Throws: for an identifier that names nothing, before anything is done.
    func rowIDs(in reader: LibraryReader) throws -> [Int64] {
        if ids.isEmpty {
            return try Array(FormatText.showingPlace(in: filter.format) { try reader.assetIDs(filter.query(in: reader)) })
        }
        var seen: Set<Int64> = []
        let lookup = AssetLookup(reader)
        return try ids.map { try lookup.asset($0).id }.filter { seen.insert($0).inserted }
    }
}
