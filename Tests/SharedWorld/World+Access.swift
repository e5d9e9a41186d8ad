import Foundation
import Photos
import PhotosTesting

/// What the user answers when the application asks for access. On a Mac, `xcrun simctl privacy` and a tap.
public enum UsersAnswer: Sendable {
    case everything
    case only([PHAsset])
    case nothing
    /// No answer yet.
    case silence
}

private struct Answering: PHAuthorizationPolicy {
    let answer: UsersAnswer

    func decide(_ request: PHAuthorizationRequest, answer decision: @escaping @Sendable (PHAuthorizationDecision) -> Void) {
        switch answer {
        case .everything: decision(.authorized)
        case .only(let assets): decision(.limited(localIdentifiers: assets.map(\.localIdentifier)))
        case .nothing: decision(.denied)
        case .silence: break
        }
    }
}

extension World {
    /// From now on the application is one that has not asked yet, and will get this answer.
    public func newcomer(answered answer: UsersAnswer) {
        PHPhotoLibrary.replaceShared(with: temporary.photoLibrary(for: "org.example.newcomer", policy: Answering(answer: answer)))
    }
}
