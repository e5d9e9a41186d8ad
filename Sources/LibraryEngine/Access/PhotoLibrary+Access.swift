import Catalog
import Foundation
import PhotoModel

/// The owner's side: who may see what.
extension PhotoLibrary {
    /// How much an application is given.
    package enum Access: Sendable, Equatable {
        case full
        case limited([Int64])
        case addOnly
        case denied
    }

    /// Everything that was decided, by application.
    package func accessGrants() throws(LibraryError) -> [AccessGrant] {
        do { return try catalog.read { try $0.accessGrants() } } catch { throw LibraryError(error) }
    }

    /// Decides for an application, whatever was decided before. Its selection stays only with limited access.
    package func grant(_ access: Access, to application: String, author: String) throws {
        try performChanges(author: author) { try $0.grant(access, to: application) }
    }

    /// Forgets what was decided for an application: it is as one that nobody has heard of.
    /// - Returns: whether there was something.
    @discardableResult
    package func revokeAccess(of application: String, author: String) throws -> Bool {
        try performChanges(author: author) { try $0.catalog.removeAccess(of: application) }
    }

    /// Keeps what a policy answered, unless somebody else has decided meanwhile: the first answer counts.
    func remember(_ decision: AccessDecision, _ level: AccessLevel, of application: String) throws {
        try performChanges(author: application) { transaction in
            let catalog = transaction.catalog
            guard try catalog.accessStatuses(of: application)[level] == nil else { return }
            if case .limited(let uuids) = decision, level == .readWrite {
                try catalog.setSelection(of: application, to: uuids.compactMap { try catalog.assetID(uuid: $0) })
            }
            try catalog.setAccess(decision.status(level), level: level, of: application)
        }
    }
}

extension LibraryTransaction {
    /// Both levels are decided, so that nothing is left to ask about.
    package func grant(_ access: PhotoLibrary.Access, to application: String) throws {
        let (reading, adding): (AccessStatus, AccessStatus) =
            switch access {
            case .full: (.authorized, .authorized)
            case .limited: (.limited, .authorized)
            case .addOnly: (.denied, .authorized)
            case .denied: (.denied, .denied)
            }
        if case .limited(let ids) = access { try catalog.setSelection(of: application, to: ids) } else { try catalog.setSelection(of: application, to: []) }
        try catalog.setAccess(reading, level: .readWrite, of: application)
        try catalog.setAccess(adding, level: .addOnly, of: application)
    }
}
