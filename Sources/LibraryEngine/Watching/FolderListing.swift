import Importing
import Metadata
import Originals
import PhotoModel

/// What a file looks like from outside, as far as a watch remembers it.
package struct WatchedFile: Sendable, Hashable {
    var inode: UInt64
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64
    var changed: Int64

    init(_ signature: FileSignature) {
        (inode, size, modified, changed) = (signature.inode, signature.size, signature.modifiedNanoseconds, signature.changedNanoseconds)
    }

    init(inode: UInt64, size: Int64, modified: Int64, changed: Int64) { (self.inode, self.size, self.modified, self.changed) = (inode, size, modified, changed) }

    /// Whether it is that file with that content, wherever it is now: a new name changes nothing but the time of change.
    func isSame(as other: WatchedFile) -> Bool { inode == other.inode && size == other.size && modified == other.modified }
}

/// A folder, whatever its name is.
struct FolderIdentity: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64

    init(_ signature: FileSignature) { (device, inode) = (signature.device, signature.inode) }
    init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
}

/// What is in one folder that a watch is about.
struct FolderListing: Sendable {
    let identity: FolderIdentity
    /// Of the folder itself, in nanoseconds since 1970: another one where names came or went.
    let modified: Int64
    private(set) var files: [BytePath: WatchedFile] = [:]
    private(set) var folders: [BytePath: FolderIdentity] = [:]
    /// Names of what is there and can't be looked at: it may be anything, and what was known of it is not gone.
    private(set) var unknown: Set<BytePath> = []

    /// - Parameter apart: folders that are none of this watch's: the library, and roots of other watches; and those that it lies in.
    /// - Throws: `.missing` where there is no such folder, and what keeps it from being read.
    init(_ path: BytePath, apart: Set<FolderIdentity>) throws(OriginalsError) {
        let signature = try FileSignature(linkPath: path)
        guard signature.isFolder else { throw OriginalsError(.missing, "\(path.display) is no folder any more.") }
        (identity, modified) = (FolderIdentity(signature), signature.modifiedNanoseconds)
        for name in try Folder.names(in: path) where !Self.isPassedBy(name) {
            let entry = path.appending(name)
            let own: FileSignature
            do throws(OriginalsError) { own = try FileSignature(linkPath: entry) } catch {
                // What is gone again is gone.
                if error.code != .missing { unknown.insert(name) }
                continue
            }
            if own.isFolder {
                let identity = FolderIdentity(own)
                if identity != self.identity, !apart.contains(identity), FoundLibrary(entry, isOurs: false) == nil { folders[name] = identity }
            } else if own.isRegular {
                files[name] = WatchedFile(own)
            } else if own.isLink {
                // A link to a folder is not entered: that can be watched by itself, and no link leads in circles.
                if let target = try? FileSignature(path: entry) {
                    if target.isRegular { files[name] = WatchedFile(target) }
                } else {
                    // The disk that it leads to may not be there.
                    unknown.insert(name)
                }
            }
        }
    }

    /// What is known to be in a folder.
    init(identity: FolderIdentity, modified: Int64, files: [BytePath: WatchedFile] = [:], folders: [BytePath: FolderIdentity] = [:], unknown: Set<BytePath> = []) {
        (self.identity, self.modified, self.files, self.folders, self.unknown) = (identity, modified, files, folders, unknown)
    }

    /// Hidden names, and those that programs give to what they are still writing.
    static func isPassedBy(_ name: BytePath) -> Bool {
        guard let first = name.bytes.first, first != UInt8(ascii: ".") else { return true }
        if name.bytes.last == UInt8(ascii: "~") { return true }
        return unfinished.contains(MediaName(name.text).pathExtension)
    }

    private static let unfinished: Set<String> = ["part", "partial", "crdownload", "download", "tmp", "temp", "filepart", "swp"]

    /// Whether a name is that of a text beside a picture, which programs write again with every change.
    static func isAccessory(_ name: BytePath) -> Bool { ["xmp", "aae"].contains(MediaName(name.text).pathExtension) }

    /// Whether others of the same name may have to wait for it: a part of a picture, as far as its name tells.
    static func isPart(_ name: BytePath) -> Bool {
        guard !isAccessory(name) else { return true }
        guard let type = UniformTypes.identifier(forExtension: MediaName(name.text).pathExtension) else { return false }
        return [UniformTypes.image, UniformTypes.movie].contains { UniformTypes.conforms(type, to: $0) }
    }
}
