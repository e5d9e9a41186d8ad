import ArgumentParser
import Catalog
import LibraryEngine

struct AlbumsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums",
        abstract: "Shows folders, albums and smart albums as a tree, with counts.",
        discussion: """
            With --json there is one line each: localIdentifier, title, type (album, smartAlbum or folder), subtype, parent (the \
            identifier of the folder it lies in) and count (assets in an album, children in a folder).

            EXAMPLES:
              photos albums
              photos albums --json
            """)

    @OptionGroup(title: "For every command") var global: GlobalOptions

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let tree = try library.catalog.read { try CollectionTree($0) }
            if tool.wantsJSON {
                var json = JSONWriter()
                for entry in tree.entries {
                    entry.write(to: &json)
                    json.newline()
                }
                try tool.console.result(json.bytes)
            } else {
                for line in tree.lines { try tool.console.resultLine(line) }
            }
        }
    }
}
