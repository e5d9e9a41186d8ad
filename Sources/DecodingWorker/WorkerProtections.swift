import CLinux
import CSeccomp
import Decoding
import Glibc

/// The protections that a worker puts around itself before it sees the first untrusted byte.
///
/// The order matters. Landlock binds only the calling thread and threads made later, so it comes before the codecs start theirs. The codecs load plug-ins
/// when they warm up, so the root is emptied and the system calls are filtered after that. `chroot` and the filter reach every thread.
package struct WorkerProtections {
    package private(set) var protections: Protections = []
    /// What the system said where it refused one of `Protections.required`.
    package private(set) var refusals: [String] = []
    private var emptyRoot: Int32 = -1

    /// The first half: on a single thread, before the codecs are prepared.
    package init() {
        emptyRoot = clinux_empty_root()
        let namespaces = clinux_unshare()
        note(.userNamespace, namespaces & CSYS_NAMESPACE_USER != 0)
        note(.noNetwork, namespaces & CSYS_NAMESPACE_NETWORK != 0)
        note(.ownNamespaces, namespaces & CSYS_NAMESPACE_OTHERS != 0)
        note(.noNewPrivileges, clinux_no_new_privileges())
        note(.landlock, Self.landlock(beneath: ["/usr", "/etc", "/lib", "/lib64", "/lib32"]))
    }

    /// The second half: once the codecs are warm.
    ///
    /// - Parameter memory: private bytes from here on, beside what the warm codecs hold already.
    package mutating func finish(memory: Int) {
        if emptyRoot >= 0 {
            note(.emptyRoot, clinux_enter_root(emptyRoot) == 0)
            close(emptyRoot)
            emptyRoot = -1
        }
        note(.noCapabilities, clinux_drop_capabilities() == 0)
        // Mapped files (a movie of many gigabytes) are bounded loosely; memory that somebody pays for is bounded by `memory`.
        note(.resourceLimits, clinux_limit_resources(UInt64(memory), UInt64(memory) + 1 << 40, 64) == 0)
        note(.notDumpable, clinux_not_dumpable() == 0)
        // Changing identity clears it, so it is set this late; the channel's end tells the same in between.
        clinux_die_with_parent()
        note(.systemCallFilter, cseccomp_filter_calls())
    }

    /// Whether there may be work.
    package var isSufficient: Bool { protections.isSuperset(of: .required) }

    private mutating func note(_ protection: Protections, _ isInForce: Bool) {
        if isInForce { protections.insert(protection) }
    }

    /// - Parameter result: 0, or a negative error number.
    private mutating func note(_ protection: Protections, _ result: Int32) {
        note(protection, result == 0)
        if result != 0 { refusals.append("\(protection.names.joined()): \(String(cString: strerror(-result)))") }
    }

    private static func landlock(beneath paths: [String]) -> Bool {
        var pointers: [UnsafePointer<CChar>?] = paths.map { path in strdup(path).map { UnsafePointer($0) } }
        pointers.append(nil)
        defer { for pointer in pointers { free(UnsafeMutableRawPointer(mutating: pointer)) } }
        return clinux_landlock(pointers) > 0
    }
}
