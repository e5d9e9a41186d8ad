import Foundation
import Glibc
import Originals
import Support

/// Whose libraries are opened: the asker's own, and those of users that the asker trusts by name.
///
/// What is in a library steers what this program does with files of the one who runs it, so one that somebody else made, or can change, is believed only
/// when asked to, as git does with repositories.
package struct LibraryOwners: Sendable {
    /// User ids whose libraries are opened unasked.
    package var own: [UInt32]
    /// Users that are trusted by name.
    /// - Throws: a `LibraryError` where the list is there and can't be believed.
    package var trusted: @Sendable () throws(LibraryError) -> Set<String>

    package init(own: [UInt32], trusted: @escaping @Sendable () throws(LibraryError) -> Set<String>) { (self.own, self.trusted) = (own, trusted) }

    /// The user that the process acts for, and where root was asked through sudo, the one who asked.
    package static var process: LibraryOwners {
        var own = [geteuid()]
        if geteuid() == 0, let user = Environment.variable("SUDO_UID").flatMap({ UInt32($0) }) { own.append(user) }
        return LibraryOwners(own: own) { () throws(LibraryError) in Set(try TrustedOwners.process.names()) }
    }

    /// A user's name; the number where the system knows none.
    package static func name(of user: UInt32) -> String {
        guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "\(user)" }
        return String(cString: name)
    }

    /// Throws where the library, or one of the files that say what is in it, belongs to somebody who is neither the asker nor trusted.
    func check(_ library: FolderHandle) throws(LibraryError) {
        for part in ["", LibraryManifest.fileName, LibraryLayout.database, LibraryLayout.catalog] {
            guard let owner = try Self.owner(of: part, library), !own.contains(owner) else { continue }
            let name = Self.name(of: owner), location = part.isEmpty ? library.path : library.path.appending(part)
            do throws(LibraryError) {
                if try trusted().contains(name) { continue }
            } catch {
                throw LibraryError(.foreign, "\(location.display) belongs to the user \(name). \(error.message)", cause: error)
            }
            throw LibraryError(
                .foreign,
                "\(location.display) belongs to the user \(name), and what others put into a library can mislead whoever opens it. If you trust \(name), run "
                    + "'photos trust \(name)'; if the files are yours, give them back to yourself with chown.")
        }
    }

    private static func owner(of part: String, _ library: FolderHandle) throws(LibraryError) -> UInt32? {
        if part.isEmpty {
            var status = stat()
            guard fstat(library.descriptor, &status) == 0 else {
                throw LibraryError(.unreadable, "\(library.path.display) can't be looked at: \(String(cString: strerror(errno))). Check its disk.")
            }
            return status.st_uid
        }
        do throws(FolderError) { return try library.status(BytePath(part))?.st_uid } catch { throw LibraryError(OriginalsError(error)) }
    }
}
