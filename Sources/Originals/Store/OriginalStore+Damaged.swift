import Glibc
import Support

extension OriginalStore {
    /// Where damaged files are kept when a good copy replaces them.
    package static let damagedFolder = "damaged"

    /// Whether a file that is there has other bytes than were recorded: its size tells at once, and its content is read only where somebody found it
    /// damaged before. What was damaged when it came in is what was recorded.
    package func isRotten(managedPath path: String, size: Int64, sha256: [UInt8], isMarked: Bool) -> Bool {
        guard holds(managedPath: path), let signature = try? folder.signature(BytePath(path)) else { return false }
        return signature.size != size || isMarked && check(managedPath: path, size: size, sha256: sha256) != .sound
    }

    /// Moves a file out of the originals into `damaged/`, where no byte of it is lost, so that a good copy can replace it.
    /// - Returns: its name there.
    package func setAside(managedPath path: String) throws(OriginalsError) -> BytePath {
        let location = try Self.location(path)
        try beneath(try folder.makeFolder(BytePath(Self.damagedFolder)))
        let aside = try beneath(try folder.folder(Self.damagedFolder)), from = try beneath(try folder.folder(location.parent))
        var number = 1
        while true {
            let name = BytePath(bytes: location.lastComponent.bytes + (number == 1 ? [] : Array("-\(number)".utf8)))
            do throws(OriginalsError) {
                try beneath(try from.rename(location.lastComponent, to: aside, name))
                try beneath(try aside.synchronize())
                try beneath(try from.synchronize())
                return name
            } catch let error where error.code == .exists { number += 1 }
        }
    }

    /// Moves it back, where nothing has the name.
    package func putBack(_ name: BytePath, managedPath path: String) throws(OriginalsError) {
        let location = try Self.location(path)
        let aside = try beneath(try folder.folder(Self.damagedFolder)), to = try beneath(try folder.folder(location.parent))
        try beneath(try aside.rename(name, to: to, location.lastComponent))
        try beneath(try to.synchronize())
    }
}
