import Foundation
import Glibc
import Originals
import Support

/// How the watching of a folder stands, for people who ask another process.
package struct WatchStatus: Codable, Sendable, Equatable {
    package var folders = 0
    package var files = 0
    /// Files that are not whole yet, as far as is known.
    package var waiting = 0
    /// Folders of which the kernel tells.
    package var watchedFolders = 0
    /// Seconds that the last pass over the others took, and seconds between two of them; `nil` where there are no others.
    package var passSeconds: Double?
    package var passInterval: Double?
    /// Seconds since 2001 of the last look.
    package var looked = 0.0
    /// Why the folder can't be looked at, for a person.
    package var absence: String?
    /// What keeps files from coming in, for a person.
    package var trouble: String?

    package init() {}
}

/// How far the catalogue was when something was written down beside it.
package struct CatalogueMoment: Sendable, Equatable {
    var position: Int64
    /// What its last recovery left in it; `nil` for none.
    var recovery: String?

    /// Whether what was written down then may speak of what the other does not know.
    func isAhead(of other: CatalogueMoment) -> Bool { recovery != other.recovery || position > other.position }
}

/// `watching/`: what watches know, a file each, and the lock of the one process that watches.
///
/// May be removed at any time while nobody watches: files that came in are then read once more to see that they did.
final class WatchStore {
    private static let folderName = "watching"
    private let folder: FolderHandle
    private let lock: Int32
    private var sizes: [UUID: Int] = [:]

    /// - Throws: `.locked` where another process watches.
    init(library: FolderHandle) throws {
        do throws(FolderError) {
            try library.makeFolder(BytePath(Self.folderName))
            folder = try library.folder(Self.folderName)
            lock = try folder.open(BytePath("lock"), O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, doing: "lock")
        } catch { throw OriginalsError(error) }
        guard retrying({ flock(lock, LOCK_EX | LOCK_NB) }) == 0 else {
            let number = errno
            close(lock)
            if number == EWOULDBLOCK {
                throw LibraryError(.locked, "Another process watches folders for this library, such as 'photos serve'. End it first, or leave the watching to it.")
            }
            throw OriginalsError(FolderError.system(number, doing: "lock", folder.path.appending("lock")))
        }
    }

    deinit {
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Whether some process watches now.
    static func isHeld(in library: FolderHandle) -> Bool {
        guard let lock = try? library.open(BytePath("\(folderName)/lock"), O_RDONLY | O_NONBLOCK | O_NOCTTY, doing: "lock") else { return false }
        defer { close(lock) }
        guard retrying({ flock(lock, LOCK_SH | LOCK_NB) }) != 0 else { return false }
        return errno == EWOULDBLOCK
    }

    // MARK: What watches know

    /// Lines that are torn, or not as they were written, are passed by; and all of them where they tell of a catalogue that went on further than
    /// this one, or that was made anew since.
    func lines(of id: UUID, _ catalogue: CatalogueMoment) -> [WatchLine] {
        guard let content = try? folder.content(of: Self.file(id), limit: .max) else { return [] }
        let lines = content.split(separator: UInt8(ascii: "\n")).compactMap { WatchLine(checked: $0) }
        for case .catalogue(let moment) in lines where moment.isAhead(of: catalogue) {
            try? folder.removeFile(Self.file(id))
            return []
        }
        sizes[id] = lines.count
        return lines
    }

    /// Writes down what changed; all of it anew where most of the file says what is no more.
    /// - Parameter all: everything that is known.
    func write(_ lines: [WatchLine], of id: UUID, _ catalogue: CatalogueMoment, known: Int, all: () -> [WatchLine]) throws {
        guard !lines.isEmpty else { return }
        let lines = lines + [.catalogue(catalogue)]
        do throws(FolderError) {
            let count = (sizes[id] ?? 0) + lines.count
            if count > 1_000 + 2 * known {
                let fresh = all() + [.catalogue(catalogue)]
                let part = BytePath("\(id.uuidString).part")
                try folder.removeFile(part)
                try folder.makeFile(part, fresh.map(\.checked).joined().utf8)
                try folder.replace(Self.file(id), with: part)
                sizes[id] = fresh.count
                return
            }
            let file = try folder.open(Self.file(id), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY, doing: "write")
            defer { close(file) }
            var rest = Array(lines.map(\.checked).joined().utf8)[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { bytes in retrying { Glibc.write(file, bytes.baseAddress, bytes.count) } }
                guard written > 0 else { throw .system(written == 0 ? ENOSPC : errno, doing: "write", folder.path.appending(Self.file(id))) }
                rest = rest.dropFirst(written)
            }
            sizes[id] = count
        } catch { throw OriginalsError(error) }
    }

    /// Removes what is known of folders that are not watched any more.
    func keepOnly(_ ids: Set<UUID>) throws {
        do throws(FolderError) {
            for name in try folder.names() {
                let stem = name.text.split(separator: ".").first.map(String.init) ?? ""
                if let id = UUID(uuidString: stem), !ids.contains(id) { try folder.removeFile(name) }
            }
        } catch { throw OriginalsError(error) }
    }

    // MARK: How watches stand

    func write(_ status: WatchStatus, of id: UUID) throws {
        let part = BytePath("\(id.uuidString).status-part")
        let data = try JSONEncoder().encode(status)
        do throws(FolderError) {
            try folder.removeFile(part)
            try folder.makeFile(part, data)
            try folder.replace(BytePath("\(id.uuidString).status"), with: part)
        } catch { throw OriginalsError(error) }
    }

    static func status(of id: UUID, in library: FolderHandle) -> WatchStatus? {
        guard let content = try? library.content(of: BytePath("\(folderName)/\(id.uuidString).status"), limit: 1 << 16) else { return nil }
        return try? JSONDecoder().decode(WatchStatus.self, from: Data(content))
    }

    private static func file(_ id: UUID) -> BytePath { BytePath("\(id.uuidString).files") }
}

extension WatchLine {
    /// A checksum, what it is, and the path last, which may hold anything.
    var checked: String {
        let text =
            switch self {
            case .known(let path, let file, let isTaken): "\(isTaken ? "t" : "r") \(file.inode) \(file.size) \(file.modified) \(file.changed) \(Self.escaped(path))"
            case .gone(let path): "- \(Self.escaped(path))"
            case .mount(let path, let isMount): "\(isMount ? "m" : "n") \(Self.escaped(path))"
            case .catalogue(let moment): "c \(moment.position) \(moment.recovery ?? "")"
            }
        return "\(Self.sum(Array(text.utf8))) \(text)\n"
    }

    /// `nil` for what is no such line.
    init?(checked line: some Collection<UInt8>) {
        let parts = Array(line).split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, String(decoding: parts[0], as: UTF8.self) == Self.sum(Array(parts[1])) else { return nil }
        let text = String(decoding: parts[1], as: UTF8.self)
        switch text.first {
        case "t", "r":
            let fields = text.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
            guard fields.count == 6, let inode = UInt64(fields[1]), let size = Int64(fields[2]), let modified = Int64(fields[3]), let changed = Int64(fields[4]) else { return nil }
            let file = WatchedFile(inode: inode, size: size, modified: modified, changed: changed)
            self = .known(Self.path(fields[5]), file, isTaken: fields[0] == "t")
        case "-": self = .gone(Self.path(text.dropFirst(2)))
        case "c":
            let fields = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, let position = Int64(fields[1]) else { return nil }
            self = .catalogue(CatalogueMoment(position: position, recovery: fields[2].isEmpty ? nil : String(fields[2])))
        case "m": self = .mount(Self.path(text.dropFirst(2)), true)
        case "n": self = .mount(Self.path(text.dropFirst(2)), false)
        default: return nil
        }
    }

    private static func escaped(_ path: BytePath) -> String { path.text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }

    private static func path(_ text: Substring) -> BytePath {
        var result = "", isEscaped = false
        for character in text.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.unicodeScalars.append(character)
            }
        }
        return BytePath(result)
    }

    private static func sum(_ bytes: [UInt8]) -> String {
        var sum = CRC32()
        bytes.withUnsafeBytes { sum.update($0) }
        return sum.value.hexadecimal
    }
}
