import Glibc

/// The machine's last start: what was written since is in the page cache as it was written, whatever reached the disk.
package enum BootIdentity {
    /// 0 where the kernel does not tell.
    package static let current: UInt64 = {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 36)
        guard read(descriptor, &bytes, bytes.count) == bytes.count else { return 0 }
        return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    }()
}
