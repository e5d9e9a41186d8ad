import Foundation
import Glibc
import Support

/// A folder of `staging/` as sessions make them, and how to know one: what anybody else put there is never taken for ours.
///
/// It is named by a UUID and holds `lock`, `journal` and staged files, which are numbered. The lock file begins with a mark. Versions before the mark left
/// the lock empty: a folder of theirs is known by holding nothing but such files. Nothing is ever removed but them.
struct SessionFolder {
    static let lockName = BytePath("lock")
    static let journalName = BytePath("journal")
    static let mark = Array("OpenPhotoKit staging session\n".utf8)

    let name: BytePath
    let folder: FolderHandle
    /// What is in it and was not made by a session.
    let strays: [BytePath]
    let isOurs: Bool

    static func isName(_ name: BytePath) -> Bool { UUID(uuidString: name.text)?.uuidString == name.text }

    /// Examines what has the name; `nil` where nothing has it any more.
    /// - Throws: `.obstructed` where it is no folder.
    init?(_ name: BytePath, in staging: FolderHandle) throws(OriginalsError) {
        self.name = name
        do throws(OriginalsError) {
            folder = try beneath(try staging.folder(name))
            var strays: [BytePath] = []
            for entry in try beneath(try folder.names()) {
                if try !Self.isOurs(entry, in: folder) { strays.append(entry) }
            }
            self.strays = strays
            isOurs = if !Self.isName(name) { false } else if strays.isEmpty { true } else { try Self.isMarked(folder) }
        } catch let error where error.code == .missing {
            return nil
        }
    }

    /// Removes the session's files and, if nothing else is in it, the folder; the lock goes last, so that what is left of an attempt is known again.
    static func clear(_ name: BytePath, _ folder: FolderHandle, in staging: FolderHandle) throws(OriginalsError) {
        for entry in try beneath(try folder.names()) where entry != lockName {
            if try isOurs(entry, in: folder) { try beneath(try folder.removeFile(entry)) }
        }
        if try isOurs(lockName, in: folder) { try beneath(try folder.removeFile(lockName)) }
        do throws(FolderError) { try staging.removeFolder(name) } catch .system(ENOTEMPTY, _, _) {
            // The folder stays while it holds other files.
        } catch {
            throw OriginalsError(error)
        }
    }

    private static func isOurs(_ entry: BytePath, in folder: FolderHandle) throws(OriginalsError) -> Bool {
        guard entry == lockName || entry == journalName || entry.bytes.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
        return try folder.signature(entry)?.isRegular ?? true
    }

    private static func isMarked(_ folder: FolderHandle) throws(OriginalsError) -> Bool {
        guard try folder.signature(lockName)?.isRegular == true else { return false }
        return try folder.regularFile(lockName).readRest(limit: mark.count).starts(with: mark)
    }
}
