import Glibc

/// What this process holds of what the system has.
struct HeldResources: CustomStringConvertible {
    var descriptors = 0
    /// Shared memories of decoders.
    var memories = 0
    /// Mappings of any kind.
    var mappings = 0
    var threads = 0
    /// Children, dead ones that nobody reaped included.
    var children = 0
    var megabytes = 0

    init() {
        descriptors = Self.entries("/proc/self/fd")
        threads = Self.entries("/proc/self/task")
        Self.lines("/proc/self/maps") { line in
            mappings += 1
            if strstr(line, "memfd:photo-decoder") != nil { memories += 1 }
        }
        Self.lines("/proc/self/status") { if strncmp($0, "VmRSS:", 6) == 0 { megabytes = Int(atol($0 + 6)) / 1024 } }
        children = Self.children()
    }

    /// The same once threads that have done their work are gone, which nobody waits for; at most half a minute later.
    static func atRest() -> HeldResources {
        for _ in 0..<3000 {
            let held = HeldResources()
            if held.threads == 1, held.memories == 0, held.children == 0 { return held }
            usleep(10_000)
        }
        return HeldResources()
    }

    var description: String {
        "descriptors \(descriptors) memories \(memories) mappings \(mappings) threads \(threads) children \(children) megabytes \(megabytes)"
    }

    private static func entries(_ folder: String) -> Int {
        guard let directory = opendir(folder) else { return -1 }
        defer { closedir(directory) }
        var count = -2
        while readdir(directory) != nil { count += 1 }
        return count
    }

    /// By the kernel's list of every thread's children, as one of them may have died.
    private static func children() -> Int {
        var (count, end) = (0, siginfo_t())
        guard let tasks = opendir("/proc/self/task") else { return -1 }
        defer { closedir(tasks) }
        while let entry = readdir(tasks) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            lines("/proc/self/task/\(name)/children") { line in count += String(cString: line).split(separator: " ").count }
        }
        // Kernels without that list still know whether there is any.
        let isAlone = waitid(P_ALL, 0, &end, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD
        return count > 0 ? count : isAlone ? 0 : 1
    }

    private static func lines(_ path: String, _ body: (UnsafePointer<CChar>) -> Void) {
        guard let file = fopen(path, "r") else { return }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), file) != nil { body(line) }
    }
}
