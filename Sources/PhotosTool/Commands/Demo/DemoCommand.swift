import ArgumentParser
import DemonstrationMessages
import Foundation
import LibraryEngine

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: say("Makes a library of generated pictures and shows it in a browser."),
        discussion: say(
            """
            Landscapes, skies, still lifes and patterns that no camera took, with dates over ten years, places, titles, albums, Live \
            Photos, a burst, panoramas, an edit and videos, imported as your own would be. The library is made once, in less than a \
            minute, and is there at once the next time. It has a place of its own: \
            ~/.local/share/openphotokit/Demonstration.photolibrary (under XDG_DATA_HOME where that is set); your own library is never \
            touched.

            Ctrl-C ends it at any time; what was half made is begun anew the next time.

            EXAMPLES:
              photos demo
              photos demo --photos 2000 --fresh
              photos demo --at /tmp/Demo.photolibrary --no-serve --json
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(
        parsing: .unconditional,
        help: said(
            "How many photographs, for a demonstration made now (default: \(DemonstrationOrder.usualPhotos)); a few videos come on top.",
            valueName: "count"))
    var photos: Int?

    @Option(parsing: .unconditional, help: said("What chance begins with: another number gives other pictures.", valueName: "number"))
    var seed: UInt64?

    @Option(parsing: .unconditional, help: said("Longest side of the pictures; small ones are made sooner.", valueName: "pixels"))
    var side = 1600

    @Option(help: said("The library's folder, instead of the place named above.", valueName: "folder"), completion: .directory)
    var at: String?

    @Flag(help: said("Make it anew. One that you put pictures into or changed is kept beside it, under another name."))
    var fresh = false

    @Flag(inversion: .prefixedNo, help: said("Show it in the gallery, or only make it."))
    var serve = true

    @Flag(inversion: .prefixedNo, help: said("Open the desktop's browser, or only print the address (default: open where there is a desktop)."))
    var open: Bool?

    @OptionGroup var serving: ServingOptions

    func validate() throws {
        if let photos, !(1...1_000_000).contains(photos) { throw wrongUsage("--photos must be from 1 to 1000000.") }
        guard (64...8000).contains(side) else { throw wrongUsage("--side must be from 64 to 8000 pixels.") }
        if global.library != nil { throw wrongUsage("The demonstration has a library of its own: --at says where, not --library.") }
    }

    func run() throws {
        try run(global) { tool in
            let options = try serving.serverOptions()
            let url = try ToolContext.folderURL(at ?? Self.usualPlace)
            let (made, kept) = try prepare(url, tool)
            try DemonstrationReport(url: url, made: made, kept: kept).print(tool)
            // Ctrl-C may have come when nothing was left to interrupt.
            guard serve, !Interruption.isRequested else { return }
            let library = try openLibrary(url, tool)
            defer { library.close() }
            try Serving.run(library, options, opensBrowser: open ?? Desktop.isThere, tool)
        }
    }

    static var usualPlace: String {
        (environmentValue("XDG_DATA_HOME") ?? (environmentValue("HOME") ?? ".") + "/.local/share") + "/openphotokit/Demonstration.photolibrary"
    }

    /// Makes it unless it is there.
    /// - Returns: what was made; `nil` where nothing had to be. And where one is now that somebody had worked with.
    private func prepare(_ url: URL, _ tool: ToolContext) throws -> (made: DemonstrationSummary?, kept: String?) {
        let environment = tool.environment
        let order = DemonstrationOrder(
            path: url.path, photos: photos, seed: seed, longestSide: side, isFresh: fresh, busyTimeout: environment.busyTimeout)
        let bars = DemonstrationBars(tool.console)
        defer { bars.finish() }
        var kept: String?
        let last = try Interruption.patiently {
            try DemonstrationProgram.run(order) { message in
                switch message {
                case .progress(let progress): bars.update(progress)
                case .log(let level, let message): environment.log(LogLevel(rawValue: level) ?? .error, message)
                case .kept(let path):
                    kept = path
                    tool.console.note("The demonstration that was there was changed, or has more in it than it was made with, so it is kept as \(DisplayText.safe(path)).")
                case .made, .there, .foreign, .failed: break
                }
            }
        }
        switch last {
        case .made(let summary): return (summary, kept)
        case .there(let made, let chance):
            if made != photos ?? made || chance != seed ?? chance {
                tool.console.note("The demonstration that is there has \(Quantity.counted(made, "photo")), made from \(chance). --fresh makes it anew.")
            }
            return (nil, nil)
        case .foreign:
            throw ToolFailure(
                .cannotWrite, "\(DisplayText.safe(url.path)) is there and is no demonstration, so it is left alone. Choose another place with --at.")
        case .failed(let error): throw error
        case .progress, .log, .kept: throw DemonstrationProgram.endedTooSoon
        }
    }

    private func openLibrary(_ url: URL, _ tool: ToolContext) throws -> PhotoLibrary {
        do throws(LibraryError) {
            return try PhotoLibrary.open(at: url, environment: tool.environment)
        } catch {
            if error.code != .locked { tool.console.note("photos demo --fresh makes the demonstration anew.") }
            throw error
        }
    }
}

/// The bars of the two long phases, one after the other.
final class DemonstrationBars: Sendable {
    private let painting: ProgressReporter
    private let importing: ProgressReporter

    init(_ console: Console) { (painting, importing) = (ProgressReporter(console), ProgressReporter(console)) }

    func update(_ progress: DemonstrationProgress) {
        switch progress.phase {
        case .painting: painting.update(found: progress.found, done: progress.done, bytesFound: 0, bytesDone: 0, name: say("Painting \(progress.name)"))
        case .importing: importing.update(found: progress.found, done: progress.done, bytesFound: 0, bytesDone: 0, name: say("Importing \(progress.name)"))
        case .arranging: importing.finish()
        }
    }

    func finish() { importing.finish() }
}
