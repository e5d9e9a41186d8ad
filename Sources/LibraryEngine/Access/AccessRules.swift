import PhotoModel

/// What a change touches, which decides how much access it takes.
package enum ChangeNeed: Int, Sendable, Comparable, CaseIterable {
    /// New assets and nothing else.
    case adding = 1
    /// Assets as well that are there already.
    case assets = 2
    /// Albums and folders as well.
    case collections = 3

    package static func < (a: ChangeNeed, b: ChangeNeed) -> Bool { a.rawValue < b.rawValue }
}

/// What an application may see or change.
package enum AccessScope: Sendable, Equatable {
    case everything
    /// Its selection, and nothing else.
    case selection
}

/// What the grants of one application amount to.
struct AccessRules: Equatable {
    /// What was decided for it.
    var grants: AccessStatuses
    /// Whether somebody can be asked about the rest.
    var hasPolicy: Bool
    /// Whether it is a client of a server, which has no other way to the library.
    var isClient = false

    /// Whoever reads or adds by full access needs no grant for adding. Where nothing was decided and nobody can be asked, the application
    /// owns the library, since it may write the folder; one that somebody gave a part to does not.
    func status(_ level: AccessLevel) -> AccessStatus {
        if let own = grants[level] { return own }
        if level == .addOnly, let full = grants[.readWrite], full == .authorized || full == .limited { return .authorized }
        if hasPolicy { return .notDetermined }
        return grants.isEmpty && !isClient ? .authorized : .denied
    }

    enum Verdict: Equatable {
        case allowed(AccessScope)
        /// By the status of this level.
        case refused(AccessLevel, AccessStatus)
        /// The selection has no albums.
        case limited

        /// - Throws: `.denied` or `.restricted` where it is nothing.
        func scope(of application: String) throws(LibraryError) -> AccessScope {
            switch self {
            case .allowed(let scope): return scope
            case .limited: throw LibraryError.limited(application)
            case .refused(let level, let status): throw LibraryError.refused(application, level, status)
            }
        }
    }

    /// Whether the application may see anything.
    var reading: Verdict {
        switch status(.readWrite) {
        case .authorized: .allowed(.everything)
        case .limited: .allowed(.selection)
        case let status: .refused(.readWrite, status)
        }
    }

    func changing(_ need: ChangeNeed) -> Verdict {
        switch reading {
        case .allowed(.selection) where need == .collections: return .limited
        case .allowed(let scope): return .allowed(scope)
        default: break
        }
        guard need == .adding else { return reading }
        let status = status(.addOnly)
        return status == .authorized ? .allowed(.everything) : .refused(.addOnly, status)
    }
}
