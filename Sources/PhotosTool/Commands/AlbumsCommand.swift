import ArgumentParser
import Descriptions
import LibraryEngine

struct AlbumsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums",
        abstract: say("Shows folders, albums, smart albums and moments as a tree, with counts."),
        discussion: say(
            """
            Smart albums that hold nothing are left out, and of the moments only their number is shown; the options show them. Days are \
            those of the oldest and newest asset inside.

            With --json there is one line each, everything included: localIdentifier, title, type (album, smartAlbum, folder, moment or \
            momentList), subtype, parent (the identifier of the folder or year it lies in) and count (assets in an album or moment, children \
            in a folder or year).

            EXAMPLES:
              photos albums
              photos albums --moments
              photos albums --json
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Flag(help: said("Show every moment, year by year.")) var moments = false
    @Flag(help: said("Show smart albums that hold nothing, too.")) var empty = false

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let tree = try library.read { try CollectionTree($0, of: library, zone: library.environment.timeZone, language: tool.wantsJSON ? .english : .current) }
            guard !tool.wantsJSON else {
                var json = JSONWriter()
                for entry in tree.entries {
                    entry.write(to: &json)
                    json.newline()
                }
                return try tool.console.result(json.bytes)
            }
            for line in tree.lines(moments: moments, empty: empty, width: tool.console.resultWidth) { try tool.console.resultLine(line) }
            if let hint = tree.hint(moments: moments, empty: empty) { tool.console.note(Sentence(verbatim: hint)) }
        }
    }
}
