import Catalog
import PhotoModel

/// What was decided for one application, in one word.
package struct ApplicationAccess: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case full, limited
        case addOnly = "add-only"
        case denied, restricted
    }

    package var application: String
    package var kind: Kind
    /// How many assets it can see of those it was given; `nil` unless its access is limited.
    package var assetCount: Int?
    /// When it was last decided, in seconds since 2001-01-01T00:00:00Z.
    package var date: Double
}

extension PhotoLibrary {
    /// Every application that something was decided for, by name.
    package func applications() throws(LibraryError) -> [ApplicationAccess] {
        do {
            return try catalog.read { reader in
                let grants = Dictionary(grouping: try reader.accessGrants(), by: \.application)
                return try grants.sorted { $0.key < $1.key }.map { application, grants in
                    var statuses = AccessStatuses()
                    for grant in grants { statuses[grant.level] = grant.status }
                    let kind = AccessRules(grants: statuses, hasPolicy: false).kind
                    return ApplicationAccess(
                        application: application, kind: kind, assetCount: kind == .limited ? try reader.selectionCount(of: application) : nil,
                        date: grants.map(\.date).max() ?? 0)
                }
            }
        } catch { throw LibraryError(error) }
    }
}

extension AccessRules {
    fileprivate var kind: ApplicationAccess.Kind {
        switch status(.readWrite) {
        case .authorized: .full
        case .limited: .limited
        case let status:
            if self.status(.addOnly) == .authorized { .addOnly } else if status == .restricted { .restricted } else { .denied }
        }
    }
}
