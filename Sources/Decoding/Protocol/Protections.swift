/// Which protections a worker has put around itself.
package struct Protections: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let userNamespace = Protections(rawValue: 1 << 0)
    package static let noNetwork = Protections(rawValue: 1 << 1)
    package static let ownNamespaces = Protections(rawValue: 1 << 2)
    package static let noNewPrivileges = Protections(rawValue: 1 << 3)
    package static let landlock = Protections(rawValue: 1 << 4)
    package static let emptyRoot = Protections(rawValue: 1 << 5)
    package static let noCapabilities = Protections(rawValue: 1 << 6)
    package static let resourceLimits = Protections(rawValue: 1 << 7)
    package static let notDumpable = Protections(rawValue: 1 << 8)
    package static let systemCallFilter = Protections(rawValue: 1 << 9)

    /// All of them, in the order in which they are closed.
    package static let all: [(protection: Protections, name: String)] = [
        (.userNamespace, "user namespace"), (.noNetwork, "no network"), (.ownNamespaces, "own ipc, mount and host name namespaces"),
        (.noNewPrivileges, "no new privileges"), (.landlock, "landlock"), (.emptyRoot, "empty root"), (.noCapabilities, "no capabilities"),
        (.resourceLimits, "memory and descriptor limits"), (.notDumpable, "not dumpable"), (.systemCallFilter, "system call filter"),
    ]

    /// Without these a captured worker could do what the program's user may, so there is no work without them.
    package static let required: Protections = [.noNewPrivileges, .systemCallFilter]

    /// For `photos doctor`.
    package var names: [String] { Self.all.filter { contains($0.protection) }.map(\.name) }
    package var missingNames: [String] { Self.all.filter { !contains($0.protection) }.map(\.name) }
}
