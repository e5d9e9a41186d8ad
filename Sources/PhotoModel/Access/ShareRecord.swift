import Foundation

/// A link to an album or to assets, for people without an account. Who has its token sees these, and nothing else.
package struct ShareRecord: Sendable, Equatable, Identifiable {
    package enum Scope: Sendable, Equatable {
        /// Whatever the album of this UUID holds when somebody looks.
        case album(UUID)
        /// These assets.
        case assets([UUID])
    }

    package struct Rules: OptionSet, Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The files may be had as they came in.
        package static let downloads = Rules(rawValue: 1)
        /// Where pictures were taken is told, and stays in the files.
        package static let places = Rules(rawValue: 2)
    }

    /// Assets that a share names, at most.
    package static let most = 20_000

    /// Row id; 0 before insertion.
    package var id: Int64 = 0
    package var uuid: UUID
    /// Of the token in its link (`TokenHash`); the token itself is nowhere.
    package var tokenHash: Data
    package var scope: Scope
    /// What the page says on top; `nil` is the album's title.
    package var title: String?
    package var rules: Rules
    /// As `PasswordHash` is stored; `nil` where the link is enough.
    package var passwordHash: String?
    /// Seconds since 2001-01-01T00:00:00Z.
    package var created: Double
    /// The same; `nil` lasts until it is taken back.
    package var expires: Double?

    package init(
        uuid: UUID, tokenHash: Data, scope: Scope, title: String? = nil, rules: Rules = [], passwordHash: String? = nil, created: Double, expires: Double? = nil
    ) {
        (self.uuid, self.tokenHash, self.scope, self.title, self.rules) = (uuid, tokenHash, scope, title, rules)
        (self.passwordHash, self.created, self.expires) = (passwordHash, created, expires)
    }

    /// - Parameter now: seconds since 2001-01-01T00:00:00Z.
    package func hasExpired(_ now: Double) -> Bool { expires.map { $0 <= now } ?? false }
}
