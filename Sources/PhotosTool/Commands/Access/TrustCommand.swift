import ArgumentParser
import Descriptions
import Glibc
import LibraryEngine

struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: say("Says whose libraries you open, besides your own."),
        discussion: say(
            """
            A library that belongs to another user of this machine, or whose catalogue does, is refused until you trust that user by name: what is in a \
            library steers what is done with your files. Root trusts whoever called it through sudo. The names stand in photos/trusted-owners in XDG_CONFIG_HOME \
            (default: ~/.config), one a line; the list counts only while nobody but you may write it.

            With --json, --list prints one line each: name and uid (null where the system does not know the name); the others print changed (0 or 1).

            EXAMPLES:
              photos trust anna
              photos trust --list
              photos trust --remove anna
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("A user of this machine, or the number of one that has no name.", valueName: "name"), completion: .userNames)
    var name: String?

    @Flag(help: said("Show who is trusted."))
    var list = false

    @Option(help: said("Trust this user no more.", valueName: "name"), completion: .trustedOwners)
    var remove: String?

    func validate() throws {
        guard [name != nil, list, remove != nil].count(where: { $0 }) == 1 else {
            throw wrongUsage("Give the name of a user to trust, --list or --remove NAME, one of these.")
        }
    }

    func run() throws {
        try run(global) { tool in
            let owners = TrustedOwners.process
            if let name {
                guard Self.uid(of: name) != nil else {
                    throw ToolFailure(.badInput, "This machine has no user \(DisplayText.safe(name)). The message that refused a library names its owner.")
                }
                try report(owners.add(name), "Libraries of \(name) are opened from now on.", "\(name) is trusted already.", tool)
            } else if let name = remove {
                try report(owners.remove(name), "Libraries of \(DisplayText.safe(name)) are refused from now on.", "\(DisplayText.safe(name)) was not trusted.", tool)
            } else {
                try show(owners.names(), tool)
            }
        }
    }

    private func report(_ isChanged: Bool, _ done: Sentence, _ already: Sentence, _ tool: ToolContext) throws {
        guard tool.wantsJSON else { return tool.console.note(isChanged ? done : already) }
        var json = JSONWriter()
        json.object { $0.field("changed", isChanged ? 1 : 0) }
        try tool.console.resultLine(json.text)
    }

    private func show(_ names: [String], _ tool: ToolContext) throws {
        guard !names.isEmpty || tool.wantsJSON else { return tool.console.note("Nobody is trusted: only your own libraries are opened.") }
        for name in names {
            guard tool.wantsJSON else {
                try tool.console.resultLine(DisplayText.safe(name))
                continue
            }
            var json = JSONWriter()
            json.object { json in
                json.field("name", name)
                json.field("uid", Self.uid(of: name).map { Int($0) })
            }
            try tool.console.resultLine(json.text)
        }
    }

    private static func uid(of name: String) -> UInt32? {
        if let entry = getpwnam(name) { return entry.pointee.pw_uid }
        // A number counts only where that user has no name, since the name is what is compared.
        return UInt32(name).flatMap { LibraryOwners.name(of: $0) == name ? $0 : nil }
    }
}
