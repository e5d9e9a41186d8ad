import ArgumentParser
import Foundation
import LibraryEngine
import Support
import Synchronization

/// What a command works with: where to print, and which library.
struct ToolContext {
    let console: Console
    let wantsJSON: Bool
    let libraryPath: String
    private let busyTimeout: Double
    private let opened = OpenedLibraries()

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

    func libraryURL() throws(ToolFailure) -> URL { try Self.folderURL(libraryPath) }

    /// It is closed when the command ends.
    func openLibrary() throws -> PhotoLibrary { opened.keep(try PhotoLibrary.open(at: libraryURL(), environment: environment)) }

    /// For what frees room: also where the disk has none, as far as previews can be removed for it.
    func openLibraryMakingRoom() throws -> PhotoLibrary {
        var environment = environment
        environment.makesRoom = true
        // A snapshot would take what was freed.
        environment.takesSnapshots = false
        return opened.keep(try PhotoLibrary.open(at: libraryURL(), environment: environment))
    }

    /// For a process that serves it: the same where the disk is full and originals may go for that.
    func openLibraryToServe() throws -> PhotoLibrary {
        let library = try openLibrary()
        guard library.readOnlyReason?.isDiskFull == true, try library.cloudSettings()?.localLimit != nil else { return library }
        return try openLibraryMakingRoom()
    }

    /// For measuring: nothing runs beside what is measured.
    func openQuietLibrary() throws -> PhotoLibrary {
        var environment = environment
        environment.takesSnapshots = false
        return opened.keep(try PhotoLibrary.open(at: libraryURL(), environment: environment))
    }

    /// It is closed when the command ends.
    func openOrCreateLibrary() throws -> PhotoLibrary { opened.keep(try PhotoLibrary.openOrCreate(at: libraryURL(), environment: environment)) }

    /// Takes back a library that this command made, if nothing came into it.
    func discardIfEmpty(_ library: PhotoLibrary) {
        closeLibraries()
        guard PhotoLibrary.discardIfEmpty(at: library.url, environment: environment) else { return }
        console.note("Nothing came in, so the library \(DisplayText.safe(library.url.path)) was not kept.")
    }

    /// Brings what is kept beside the catalogues up to date.
    func closeLibraries() { opened.close() }

    /// A library that ends with `work`, where there is none yet and none may be made.
    func withTemporaryLibrary<T>(_ work: (PhotoLibrary) throws -> T) throws -> T {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("photos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let library = try PhotoLibrary.create(at: scratch.appendingPathComponent("Temporary.photolibrary"), environment: environment)
        defer { library.close() }
        return try work(library)
    }

    /// - Throws: for a path that is no UTF-8, which a `URL` can't hold.
    static func folderURL(_ path: String) throws(ToolFailure) -> URL {
        guard BytePath(path).bytes == Array(path.utf8) else {
            throw ToolFailure(.usage, "The path \(DisplayText.safe(path)) is no UTF-8. Only files to import may have such names: rename the folder, or choose another.")
        }
        return URL(fileURLWithPath: path, isDirectory: true)
    }

    /// The process' own world, with messages that do not tear a progress bar apart, and of which `--quiet` leaves the errors and warnings.
    var environment: Environment {
        var environment = Environment.ofProcess { [console] level, message in
            guard !console.isQuiet || level <= .warning else { return }
            console.problem("\(KindWords.word(level.rawValue)): \(DisplayText.safe(EngineText.translated(message)))")
        }
        environment.busyTimeout = busyTimeout
        return environment
    }
}

/// The libraries that a command has opened, to be closed at its end: the record of one that nobody closes is a moment behind.
private final class OpenedLibraries: Sendable {
    private let libraries = Mutex<[PhotoLibrary]>([])

    func keep(_ library: PhotoLibrary) -> PhotoLibrary {
        libraries.withLock { $0.append(library) }
        return library
    }

    func close() {
        let all = libraries.withLock { libraries in
            defer { libraries = [] }
            return libraries
        }
        for library in all {
            library.close()
            // What it still has in hand is given up at its next step, and not in the middle of one by the end of the process.
            library.snapshots.wait()
        }
    }
}

extension ParsableCommand {
    /// Runs a command's work and prints what is left of its output, also when it fails half-way. Libraries are closed afterwards.
    func run(_ options: GlobalOptions, _ work: (ToolContext) throws -> Void) throws {
        let tool = ToolContext(options)
        defer { tool.closeLibraries() }
        let outcome = Result { try work(tool) }
        try tool.console.flush()
        try outcome.get()
    }
}
