import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import WebDAV

/// What a request says has to hold, and which locks it knows of.
struct DAVConditions: Sendable {
    private let headers: HTTPFields
    private let ifHeader: IfHeader?
    private let locks: DAVLocks
    private let clock: @Sendable () -> Date

    /// - Throws: a `Problem` for an `If` header that is none.
    init(_ request: Request, _ context: GalleryContext) throws(Problem) {
        (headers, locks, clock) = (request.headers, context.dav.locks, context.now)
        guard let text = request.headers[.ifHeader] else {
            ifHeader = nil
            return
        }
        guard let header = IfHeader(text) else {
            throw Problem(.badRequest, "if", title: "The conditions can't be understood", detail: "If has lists of tags and lock tokens in parentheses, as RFC 4918 writes them.")
        }
        ifHeader = header
    }

    private var now: Double { clock().timeIntervalSince1970 }

    /// - Parameters:
    ///   - node: what stands at the path; `nil` where nothing does.
    ///   - other: what stands elsewhere.
    /// - Throws: a `Problem`, 412, where one of the conditions does not hold.
    func require(_ path: DAVPath, _ node: DAVNode?, _ other: (DAVPath) throws -> DAVNode?) throws {
        try requireTags(node?.tag, exists: node != nil)
        guard let ifHeader else { return }
        var tags: [DAVPath: String] = [:]
        for named in Set(ifHeader.lists.compactMap { Self.path($0.resource, path) }) { tags[named] = try (named == path ? node : other(named))?.tag }
        let now = now
        let holds = ifHeader.holds(
            tag: { resource in Self.path(resource, path).flatMap { tags[$0] } },
            hasLock: { resource, token in Self.path(resource, path).flatMap { locks.lock(of: $0, at: now) }?.token == token })
        guard holds else { throw Self.failed }
    }

    /// What `If-Match` and `If-None-Match` ask for.
    /// - Parameter tag: of what is there; `nil` where nothing is, or it has none.
    func requireTags(_ tag: String?, exists: Bool) throws(Problem) {
        if let wanted = headers[.ifMatch] {
            // Strong comparison: a weak tag stands for nothing.
            let holds = wanted.split(separator: ",").contains { $0.trimmed == "*" ? exists : String($0.trimmed) == tag }
            guard holds else { throw Self.failed }
        }
        if let unwanted = headers[.ifNoneMatch] {
            guard unwanted[...].trimmed == "*" ? !exists : !(tag.map { EntityTag.matches(unwanted, $0) } ?? false) else { throw Self.failed }
        }
    }

    /// - Throws: where somebody else has locked the path, or something below it.
    func requireUnlocked(_ path: DAVPath) throws(DAVRefusal) {
        let tokens = ifHeader?.tokens ?? []
        if let other = locks.locks(inside: path, at: now).first(where: { !tokens.contains($0.token) }) { throw .isLocked(other.path) }
    }

    /// The tokens that the request knows.
    var tokens: Set<String> { ifHeader?.tokens ?? [] }

    private static func path(_ resource: String?, _ own: DAVPath) -> DAVPath? { resource.map { DAVPath(reference: $0) } ?? own }

    static let failed = Problem(
        .preconditionFailed, "condition", title: "It is not as you thought", detail: "What is there has changed, or is (not) there. List the folder anew, and ask again.")
}

extension DAVPath {
    /// - Parameter reference: an address, whole or from its path on.
    init?(reference: String) {
        guard let scheme = reference.range(of: "://") else {
            self.init(uri: reference)
            return
        }
        self.init(uri: String(reference[scheme.upperBound...].drop { $0 != "/" }))
    }
}
