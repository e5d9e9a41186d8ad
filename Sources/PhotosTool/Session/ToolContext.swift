import ArgumentParser
import Foundation
import LibraryEngine

/// What a command works with: where to print, and which library.
struct ToolContext {
    let console: Console
    let wantsJSON: Bool
    let libraryPath: String
    private let busyTimeout: Double

    init(_ options: GlobalOptions) {
        console = Console(isQuiet: options.quiet)
        wantsJSON = options.json
        busyTimeout = Double(options.wait)
        libraryPath = options.library ?? environmentValue("PHOTOS_LIBRARY") ?? Self.defaultLibrary
    }

    static var defaultLibrary: String {
        (environmentValue("HOME") ?? ".") + "/Pictures/Photos.photolibrary"
    }

    /// Who makes a change, for the library's change log.
    var author: String { environmentValue("PHOTOS_APP_ID") ?? "photos" }

    var libraryURL: URL { URL(fileURLWithPath: libraryPath, isDirectory: true) }

    func openLibrary() throws -> PhotoLibrary { try PhotoLibrary.open(at: libraryURL, environment: environment) }
    func openOrCreateLibrary() throws -> PhotoLibrary { try PhotoLibrary.openOrCreate(at: libraryURL, environment: environment) }

    /// The process' own world, with messages that do not tear a progress bar apart, and of which `--quiet` leaves the errors.
    var environment: Environment {
        var environment = Environment()
        environment.busyTimeout = busyTimeout
        let threshold = console.isQuiet ? .error : environmentValue("PHOTOS_LOG").flatMap { LogLevel(rawValue: $0.lowercased()) } ?? .warning
        environment.log = { [console] level, message in
            if level <= threshold { console.problem("\(level.rawValue): \(DisplayText.safe(message))") }
        }
        return environment
    }
}

extension ParsableCommand {
    /// Runs a command's work and prints what is left of its output, also when it fails half-way.
    func run(_ options: GlobalOptions, _ work: (ToolContext) throws -> Void) throws {
        let tool = ToolContext(options)
        let outcome = Result { try work(tool) }
        try tool.console.flush()
        try outcome.get()
    }
}
