import ArgumentParser
import Descriptions

/// The root command.
struct PhotosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: say("Keeps a photo library: a folder of originals that you own, and a catalogue over it."),
        usage: "photos [<options>] <command> ...",
        discussion: say(
            """
            EXAMPLES:
              photos import ~/Pictures/Holiday
                  Put a folder into the library; makes the library if there is none.
              photos assets --where 'mediaType == 2 AND duration > 60' --sort creationDate:desc
                  List the videos over a minute, newest first.
              photos export --album 'Best of 2023' --to ~/Desktop/Best
                  Take copies out again.

            The library is the one --library names, else the one PHOTOS_LIBRARY names, else \
            ~/Pictures/Photos.photolibrary. The options below may stand before or after the command.

            Results go to standard output, progress and messages to standard error. Exit status: 0 all done; 1 done, but \
            some items failed (each is named); 64 wrong usage; 65 bad input; 66 the library can't be opened; 69 no decoder, or \
            the port is taken; 70 a mistake of ours; 73 can't write; 75 locked by another process, try again; 130 interrupted (what \
            was committed stays).

            `photos --version` says which version this is. Completion in the shell, for zsh and fish likewise:
              photos --generate-completion-script bash > ~/.local/share/bash-completion/completions/photos
            """),
        groupedSubcommands: [
            CommandGroup(name: say("Putting in and taking out"), subcommands: [InitCommand.self, ImportCommand.self, WatchCommand.self, ExportCommand.self, EncodeCommand.self]),
            CommandGroup(
                name: say("Looking"),
                subcommands: [
                    AssetsCommand.self, AlbumsCommand.self, ShowCommand.self, ImageCommand.self, ChangesCommand.self, ServeCommand.self,
                    PickCommand.self, ShareCommand.self, DemoCommand.self,
                ]),
            CommandGroup(
                name: say("Changing"),
                subcommands: [
                    EditCommand.self, UndoCommand.self, TrimCommand.self, FavoriteCommand.self, HideCommand.self, BurstCommand.self, PairCommand.self, UnpairCommand.self,
                    DuplicatesCommand.self, AlbumCommand.self,
                    DeleteCommand.self, RestoreCommand.self, PurgeCommand.self,
                ]),
            CommandGroup(
                name: say("Caring"),
                subcommands: [
                    CloudCommand.self, AccessCommand.self, TrustCommand.self, VerifyCommand.self, BackupCommand.self, RecoverCommand.self, DoctorCommand.self, BenchCommand.self,
                ]),
        ])

    static var commandNames: [String] { subcommands.map { $0._commandName } }

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    /// Without a command: what a newcomer wants to know, and no more.
    func run() throws {
        try run(global) { tool throws(ToolFailure) in
            try tool.console.resultLine(Welcome.text(library: tool.libraryPath))
        }
    }
}

extension ParsableCommand {
    /// Also those in groups.
    static var subcommands: [any ParsableCommand.Type] { configuration.subcommands + configuration.groupedSubcommands.flatMap { $0.subcommands } }
}

enum ToolVersion {
    static let text = ProductVersion.text
}

/// What `photos` says when it is given nothing to do.
enum Welcome {
    static func text(library: String) -> String {
        say(
            """
            photos keeps a photo library: a folder of originals that you own, and a catalogue over it.

              photos demo                        see it at work with pictures it makes, in a browser
              photos import FOLDER               put files and folders in; makes the library if there is none
              photos serve --open                look at them in a browser

            The library is \(DisplayText.safe(library)).
            `photos --help` lists every command, `photos help COMMAND` explains one with examples.
            """)
    }
}
