import ArgumentParser
import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import Support

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: say("Brings in what is new in folders, by itself."),
        discussion: say(
            """
            `photos serve` watches the folders that were added, and without it `photos watch run` does. A file comes in when it is whole: nobody has it \
            open for writing, and it has not changed for five seconds. The halves of a Live Photo, RAW and JPEG of one shot, come together as one asset, \
            also when they arrive one after the other. Nothing in a watched folder is ever changed or removed, and nothing is removed from the library \
            because of what happens there.

            EXAMPLES:
              photos watch add ~/Pictures/Camera
              photos watch add /media/disk/photos --reference
              photos watch list
              photos watch run
            """),
        subcommands: [Add.self, List.self, Remove.self, Run.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Has a folder watched, with everything in it."),
            discussion: say(
                """
                With --copy, the default, originals are cloned or copied in, and what becomes of the files afterwards does not concern the library. With \
                --reference they stay where they are: the library follows files that are moved within watched folders, and marks those that are gone. What is in \
                the folder already comes in as well.

                EXAMPLES:
                  photos watch add ~/Pictures/Camera --album 'From the phone'
                  photos watch add /media/disk/photos --reference
                """))

        enum Storage: String, EnumerableFlag {
            case copy, reference

            static func help(for value: Storage) -> ArgumentHelp? {
                switch value {
                case .copy: said("Clone the files where the file system can, else copy them.")
                case .reference: said("Leave the files where they are and remember where.")
                }
            }
        }

        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("The folder.", valueName: "folder"), completion: .directory) var folder: String
        @Flag(exclusivity: .exclusive) var storage: Storage = .copy
        @Option(help: said("Add what comes in to the album of this title; makes it if there is none.", valueName: "title"), completion: .albumTitles)
        var album: String?

        func run() throws {
            try run(global) { tool in
                let library = try tool.openOrCreateLibrary()
                let watched = try library.addWatchedFolder(BytePath(folder), storage: storage == .copy ? .copy : .reference, album: album)
                if tool.wantsJSON { return try tool.console.resultLine(WatchDescription(watched, library).json) }
                tool.console.note("\(DisplayText.safe(watched.folder.display)) is watched from now on, while `photos serve` or `photos watch run` runs.")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Shows the folders that are watched, and how."),
            discussion: say(
                """
                The kernel tells of changes in as many folders as half of fs.inotify.max_user_watches, and tells whoever may administer the system of \
                all; the others are looked through again and again, which takes the time that is shown.
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary(), watches = try library.watchedFolders().map { WatchDescription($0, library) }
                guard !tool.wantsJSON else {
                    for watch in watches { try tool.console.resultLine(watch.json) }
                    return
                }
                guard !watches.isEmpty else { return tool.console.note("No folder is watched. `photos watch add FOLDER` has one watched.") }
                for line in WatchDescription.table(watches, width: tool.console.resultWidth) { try tool.console.resultLine(line) }
                for watch in watches { if let problem = watch.problem { tool.console.problem(Sentence(verbatim: problem)) } }
                if !FolderWatcher.isRunning(for: library) { tool.console.note("Nothing watches them now: `photos serve` and `photos watch run` do.") }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Has folders no longer watched. What came in stays, and so do the folders."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("Folders, or the first four characters or more of what `photos watch list` calls them.", valueName: "folder"), completion: .directory)
        var folders: [String]

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary(), watches = try library.watchedFolders()
                let meant = try folders.map { try Self.watch($0, of: watches) }
                var count = 0
                for watch in meant where try library.removeWatchedFolder(watch.id) { count += 1 }
                try tool.reportChange("\(counted: count, "folder") no longer watched.", count: count)
            }
        }

        private static func watch(_ text: String, of watches: [WatchedFolder]) throws -> WatchedFolder {
            let path = BytePath(text)
            if let watch = watches.first(where: { $0.folder == path.resolved ?? path }) { return watch }
            let found: [WatchedFolder] =
                switch IdentifierText(text) {
                case .whole(let uuid): watches.filter { $0.id == uuid }
                case .prefix(let prefix): watches.filter { $0.id.uuidString.hasPrefix(prefix) }
                case nil: []
                }
            guard let watch = found.first else { throw ToolFailure(.badInput, "\(DisplayText.safe(path.display)) is not watched. `photos watch list` shows what is.") }
            guard found.count == 1 else { throw ToolFailure(.badInput, "\(DisplayText.safe(text)) is the beginning of more than one identifier. Give more of it.") }
            return watch
        }
    }

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Watches the folders until Ctrl-C, and says what comes in."),
            discussion: say(
                """
                A line for each folder and each time that something came in. With --once it looks through all folders, waits for what is being written, \
                and ends: for those who would rather look from time to time.
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Flag(help: said("End when all that there is has come in."))
        var once = false

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                guard try once || !library.watchedFolders().isEmpty else {
                    throw ToolFailure(.badInput, "No folder is watched. `photos watch add FOLDER` has one watched.")
                }
                let watcher = FolderWatcher(library)
                var hasFailed = false
                try Interruption.untilToldToEnd { end in
                    Thread.detachNewThread {
                        end.wait()
                        watcher.stop()
                    }
                    defer { end.come() }
                    if !once { tool.console.note("Watching \(counted: try library.watchedFolders().count, "folder") (Ctrl-C stops).") }
                    try watcher.run(once: once) { step in
                        for told in step.told {
                            if !told.report.failed.isEmpty || !told.problems.isEmpty { hasFailed = true }
                            WatchDescription.tell(told, tool)
                        }
                        try? tool.console.flush()
                    }
                }
                if once, hasFailed { throw ToolFailure.someFailed }
            }
        }
    }
}
