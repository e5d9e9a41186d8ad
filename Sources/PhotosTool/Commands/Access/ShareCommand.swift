import ArgumentParser
import Descriptions
import Foundation
import Glibc
import LibraryEngine
import PhotoModel
import PhotosServer
import Query

struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: say("Makes links to albums and photos for people without an account."),
        discussion: say(
            """
            Whoever has a link sees what it shows on a page of `photos serve`, and nothing else; hidden photos and those in Recently Deleted \
            are never among it. By a link with --uploads people send photos into an album instead, and see nothing. \
            A link is told once, when it is made: the library keeps only a hash of it.

            EXAMPLES:
              photos share add --album 'Summer 2023' --days 30
              photos share add 8A6B2C40 93F14D0E --downloads --places
              photos share add --where 'favorite == YES' --password-file ~/word
              photos share add --uploads --title 'From the party' --quota 5GB
              photos share list
              photos share revoke 5F1C
            """),
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Makes a link to an album or to photos."),
            discussion: say(
                """
                With --album alone the link follows the album as it changes. With identifiers or --where it shows the photos that are found now, \
                by date. Without --downloads people see pictures of up to 1440 pixels, and videos. Without --places where the photos were \
                taken is neither told nor left in the files that are handed out; a file that it can't be taken out of is handed out as a JPEG, or not at all.

                With --uploads people send files into the album, or into a new one of the title, until the quota is used up. What fails or is \
                given up counts no more; what the library has already does, and nobody is told that it has it.

                EXAMPLES:
                  photos share add --album 'Summer 2023' --days 30
                  photos share add --where 'favorite == YES' --title 'The best' --address https://photos.example.org
                  photos share add --uploads --album 'Summer 2023' --quota 500MB --most-files 200 --days 7
                """))

        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("Identifiers of assets, whole or their first four characters or more.", valueName: "id"), completion: .assetIdentifiers)
        var ids: [String] = []
        @Option(name: .customLong("where"), help: said("Only assets that match, in NSPredicate's format language.", valueName: "format"))
        var format: String?
        @Option(help: said("An album, by title or identifier.", valueName: "album"), completion: .albumTitles)
        var album: String?
        @Option(help: said("What the page says on top (default: the album's title).", valueName: "text"))
        var title: String?
        @Option(parsing: .unconditional, help: said("Ends after so many days (default: when it is revoked).", valueName: "n"))
        var days: Int?
        @Option(
            help: said("A file whose first line is a password that people have to give; - is the standard input.", valueName: "file"), completion: .file())
        var passwordFile: String?
        @Flag(help: said("The files may be downloaded."))
        var downloads = false
        @Flag(help: said("Tell where the photos were taken, and leave it in the files."))
        var places = false
        @Flag(help: said("People send files into the album by it, and see nothing of the library."))
        var uploads = false
        @Option(help: said("With --uploads, how much may be sent in all, such as 500MB (default: 2GB).", valueName: "size"))
        var quota: ByteCountArgument?
        @Option(help: said("With --uploads, how many files may be sent in all (default: 1000).", valueName: "n"))
        var mostFiles: Int?
        @Option(help: said("How people reach the gallery.", valueName: "url"))
        var address = "http://127.0.0.1:\(ServerOptions.defaultPort)"

        func validate() throws {
            guard uploads || album != nil || format != nil || !ids.isEmpty else { throw wrongUsage("Say what to share: an album with --album, identifiers, or --where.") }
            if !ids.isEmpty, album != nil || format != nil { throw wrongUsage("Say which assets either by identifiers or by --where and --album, not both.") }
            if uploads {
                guard ids.isEmpty, format == nil, !downloads, !places else {
                    throw wrongUsage("By a link with --uploads people see nothing: leave out identifiers, --where, --downloads and --places.")
                }
                guard album != nil || title?.contains(where: { !$0.isWhitespace }) == true else {
                    throw wrongUsage("Name the album that the files come into with --album, or give a new one its title with --title.")
                }
                guard wanted.isSensible else { throw wrongUsage("--quota must be from 1 byte to 1 PiB, and --most-files from 1 to 100000.") }
            } else if quota != nil || mostFiles != nil {
                throw wrongUsage("--quota and --most-files say how much a link with --uploads takes. Add --uploads, or leave them out.")
            }
            if let days, !(1...3_650 ~= days) { throw wrongUsage("--days must be from 1 to 3650.") }
            do throws(ServerError) { _ = try PublicAddress(address) } catch { throw wrongUsage("--address: \(EngineText.translated(error.message))") }
        }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary(), password = try passwordFile.map { try PasswordFile.read($0) }
                let scope = try library.read { try meant($0) }
                var rules = ShareRecord.Rules()
                if downloads { rules.insert(.downloads) }
                if places { rules.insert(.places) }
                let made = try library.addShare(
                    of: scope, title: title, rules: rules, password: password, expires: days.map { library.environment.now().addingTimeInterval(Double($0) * 86_400) },
                    quota: uploads ? wanted : nil, makesAlbum: uploads && album == nil, author: tool.author)
                let link = "\(try PublicAddress(address).origin)/share/\(made.token)/"
                if tool.wantsJSON {
                    let now = library.environment.now().timeIntervalSinceReferenceDate
                    try tool.console.resultLine(try library.read { try ShareDescription(made.share, now, $0) }.json(url: link))
                } else {
                    try tool.console.resultLine(link)
                    tool.console.note("Send this to people now: it is told this once. `photos serve` has to run where they reach it.")
                }
            }
        }

        private var wanted: ShareRecord.Quota {
            .init(bytes: quota?.bytes ?? ShareRecord.Quota.standard.bytes, files: mostFiles ?? ShareRecord.Quota.standard.files)
        }

        private func meant(_ reader: LibraryReader) throws -> ShareRecord.Scope {
            // It is made with the link.
            if uploads, album == nil { return .album(UUID()) }
            if let album, format == nil { return .album(try AlbumLookup(reader).album(album).uuid) }
            if !ids.isEmpty {
                let lookup = AssetLookup(reader)
                return .assets(try ids.map { try lookup.asset($0).uuid })
            }
            var query = AssetQuery()
            if let format { query.predicate = try FormatText.predicate(format) }
            if let album { query.scope = try AlbumLookup(reader).scope(of: album) }
            let wanted = query
            let found = try FormatText.showingPlace(in: format) { try reader.assetIDs(wanted) }
            guard !found.isEmpty else { throw ToolFailure(.badInput, "Nothing matches, so there is nothing to share. `photos assets --where` shows what a condition finds.") }
            return .assets(try reader.uuids(assetIDs: found).compactMap { $0 })
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Shows the links there are."),
            discussion: say(
                """
                With --json there is one line each: id, title, album (its identifier, where the link follows one), count (photos that it shows \
                now), hasPassword, downloads, places, created, expires, isOver and uploads: null, or of a link that takes files the bytes and files that it \
                takes in all, with sentBytes and sentFiles, which came so far. What is still on its way is known to `photos serve` alone.
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary(), now = library.environment.now().timeIntervalSinceReferenceDate
                let shares = try library.read { reader in try reader.shares().map { try ShareDescription($0, now, reader) } }
                guard !tool.wantsJSON else {
                    for share in shares { try tool.console.resultLine(share.json()) }
                    return
                }
                guard !shares.isEmpty else { return tool.console.note("Nothing is shared. `photos share add` makes a link.") }
                for line in ShareDescription.table(shares, width: tool.console.resultWidth) { try tool.console.resultLine(line) }
            }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Takes links back: from now on they open nothing."),
            discussion: say(
                """
                What is being sent to somebody ends within a quarter of a megabyte, also from a gallery that another process serves. What was \
                downloaded before stays where it is.

                EXAMPLES:
                  photos share revoke 5F1C
                  photos share revoke --all
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("Links, by the first four characters of their identifiers or more.", valueName: "link"), completion: .shares) var links: [String] = []
        @Flag(help: said("All links there are.")) var all = false

        func validate() throws {
            guard links.isEmpty == all else { throw wrongUsage("Say which links to take back, or --all.") }
        }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary(), shares = try library.shares()
                let meant = all ? shares : try links.map { try Self.share($0, of: shares) }
                var count = 0
                for share in meant where try library.revokeShare(share.uuid, author: tool.author) { count += 1 }
                try tool.reportChange("Took back \(counted: count, "link").", count: count)
            }
        }

        private static func share(_ text: String, of shares: [ShareRecord]) throws -> ShareRecord {
            let found: [ShareRecord] =
                switch IdentifierText(text) {
                case .whole(let uuid): shares.filter { $0.uuid == uuid }
                case .prefix(let prefix): shares.filter { $0.uuid.uuidString.hasPrefix(prefix) }
                case nil: []
                }
            guard let share = found.first else { throw ToolFailure(.badInput, "There is no link \(DisplayText.safe(text)). `photos share list` shows those there are.") }
            guard found.count == 1 else { throw ToolFailure(.badInput, "\(DisplayText.safe(text)) is the beginning of more than one identifier. Give more of it.") }
            return share
        }
    }
}
