import ArgumentParser
import Descriptions
import LibraryEngine
import PhotoModel

struct AlbumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album",
        abstract: say("Makes, renames, fills and removes albums."),
        discussion: say(
            """
            An album is named by its title or its identifier; `photos albums` lists them.

            EXAMPLES:
              photos album create 'Best of 2023'
              photos album add 'Best of 2023' --where 'favorite == YES'
              photos album remove 'Best of 2023' 8A6B2C40
              photos album delete 'Best of 2023'
            """),
        subcommands: [Create.self, Rename.self, Add.self, Remove.self, Delete.self])

    /// An album without a visible name can be told from no other.
    private static func checkTitle(_ title: String) throws {
        guard title.contains(where: { !$0.isWhitespace }) else { throw wrongUsage("Give the album a title with at least one character in it.") }
    }

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Makes an empty album."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("Its title.", valueName: "title")) var title: String

        func validate() throws { try AlbumCommand.checkTitle(title) }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                let uuid = library.environment.makeUUID()
                _ = try library.performChanges(author: tool.author) { transaction in
                    try transaction.insert(CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: title))
                }
                try library.read { try AlbumLookup($0).tellOthers(of: title, tool.console) }
                if tool.wantsJSON {
                    var json = JSONWriter()
                    json.object { json in
                        json.field("localIdentifier", LocalIdentifier.album(uuid))
                        json.field("title", title)
                    }
                    try tool.console.resultLine(json.text)
                } else {
                    try tool.console.resultLine(IdentifierText.short(uuid))
                }
            }
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Gives an album another title."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("The album.", valueName: "album"), completion: .albumTitles) var album: String
        @Argument(help: said("Its new title.", valueName: "title")) var title: String

        func validate() throws { try AlbumCommand.checkTitle(title) }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                try library.performChanges(author: tool.author) { transaction in
                    let found = try AlbumLookup(transaction.reader).album(album)
                    try transaction.update(collectionID: found.id) { $0.title = title }
                }
                try tool.reportChange("The album is called \"\(DisplayText.safe(title))\" now.")
                try library.read { try AlbumLookup($0).tellOthers(of: title, tool.console) }
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Removes an album. Its assets stay in the library."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("The album.", valueName: "album"), completion: .albumTitles) var album: String

        func run() throws {
            try run(global) { tool in
                var title = ""
                try tool.openLibrary().performChanges(author: tool.author) { transaction in
                    let found = try AlbumLookup(transaction.reader).album(album)
                    try transaction.deleteCollection(id: found.id)
                    title = DisplayText.safe(found.title ?? say("Untitled"))
                }
                try tool.reportChange("Removed the album \"\(title)\". Its assets stay in the library.")
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Puts assets at the end of an album."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("The album.", valueName: "album"), completion: .albumTitles) var target: String
        @OptionGroup var selection: AssetSelection

        func run() throws {
            try run(global) { tool in
                try AssetChange(tool: tool, done: { "Added \($0)." }).run(selection) { transaction, ids in
                    let album = try AlbumLookup(transaction.reader).album(target)
                    let members = Set(try transaction.reader.memberIDs(of: album.id))
                    let new = ids.filter { !members.contains($0) }
                    try transaction.addMembers(new, to: album.id)
                    return new.count
                }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Takes assets out of an album. They stay in the library."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("The album.", valueName: "album"), completion: .albumTitles) var target: String
        @OptionGroup var selection: AssetSelection

        func run() throws {
            try run(global) { tool in
                try AssetChange(tool: tool, done: { "Took out \($0)." }).run(selection) { transaction, ids in
                    let album = try AlbumLookup(transaction.reader).album(target)
                    let members = Set(try transaction.reader.memberIDs(of: album.id))
                    let present = ids.filter(members.contains)
                    try transaction.removeMembers(present, from: album.id)
                    return present.count
                }
            }
        }
    }
}
