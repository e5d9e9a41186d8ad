import Foundation
import Gazetteer
import LibraryEngine
import Photos

/// A library in a temporary folder, deleted with this object.
///
/// Its clock and identifiers are given, so that what a test makes is the same every time.
public final class TemporaryLibrary: Sendable {
    /// The folder that holds the library and whatever else a test puts there.
    public let folder: URL
    /// The library itself, in `folder`.
    public let url: URL
    /// The library as its owner's application sees it.
    public let photoLibrary: PHPhotoLibrary
    /// The library's clock: what is made now has its date.
    public let clock: TestClock
    /// Stands before the decoder; makes it fail on command.
    public let faults: FaultInjectingDecoder
    /// Where originals are that `sendToCloud` took away.
    public let cloud: TestCloud
    package let library: PhotoLibrary

    /// Makes an empty library, in which places have no names.
    public convenience init(clock: TestClock = TestClock()) throws { try self.init(clock: clock, gazetteer: nil) }

    /// - Parameters:
    ///   - gazetteer: folder of the tables and translations of places, so that tests say the same on every machine.
    ///   - log: gets what would be written down.
    package init(clock: TestClock = TestClock(), gazetteer: URL?, log: (@Sendable (LogLevel, String) -> Void)? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("photos-test-\(UUID().uuidString)")
        url = folder.appendingPathComponent("Test.photolibrary")
        self.clock = clock
        faults = FaultInjectingDecoder()
        cloud = TestCloud()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = Environment.process
        // A library that is thrown away needs no snapshots.
        environment.takesSnapshots = false
        environment.decoder = .given(faults)
        environment.store = cloud
        environment.memoryWatch = .none
        if let log { environment.log = log }
        environment.gazetteer = gazetteer.map { GazetteerFiles(tables: $0.path, translations: $0.path) }
        // On a busy machine a write may wait long for others.
        environment.busyTimeout = 120
        environment.now = { clock.now }
        environment.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let identifiers = TestIdentifiers()
        environment.makeUUID = { identifiers.next() }
        library = try PhotoLibrary.create(at: url, environment: environment)
        photoLibrary = PHPhotoLibrary(session: LibrarySession(library))
    }

    deinit {
        library.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes it the one that `PHPhotoLibrary.shared()` gives while `body` runs. One such body at a time: tests that use it run serially.
    public func shared<T>(_ body: () async throws -> T) async rethrows -> T {
        PHPhotoLibrary.replaceShared(with: photoLibrary)
        defer { PHPhotoLibrary.replaceShared(with: nil) }
        return try await body()
    }

    /// Makes it the one that `PHPhotoLibrary.shared()` gives from now on.
    public func install() { PHPhotoLibrary.replaceShared(with: photoLibrary) }

    /// A file beside the library.
    public func file(_ name: String, _ contents: Data) throws -> URL {
        let file = folder.appendingPathComponent(name)
        try contents.write(to: file)
        return file
    }
}
