import CLinux
import Glibc

extension Folder {
    /// Gives two folders each other's names in one step, so that nobody ever finds one of them missing. A file system that can't do that does it in
    /// three.
    package static func exchange(_ a: BytePath, _ b: BytePath) throws(OriginalsError) {
        let result = a.withCString { a in b.withCString { b in clinux_rename_exchange(a, b) } }
        if result == 0 { return }
        guard result == -EINVAL || result == -ENOSYS else { throw OriginalsError(errno: -result, "exchange", a) }
        let aside = BytePath(bytes: a.bytes + Array(".exchanged".utf8))
        try rename(a, to: aside)
        try rename(b, to: a)
        try rename(aside, to: b)
    }
}
