import Foundation

/// A link to an album or to assets, for people without an account. Who has its token sees these, and nothing else; or sends photos into the album, and sees nothing.
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

    /// How much may be sent by a link in all.
    package struct Quota: Sendable, Equatable {
        package var bytes: Int64
        package var files: Int

        /// A pebibyte, and as many files as a batch has.
        package static let most = Quota(bytes: 1 << 50, files: 100_000)
        package static let standard = Quota(bytes: 2_000_000_000, files: 1_000)

        package init(bytes: Int64, files: Int) { (self.bytes, self.files) = (bytes, files) }

        package var isSensible: Bool { 1...Self.most.bytes ~= bytes && 1...Self.most.files ~= files }
    }

    /// Files that came by a link, and their bytes.
    package struct Sent: Sendable, Equatable {
        package var bytes: Int64 = 0
        package var files = 0

        package init(bytes: Int64 = 0, files: Int = 0) { (self.bytes, self.files) = (bytes, files) }

        package static func + (one: Sent, other: Sent) -> Sent { Sent(bytes: one.bytes + other.bytes, files: one.files + other.files) }
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
    /// How much may be sent by it into its album; `nil` for a link that shows.
    package var quota: Quota?

    package init(
        uuid: UUID, tokenHash: Data, scope: Scope, title: String? = nil, rules: Rules = [], passwordHash: String? = nil, created: Double, expires: Double? = nil,
        quota: Quota? = nil
    ) {
        (self.uuid, self.tokenHash, self.scope, self.title, self.rules) = (uuid, tokenHash, scope, title, rules)
        (self.passwordHash, self.created, self.expires, self.quota) = (passwordHash, created, expires, quota)
    }

    /// - Parameter now: seconds since 2001-01-01T00:00:00Z.
    package func hasExpired(_ now: Double) -> Bool { expires.map { $0 <= now } ?? false }
}
