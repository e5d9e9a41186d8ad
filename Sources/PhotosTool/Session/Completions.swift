import ArgumentParser
import Descriptions
import LibraryEngine
import Query

/// What the shell offers behind Tab: read from the library, and nothing at all where there is none.
extension CompletionKind {
    static var assetIdentifiers: CompletionKind {
        .custom { _, _, prefix in
            Completions.candidates { library in
                try library.read { try $0.uuids(assetIDs: $0.assetIDs(uuidPrefix: prefix, limit: 50)).compactMap { $0.map(IdentifierText.short) } }
            }
        }
    }

    /// Those that something was decided for.
    static var applications: CompletionKind {
        .custom { _, _, _ in
            Completions.candidates { try $0.applications().map(\.application) }
        }
    }

    static var shares: CompletionKind {
        .custom { _, _, _ in
            Completions.candidates { try $0.shares().map { IdentifierText.short($0.uuid) } }
        }
    }

    static var trustedOwners: CompletionKind {
        .custom { _, _, _ in (try? TrustedOwners.process.names()) ?? [] }
    }

    static var userNames: CompletionKind { .shellCommand("getent passwd | cut -d: -f1") }

    static var albumTitles: CompletionKind {
        .custom { _, _, _ in
            Completions.candidates { library in try library.read { try $0.collections(CollectionQuery(kind: .album)) }.compactMap(\.title) }
        }
    }
}

private enum Completions {
    static func candidates(_ find: (PhotoLibrary) throws -> [String]) -> [String] {
        let path = environmentValue("PHOTOS_LIBRARY") ?? ToolContext.defaultLibrary
        // Somebody is in the middle of typing: whatever is wrong with the library, now is not the time to say so.
        guard let library = try? PhotoLibrary.open(at: .init(fileURLWithPath: path, isDirectory: true), environment: Environment()) else { return [] }
        return (try? find(library)) ?? []
    }
}
