import Glibc
import Originals
import PhotoModel

extension FileFacts {
    /// All of what a file looks like now, to compare with what was recorded.
    package init(_ signature: FileSignature) {
        self.init(inode: Int64(bitPattern: signature.inode), modified: signature.modifiedNanoseconds, changed: signature.changedNanoseconds)
    }

    /// What may be recorded of a file whose bytes were just read.
    ///
    /// A file system keeps times in ticks: what is written to a file again within the tick of its last writing changes no time. So a file that was
    /// written a moment ago is recorded as one that has to be read again at its next use.
    /// - Parameter now: nanoseconds since 1970 by the clock the kernel takes these times from.
    package init(lasting signature: FileSignature, now: Int64 = FileFacts.now) {
        self.init(signature)
        // The kernel's ticks have up to 10 ms, some file systems whole seconds, and FAT every second one of them.
        let tick: Int64 = modified % 1_000_000_000 == 0 ? 2_100_000_000 : 20_000_000
        if (0..<tick).contains(now &- modified) { changed = 0 }
    }

    /// Whether this is too little to believe the file by.
    package var isFleeting: Bool { changed == 0 }

    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
