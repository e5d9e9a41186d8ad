import ArgumentParser
import LibraryEngine

extension AccessCommand {
    struct Grant: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Decides what an application may see."),
            discussion: say(
                """
                full: everything. limited: the assets that are named, and those it makes. add-only: it may make assets and see none. denied: nothing.

                Without --add or --remove the assets that are named take the place of those it was given; without any, it keeps what it has.

                EXAMPLES:
                  photos access grant org.example.viewer limited --where 'favorite == YES'
                  photos access grant org.example.viewer limited --add 8A6B2C40
                """))

        enum Kind: String, ExpressibleByArgument, CaseIterable {
            case full, limited
            case addOnly = "add-only"
            case denied
        }

        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("The application.", valueName: "app"), completion: .applications) var application: String
        @Argument(help: said("How much.", valueName: "access")) var access: Kind
        @Argument(help: said("Identifiers of assets, whole or their first four characters or more.", valueName: "id"), completion: .assetIdentifiers)
        var ids: [String] = []
        @OptionGroup var filter: AssetFilter
        @Flag(help: said("Give these assets as well.")) var add = false
        @Flag(help: said("Take these assets away.")) var remove = false

        func validate() throws {
            guard !application.isEmpty else { throw wrongUsage("Name the application: it is what PHOTOS_APP_ID is for it.") }
            guard access != .limited else {
                if add, remove { throw wrongUsage("--add and --remove can't go together.") }
                if add || remove, !namesAssets { throw wrongUsage("Say which assets: by identifiers, --where or --album.") }
                if !ids.isEmpty, !filter.isEmpty { throw wrongUsage("Say which assets either by identifiers or by --where and --album, not both.") }
                return
            }
            if namesAssets || add || remove { throw wrongUsage("Assets can only be named for limited access.") }
        }

        private var namesAssets: Bool { !ids.isEmpty || !filter.isEmpty }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                try library.performChanges(author: tool.author) { try grant($0) }
                guard let now = try library.applications().first(where: { $0.application == application }) else { return }
                if tool.wantsJSON {
                    try tool.console.resultLine(AccessDescription(now).json)
                } else {
                    tool.console.note(AccessDescription(now).sentence)
                }
            }
        }

        /// Selected within the transaction, so that nobody else changes what the filter was about.
        private func grant(_ transaction: LibraryTransaction) throws {
            switch access {
            case .full: try transaction.grant(.full, to: application)
            case .addOnly: try transaction.grant(.addOnly, to: application)
            case .denied: try transaction.grant(.denied, to: application)
            case .limited: try transaction.grant(.limited(assets(transaction.reader)), to: application)
            }
        }

        private func assets(_ reader: LibraryReader) throws -> [Int64] {
            let given = try Array(reader.selectedAssetIDs(of: application))
            guard namesAssets else { return given }
            let named = try named(reader)
            guard add || remove else { return named }
            let marked = Set(named)
            return add ? given + named : given.filter { !marked.contains($0) }
        }

        private func named(_ reader: LibraryReader) throws -> [Int64] {
            if ids.isEmpty { return try Array(FormatText.showingPlace(in: filter.format) { try reader.assetIDs(filter.query(in: reader)) }) }
            let lookup = AssetLookup(reader)
            return try ids.map { try lookup.asset($0).id }
        }
    }
}
