import Glibc
import Support

/// The paths of files are this target's too, under their own name.
package typealias BytePath = Support.BytePath

/// Does something beneath a folder; what goes wrong is said in this target's words.
@discardableResult
func beneath<Value>(_ work: @autoclosure () throws(FolderError) -> Value) throws(OriginalsError) -> Value {
    do throws(FolderError) { return try work() } catch { throw OriginalsError(error) }
}

extension FolderHandle {
    /// Opens or makes a file that is ours to write.
    func file(_ name: BytePath, _ flags: Int32, mode: mode_t = 0o600, _ doing: String) throws(OriginalsError) -> OpenFile {
        OpenFile(descriptor: try beneath(try open(name, flags, mode: mode, doing: doing)), path: path.appending(name))
    }

    /// Opens a regular file that is there; nothing else is opened at all.
    func regularFile(_ name: BytePath, _ flags: Int32 = O_RDONLY, _ doing: String = "read") throws(OriginalsError) -> OpenFile {
        OpenFile(descriptor: try beneath(try openRegular(name, flags, doing: doing)), path: path.appending(name))
    }

    /// What has the name, links not followed; `nil` where nothing has.
    package func signature(_ relative: BytePath) throws(OriginalsError) -> FileSignature? {
        try beneath(try status(relative)).map { FileSignature($0) }
    }
}
