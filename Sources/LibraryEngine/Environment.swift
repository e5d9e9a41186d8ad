import Cloud
import Decoding
import Foundation
import Gazetteer
import Imaging
import Pixels
import Support

/// How much a message matters.
package enum LogLevel: String, Sendable, Comparable, CaseIterable {
    case error, warning, info, debug

    package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}

/// Where pixels and facts come from.
package enum DecoderChoice: Sendable {
    /// The worker at this path, else the one that `PHOTOS_DECODER`, the executable's folder or `PATH` names. Without one nothing is decoded.
    case automatic(workerPath: URL?)
    /// Another, such as a test's.
    case given(any MediaDecoder)
}

/// The world an open library lives in. Tests pass their own.
package struct Environment: Sendable {
    package var now: @Sendable () -> Date = { Date() }
    package var makeUUID: @Sendable () -> UUID = { UUID() }
    package var decoder = DecoderChoice.automatic(workerPath: nil)
    /// Whose libraries are opened.
    package var owners = LibraryOwners.process
    /// Where originals are that the library does not hold; `nil`, the default, where nobody knows.
    package var store: (any ObjectStore)?
    /// What places are called; `nil` where they shall have no names. Nothing is read before a name is asked for.
    package var gazetteer: GazetteerFiles? = .installed
    /// What the process' environment says under a name, for the keys and the region of buckets.
    package var variable: @Sendable (String) -> String? = { Environment.variable($0) }
    package var log: @Sendable (LogLevel, String) -> Void = { _, _ in }
    /// Reads the dates of cameras that do not say where they were. The system's unless it is set.
    package var timeZone: TimeZone {
        get { givenTimeZone ?? .current }
        set { givenTimeZone = newValue }
    }
    /// `nil` for the system's, which whoever needs it looks up: that takes milliseconds.
    var givenTimeZone: TimeZone?
    /// Threads for reading, decoding and rendering. As many as there are processors for this process unless it is set.
    package var threads: Int {
        get { givenThreads ?? ProcessInfo.processInfo.activeProcessorCount }
        set { givenThreads = newValue }
    }
    private var givenThreads: Int?
    /// Tells when memory is scarce, so that pictures in memory are dropped. The process' own unless it is set, which is made for the first who shows pictures.
    package var memoryWatch: MemoryWatch {
        get { givenMemoryWatch ?? .shared }
        set { givenMemoryWatch = newValue }
    }
    private var givenMemoryWatch: MemoryWatch?
    /// Seconds to wait for another writer.
    package var busyTimeout: TimeInterval = 10
    /// Whether previews are removed where the disk has next to no room for a change: for what frees more.
    package var makesRoom = false
    /// False where the system tells nothing of what others do to files. What they decide about access is then looked up at every use.
    package var watchesFiles = true

    /// Whether a library that is open for writing takes a snapshot of its catalogue a day, in the background.
    package var takesSnapshots = false
    /// When machines that share a store join what they told each other.
    package var syncLimits = SyncLimits()
    /// What the library's disk has free; `nil` asks the disk.
    package var diskFigures: (@Sendable () -> DiskSpace.Figures?)?
    /// Comes between a library and its store; for tests.
    var storeWrapper: (@Sendable (any CloudStore) -> any CloudStore)?
    /// False for a library whose record nobody needs, such as one that is measured.
    package var keepsRecord = true
    /// False where fetches shall come from SQLite alone, and where results of equal fetches shall not be kept: for measuring.
    package var usesColumns = true
    package var keepsResults = true
    /// Opens the library for reading only, as one that can't be written is by itself: nothing in its folder is touched.
    package var readsOnly = false

    package init() {}

    /// What decodes on this machine, for what belongs to no library. Nothing is started yet.
    /// - Throws: `.workerMissing` where there is nothing to decode with; the message says how to get it.
    package func makeDecoder() throws(CodecError) -> any MediaDecoder {
        switch decoder {
        case .given(let decoder): return decoder
        case .automatic(let path):
            var options = DecoderOptions()
            options.log = { [log] in log(.warning, $0) }
            return try DecoderLocator().makeDecoder(path: path?.path, options: options)
        }
    }

    /// A program of this product: beside the running one, else in `PATH`.
    package static func program(_ name: String) -> String? { DecoderLocator().find(name) }

    /// What the process' environment says under a name. Foundation would make a dictionary of all names, which a program that only fetches would wait for.
    package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The name of the executable.
    package static var programName: String { DecoderLocator.runningProgram?.split(separator: "/").last.map(String.init) ?? ProcessInfo.processInfo.processName }

    /// What tells this process that memory is short, for a person.
    package static var memoryPressure: String { PressureSource.find().description }

    /// The process' own: the clock, random UUIDs, messages on standard error from `PHOTOS_LOG` (default `warning`) upwards, and names of places from the
    /// tables in `PHOTOS_GAZETTEER`, by default the package's; empty, places have no names.
    package static var process: Environment {
        ofProcess { level, message in FileHandle.standardError.write(Data("\(level.rawValue): \(message)\n".utf8)) }
    }

    /// The process' own, whose messages from `PHOTOS_LOG` upwards go elsewhere than to standard error.
    package static func ofProcess(log: @escaping @Sendable (LogLevel, String) -> Void) -> Environment {
        var environment = Environment()
        environment.takesSnapshots = true
        // Elsewhere than in Debian, the tables that GeoNames publishes may lie in any folder.
        if let folder = variable("PHOTOS_GAZETTEER") {
            environment.gazetteer = folder.isEmpty ? nil : GazetteerFiles(tables: folder, translations: GazetteerFiles.installed.translations)
        }
        let threshold = variable("PHOTOS_LOG").flatMap { LogLevel(rawValue: $0.lowercased()) } ?? .warning
        environment.log = { level, message in if level <= threshold { log(level, message) } }
        return environment
    }
}
