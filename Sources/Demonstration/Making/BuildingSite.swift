import DemonstrationMessages
import Foundation
import Glibc

/// The folder beside a library in which the library is made, held by one process at a time.
struct BuildingSite {
    private let target: URL
    private let folder: URL
    /// Locked while it is open; the system lets go of it with the process, however that ends.
    private let lock: Int32

    var pictures: URL { folder.appendingPathComponent("DCIM") }
    var library: URL { folder.appendingPathComponent(target.lastPathComponent) }

    /// - Throws: where something is at `target` already, or another process is making it.
    init(for target: URL) throws {
        self.target = target.standardizedFileURL
        let parent = self.target.deletingLastPathComponent()
        folder = parent.appendingPathComponent(".\(self.target.lastPathComponent).part")
        let folder = folder
        try Self.writing(folder) { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        lock = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw Self.cannotWrite(folder, String(cString: strerror(errno))) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw DemonstrationError(.busy, "Another process is making the demonstration at \(target.path). Wait for it, then try again.")
        }
        do {
            guard !FileManager.default.fileExists(atPath: self.target.path) else {
                throw DemonstrationError(.exists, "There is something at \(target.path) already. Choose another place.")
            }
            // What an interrupted one left.
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        } catch {
            close(lock)
            throw error
        }
    }

    /// Gives the finished library its name.
    func publish(_ marker: DemonstrationMarker) throws {
        try Self.writing(library) { try marker.write(in: library) }
        guard rename(library.path, target.path) == 0 else { throw Self.cannotWrite(target, String(cString: strerror(errno))) }
    }

    /// Removes what is left, and lets others in.
    func clear() {
        try? FileManager.default.removeItem(at: folder)
        close(lock)
    }

    /// Out of sight at once, then gone.
    static func remove(_ library: URL) throws {
        let library = library.standardizedFileURL
        let away = library.deletingLastPathComponent().appendingPathComponent(".\(library.lastPathComponent).old-\(getpid())")
        guard rename(library.path, away.path) == 0 else { throw cannotWrite(library, String(cString: strerror(errno))) }
        try writing(away) { try FileManager.default.removeItem(at: away) }
    }

    /// Gives a library another name beside its own.
    static func keep(_ library: URL, on date: Date) throws -> URL {
        let library = library.standardizedFileURL, day = date.formatted(.iso8601.year().month().day())
        let name = library.deletingPathExtension().lastPathComponent, ending = library.pathExtension
        for number in 1...1_000 {
            let other = "\(name) kept \(day)" + (number == 1 ? "" : " \(number)") + (ending.isEmpty ? "" : ".\(ending)")
            let place = library.deletingLastPathComponent().appendingPathComponent(other)
            // A folder with something in it, or a file, is never replaced by this.
            if rename(library.path, place.path) == 0 { return place }
            guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else { break }
        }
        throw cannotWrite(library, String(cString: strerror(errno)))
    }

    static func notADemonstration(_ url: URL) -> DemonstrationError {
        DemonstrationError(.exists, "\(url.path) is there and is no demonstration, so it is left alone. Choose another place.")
    }

    private static func writing(_ url: URL, _ work: () throws -> Void) throws {
        do { try work() } catch { throw cannotWrite(url, (error as NSError).localizedDescription) }
    }

    private static func cannotWrite(_ url: URL, _ reason: String) -> DemonstrationError {
        DemonstrationError(
            .cannotWrite, "\(url.path) can't be written: \(reason). Check the permissions and the room on the disk, or choose another place.")
    }
}
