import ArgumentParser

/// Options of every command. The parser shares one value between the root and the command, so they may stand on either side of its name.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: said("The library to use (default: PHOTOS_LIBRARY, else ~/Pictures/Photos.photolibrary).", valueName: "path"),
        completion: .directory)
    var library: String?

    @Flag(help: said("Print JSON: one object, or one a line for lists."))
    var json = false

    @Option(parsing: .unconditional, help: said("Seconds to wait for another process that is writing.", valueName: "seconds"))
    var wait = 10

    @Flag(name: .shortAndLong, help: said("No progress and no remarks; problems are still named."))
    var quiet = false

    func validate() throws {
        guard (0...86_400).contains(wait) else { throw wrongUsage("--wait must be from 0 to 86400 seconds.") }
    }
}
