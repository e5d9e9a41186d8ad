import Foundation
import Glibc

/// A copy of an original on its way to a folder of the user's: complete, checked and on disk before it gets a name.
package final class ExportedFile {
    private let part: BytePath
    private var isPublished = false

    /// Copies to a hidden file in `folder` and compares with the hash that was stored at import.
    /// - Throws: `.unreadable` where the original's bytes are not the ones that were imported.
    package init(copying original: OpenFile, sha256: [UInt8], into folder: BytePath) throws(OriginalsError) {
        part = folder.appending(".photos-export-\(UUID().uuidString)")
        let signature = try original.signature()
        let file = try OpenFile(part, O_WRONLY | O_CREAT | O_EXCL, "write")
        do throws(OriginalsError) {
            let digest = try StagingSession.hash(original, nil, { _ in }) { bytes throws(OriginalsError) in try file.write(bytes) }
            guard digest == sha256 else {
                throw OriginalsError(.unreadable, "\(original.path.display) is damaged: its content is not the one that was imported. Restore it from a backup.")
            }
            file.setModified(nanoseconds: signature.modifiedNanoseconds)
            try file.synchronize()
        } catch {
            try? Folder.removeFile(part)
            throw error
        }
    }

    deinit {
        if !isPublished { try? Folder.removeFile(part) }
    }

    /// Gives the copy its name; never replaces what has it.
    package func publish(as path: BytePath) throws(OriginalsError) {
        try Folder.rename(part, to: path)
        isPublished = true
    }
}
