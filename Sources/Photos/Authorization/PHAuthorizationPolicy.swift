import Foundation
import LibraryEngine
import PhotoModel
import Query

/// Decides what an application may see: a host supplies one, which may ask a person. Addition: on Apple's platforms the system asks.
///
/// Set it as `PHPhotoLibrary.authorizationPolicy`. It is asked once for an application and level, on the first use of the library or by
/// `requestAuthorization`, and its answer is remembered in the library. What `photos access` granted goes before it.
public protocol PHAuthorizationPolicy: Sendable {
    /// Called on a queue that is not the main one. Answer once, now or later, from any thread; until then fetches are empty and changes fail.
    func decide(_ request: PHAuthorizationRequest, answer: @escaping @Sendable (PHAuthorizationDecision) -> Void)
}

/// Who wants what.
public struct PHAuthorizationRequest: Sendable, Hashable {
    /// What `PHOTOS_APP_ID` names, else the executable's name.
    public let applicationIdentifier: String
    /// What it wants to do.
    public let accessLevel: PHAccessLevel
    /// Why, in the application's words: `NSPhotoLibraryUsageDescription` or `NSPhotoLibraryAddUsageDescription` of its bundle; `nil` where it has
    /// none.
    public let usageDescription: String?
}

/// An answer, remembered until the library's owner decides otherwise.
public enum PHAuthorizationDecision: Sendable, Hashable {
    /// Everything.
    case authorized
    /// Only these assets, by their local identifiers, and what the application adds; unknown ones are passed over.
    case limited(localIdentifiers: [String])
    /// Nothing: the owner said no.
    case denied
    /// Nothing, and the owner can't change that.
    case restricted
}

extension PHAuthorizationPolicy {
    /// The policy in the engine's terms.
    var engine: AccessPolicy {
        { request, answer in
            let level = PHAccessLevel(rawValue: request.level.rawValue) ?? .readWrite
            let key = level == .addOnly ? "NSPhotoLibraryAddUsageDescription" : "NSPhotoLibraryUsageDescription"
            let usage = Bundle.main.object(forInfoDictionaryKey: key) as? String
            decide(PHAuthorizationRequest(applicationIdentifier: request.application, accessLevel: level, usageDescription: usage)) { decision in
                answer(AccessDecision(decision))
            }
        }
    }
}

extension AccessDecision {
    init(_ decision: PHAuthorizationDecision) {
        self =
            switch decision {
            case .authorized: .authorized
            case .limited(let identifiers): .limited(identifiers.compactMap(LocalIdentifier.uuid(from:)))
            case .denied: .denied
            case .restricted: .restricted
            }
    }
}
