import ArgumentParser
import LibraryEngine

extension CloudCommand {
    struct Configure: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Connects the library to a store, or changes how it uses it."),
            discussion: say(
                """
                ADDRESS is a folder, or s3://bucket/prefix?endpoint=https://server&region=name. A store that is empty becomes this library's; one that \
                holds anything else is refused. Without ADDRESS the options change what was said before. Keys of buckets are those of AWS_ACCESS_KEY_ID and \
                AWS_SECRET_ACCESS_KEY, or of ~/.aws/credentials; AWS_CA_BUNDLE names certificates of a server of your own.

                With --encrypt the owner of the store reads nothing of what is kept there. The passphrase is asked for once: a file of the library, that \
                only you can read, keeps the key on this machine. A recovery key is printed, which opens the store when the passphrase is lost.

                EXAMPLES:
                  photos cloud configure /media/disk/photos
                  photos cloud configure 's3://my-photos?endpoint=https://s3.example.org' --rate 2MB
                  photos cloud configure s3://my-photos --encrypt --passphrase-file ~/words
                  photos cloud configure --optimize 20GB --pin-album 'Best of 2023' --pin-days 60
                  photos cloud configure --hours 22-6
                """))

        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("A bucket or folder.", valueName: "address"), completion: .directory) var address: String?
        @Flag(help: said("Encrypt all that goes there, in a store that is empty.")) var encrypt = false
        @Option(
            help: said("A file whose first line is the passphrase, or the recovery key; - is the standard input.", valueName: "file"), completion: .file())
        var passphraseFile: String?
        @Option(help: said("Keep at most so much of pictures and movies here, such as 20GB.", valueName: "size")) var optimize: ByteCountArgument?
        @Flag(help: said("Keep all originals here.")) var keepOriginals = false
        @Option(help: said("An album whose photos stay here; may be given several times.", valueName: "album"), completion: .albumTitles) var pinAlbum: [String] = []
        @Option(help: said("What was added in so many days stays here.", valueName: "days")) var pinDays: Int?
        @Flag(inversion: .prefixedNo, help: said("Favorites stay here.")) var pinFavorites: Bool?
        @Option(help: said("How many files are on their way at a time.", valueName: "number")) var transfers: Int?
        @Option(help: said("Send no more than so much a second; 0 for no bound.", valueName: "size")) var rate: ByteCountArgument?
        @Option(help: said("Upload by itself only in these hours of the day, such as 22-6; 'all' for all.", valueName: "hours")) var hours: String?
        @Flag(help: said("Upload nothing by itself.")) var pause = false
        @Flag(help: said("Upload by itself again.")) var resume = false
        @Flag(help: said("Go on from this machine with a library that another one has uploaded.")) var takeOver = false

        func validate() throws {
            if optimize != nil, keepOriginals { throw wrongUsage("--optimize and --keep-originals can't go together.") }
            if encrypt, passphraseFile == nil { throw wrongUsage("--encrypt needs a passphrase: --passphrase-file FILE.") }
            if pause, resume { throw wrongUsage("--pause and --resume can't go together.") }
            if let transfers, !(1...64).contains(transfers) { throw wrongUsage("--transfers is a number from 1 to 64.") }
            if let pinDays, !(0...36_500).contains(pinDays) { throw wrongUsage("--pin-days is a number from 0 to 36500.") }
            if let hours, hours != "all", Self.hours(hours) == nil { throw wrongUsage("--hours is two hours of the day, such as 22-6, or all.") }
        }

        /// Hours such as 22-6.
        private static func hours(_ text: String) -> CloudSettings.Hours? {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let from = parts[0], let to = parts[1], (0...23).contains(from), (0...24).contains(to) else { return nil }
            return CloudSettings.Hours(from: from, to: to)
        }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                var settings = try library.cloudSettings()
                if let address {
                    if settings == nil { settings = CloudSettings(address: address) } else { settings?.address = address }
                }
                guard var settings else { throw ToolFailure(.badInput, "This library is connected to no store. Name one: `photos cloud configure ADDRESS`.") }
                try change(&settings, library)
                let secret = try passphraseFile.map { CloudSecret(try PasswordFile.read($0)) }
                let recoveryKey = try library.configureCloud(settings, takesOver: takeOver, encrypts: encrypt, secret: secret)
                guard let now = try library.cloudSettings() else { return }
                if tool.wantsJSON {
                    try tool.console.resultLine(CloudDescription(try library.cloudStatus(), recoveryKey: recoveryKey?.description).json)
                } else {
                    if let recoveryKey {
                        try tool.console.resultLine(say("Recovery key: \(recoveryKey.description)"))
                        tool.console.note("It opens the store when the passphrase is lost, and is not shown again. Print it, and keep it where this machine is not.")
                    }
                    tool.console.note("The library is connected to \(DisplayText.safe(now.address)). `photos cloud upload` sends what is not there, and so does `photos serve`.")
                }
            }
        }

        private func change(_ settings: inout CloudSettings, _ library: PhotoLibrary) throws {
            if let optimize { settings.localLimit = optimize.bytes }
            if keepOriginals { settings.localLimit = nil }
            if !pinAlbum.isEmpty { settings.pinnedAlbums = try library.read { reader in try pinAlbum.map { try AlbumLookup(reader).album($0).uuid } } }
            if let pinDays { settings.pinnedDays = pinDays }
            if let pinFavorites { settings.pinsFavorites = pinFavorites }
            if let transfers { settings.transfers = transfers }
            if let rate { settings.bytesPerSecond = rate.bytes > 0 ? rate.bytes : nil }
            if let hours { settings.hours = Self.hours(hours) }
            if pause { settings.isPaused = true }
            if resume { settings.isPaused = false }
        }
    }

    struct Disconnect: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Lets go of the store. What is there stays there."),
            discussion: say("Every original has to be here first: `photos cloud download --all` fetches them."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                guard let settings = try library.cloudSettings() else { throw ToolFailure(.badInput, "This library is connected to no store.") }
                try library.disconnectCloud()
                try tool.reportChange("The library is no longer connected to \(DisplayText.safe(settings.address)). What was uploaded is still there.")
            }
        }
    }
}
