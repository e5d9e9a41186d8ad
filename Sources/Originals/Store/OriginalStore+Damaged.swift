import Glibc
import Support

extension OriginalStore {
    /// Where bytes that are not the recorded ones are kept when a good copy takes their place.
    package static let damagedFolder = "damaged"

    /// Whether a file that is there has other bytes than were recorded: its size tells at once, and its content is read only where somebody found it
    /// damaged before. What was damaged when it came in is what was recorded.
    package func isRotten(managedPath path: String, size: Int64, sha256: [UInt8], isMarked: Bool) -> Bool {
        guard holds(managedPath: path), let signature = try? folder.signature(BytePath(path)) else { return false }
        return signature.size != size || isMarked && check(managedPath: path, size: size, sha256: sha256) != .sound
    }

    /// Moves a file out of the originals into `damaged/`, where no byte of it is lost, so that a good copy can have its place.
    /// - Returns: its name there.
    package func setAside(managedPath path: String) throws(OriginalsError) -> BytePath {
        let place = try Self.place(path)
        try beneath(try folder.makeFolder(BytePath(Self.damagedFolder)))
        let aside = try beneath(try folder.folder(Self.damagedFolder)), from = try beneath(try folder.folder(place.parent))
        var number = 1
        while true {
            let name = BytePath(bytes: place.lastComponent.bytes + (number == 1 ? [] : Array("-\(number)".utf8)))
            do throws(OriginalsError) {
                try beneath(try from.rename(place.lastComponent, to: aside, name))
                try beneath(try aside.synchronize())
                try beneath(try from.synchronize())
                return name
            } catch where error.code == .exists { number += 1 }
        }
    }

    /// Takes that back, where nothing has the place.
    package func putBack(_ name: BytePath, managedPath path: String) throws(OriginalsError) {
        let place = try Self.place(path)
        let aside = try beneath(try folder.folder(Self.damagedFolder)), to = try beneath(try folder.folder(place.parent))
        try beneath(try aside.rename(name, to: to, place.lastComponent))
        try beneath(try to.synchronize())
    }
}
