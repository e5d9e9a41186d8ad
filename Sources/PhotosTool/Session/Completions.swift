import ArgumentParser
import Catalog
import LibraryEngine

/// What the shell offers behind Tab: read from the library, and nothing at all where there is none.
extension CompletionKind {
    static var assetIdentifiers: CompletionKind {
        .custom { _, _, prefix in
            Completions.candidates { catalog in
                var query = AssetQuery(sort: [.init("creationDate", ascending: false)], limit: 50)
                query.includesHidden = true
                if prefix.count >= 2, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" }) {
                    query.predicate = try FormatText.predicate("localIdentifier BEGINSWITH '\(prefix.uppercased())'")
                }
                return try catalog.assets(ids: catalog.assetIDs(query)).compactMap { $0.map { IdentifierText.short($0.uuid) } }
            }
        }
    }

    static var albumTitles: CompletionKind {
        .custom { _, _, _ in
            Completions.candidates { catalog in try catalog.collections(CollectionQuery(kind: .album)).compactMap(\.title) }
        }
    }
}

private enum Completions {
    static func candidates(_ find: (CatalogReader) throws -> [String]) -> [String] {
        let path = environmentValue("PHOTOS_LIBRARY") ?? ToolContext.defaultLibrary
        // Somebody is in the middle of typing: whatever is wrong with the library, now is not the time to say so.
        guard let library = try? PhotoLibrary.open(at: .init(fileURLWithPath: path, isDirectory: true), environment: .process) else { return [] }
        return (try? library.catalog.read(find)) ?? []
    }
}
