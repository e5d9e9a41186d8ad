import Foundation
import PhotoModel

/// What somebody is to decide.
package struct AccessRequest: Sendable, Equatable {
    package var application: String
    package var level: AccessLevel
}

/// What somebody decided.
package enum AccessDecision: Sendable, Equatable {
    case authorized
    /// Only these assets; unknown ones are passed over. For adding alone it means the same as `authorized`.
    case limited([UUID])
    case denied
    case restricted

    func status(_ level: AccessLevel) -> AccessStatus {
        switch self {
        case .authorized: .authorized
        case .limited: level == .addOnly ? .authorized : .limited
        case .denied: .denied
        case .restricted: .restricted
        }
    }
}

/// Decides, perhaps by asking a person. Called on a queue of no thread in particular, under no lock; answers once, from wherever it likes.
package typealias AccessPolicy = @Sendable (AccessRequest, _ answer: @escaping @Sendable (AccessDecision) -> Void) -> Void
