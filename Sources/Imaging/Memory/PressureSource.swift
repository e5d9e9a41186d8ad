import CLinux
import Foundation
import Glibc

/// What tells this process that the machine, or the container it runs in, is short of memory.
package enum PressureSource: Sendable, Equatable, CustomStringConvertible {
    /// The kernel wakes us.
    case trigger(path: String)
    /// The kernel's averages are looked at every few seconds: it refuses to wake us.
    case averages(path: String)
    /// Nothing does.
    case none(reason: String)

    package var description: String {
        switch self {
        case .trigger(let path): "the kernel tells of pressure, \(path)"
        case .averages(let path): "pressure is looked up every \(Self.seconds) seconds, \(path)"
        case .none(let reason): "nothing tells of pressure: \(reason)"
        }
    }

    /// Microseconds of two seconds in which something had to wait for memory.
    static let stall: Int64 = 200_000
    static let window: Int64 = 2_000_000
    /// Between two looks.
    static let seconds = 5
    /// Per cent of the last ten seconds, the same share.
    static let share = 10.0

    /// The best that is to be had here; a container's own account before the machine's.
    package static func find() -> PressureSource {
        let membership = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        return choose(
            paths(membership),
            canTrigger: { path in
                let descriptor = clinux_pressure_trigger(path, stall, window)
                if descriptor >= 0 { close(descriptor) }
                return descriptor >= 0
            }, average: { average(at: $0) })
    }

    /// The files that may tell, the nearest first. `membership` is what `/proc/self/cgroup` says.
    static func paths(_ membership: String) -> [String] {
        let group = membership.split(separator: "\n").first { $0.hasPrefix("0::/") }?.dropFirst(3) ?? "/"
        // The root group has no such file; its account is the machine's.
        let own = group == "/" || group.contains("..") ? [] : ["/sys/fs/cgroup\(group)/memory.pressure"]
        return own + ["/sys/fs/cgroup/memory.pressure", "/proc/pressure/memory"]
    }

    static func choose(_ paths: [String], canTrigger: (String) -> Bool, average: (String) -> Double?) -> PressureSource {
        let readable = paths.filter { average($0) != nil }
        if let path = readable.first(where: canTrigger) { return .trigger(path: path) }
        if let path = readable.first { return .averages(path: path) }
        return .none(reason: "\(paths.last ?? "") can't be read; the kernel keeps no account, or the container hides it")
    }

    /// Per cent of the last ten seconds in which something had to wait for memory.
    static func average(at path: String) -> Double? {
        // Files of the kernel's have no size to read up to.
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        return average(in: String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    static func average(in line: String) -> Double? {
        guard line.hasPrefix("some "), let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }) else { return nil }
        return Double(field.dropFirst(6))
    }
}
