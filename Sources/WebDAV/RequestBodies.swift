/// What a PROPFIND asks for.
package enum PropfindWish: Equatable, Sendable {
    /// Everything that is told unasked, and these.
    case all(including: [XMLName])
    /// What there is, without values.
    case names
    case properties([XMLName])

    /// - Parameter body: of the request; an empty one asks for everything.
    package init(_ body: [UInt8]) throws(XMLError) {
        guard !body.isEmpty else {
            self = .all(including: [])
            return
        }
        let root = try XMLReader.read(body)
        guard root.name == .dav("propfind") else { throw XMLError("It is no DAV:propfind.") }
        let asked = root.children.filter { [.dav("prop"), .dav("allprop"), .dav("propname")].contains($0.name) }
        guard asked.count == 1, let wish = asked.first else { throw XMLError("A DAV:propfind has one of DAV:prop, DAV:allprop and DAV:propname.") }
        switch wish.name.local {
        case "prop": self = .properties(try wish.children.map(\.name).uniqued.bounded())
        case "propname": self = .names
        default: self = .all(including: try (root.first(.dav("include"))?.children.map(\.name) ?? []).uniqued.bounded())
        }
    }
}

/// What a PROPPATCH changes, in its order.
package struct PropertyUpdate: Equatable, Sendable {
    package enum Change: Equatable, Sendable {
        case set(XMLName, String)
        case remove(XMLName)

        package var name: XMLName {
            switch self {
            case .set(let name, _), .remove(let name): name
            }
        }
    }

    package let changes: [Change]

    package init(_ body: [UInt8]) throws(XMLError) {
        let root = try XMLReader.read(body)
        guard root.name == .dav("propertyupdate") else { throw XMLError("It is no DAV:propertyupdate.") }
        changes = root.children.flatMap { action -> [Change] in
            let properties = action.first(.dav("prop"))?.children ?? []
            switch action.name {
            case .dav("set"): return properties.map { .set($0.name, $0.trimmed) }
            case .dav("remove"): return properties.map { .remove($0.name) }
            default: return []
            }
        }
        guard !changes.isEmpty else { throw XMLError("A DAV:propertyupdate sets or removes a property at least.") }
        _ = try changes.map(\.name).bounded()
    }
}

/// What a LOCK asks for.
package struct LockWish: Equatable, Sendable {
    package let isExclusive: Bool
    /// Whether it is for writing, which is all that locks are for.
    package let isForWriting: Bool
    /// Who wants it, in his own words.
    package let owner: String
    /// Whether these are an address.
    package let isOwnerAddress: Bool

    package init(_ body: [UInt8]) throws(XMLError) {
        let root = try XMLReader.read(body)
        guard root.name == .dav("lockinfo") else { throw XMLError("It is no DAV:lockinfo.") }
        guard let scope = root.first(.dav("lockscope")), let type = root.first(.dav("locktype")) else { throw XMLError("A DAV:lockinfo has a DAV:lockscope and a DAV:locktype.") }
        (isExclusive, isForWriting) = (scope.first(.dav("exclusive")) != nil, type.first(.dav("write")) != nil)
        let person = root.first(.dav("owner")), address = person?.first(.dav("href"))
        (owner, isOwnerAddress) = (String((address ?? person)?.trimmed.prefix(1_000) ?? ""), address != nil)
    }
}

extension [XMLName] {
    /// What is asked of each file of a folder, and told of each.
    private static var most: Int { 64 }
    private static var longest: Int { 4 << 10 }

    /// These, where they are not so much that a short question has an endless answer.
    fileprivate func bounded() throws(XMLError) -> [XMLName] {
        guard count <= Self.most, reduce(0, { $0 + $1.length }) <= Self.longest else {
            throw XMLError("It has more than \(Self.most) properties, or their names and namespaces have more than \(Self.longest >> 10) KiB. Ask for fewer at a time.")
        }
        return self
    }

    /// Each once, where it stood first.
    fileprivate var uniqued: [XMLName] {
        var seen: Set<XMLName> = []
        return filter { seen.insert($0).inserted }
    }
}
