import Foundation
import LibraryEngine
import Photos

extension TemporaryLibrary {
    /// How much an application is given.
    public enum Access: Sendable {
        /// Everything.
        case full
        /// Only these assets, and what the application adds.
        case limited([PHAsset])
        /// Adding, and nothing else.
        case addOnly
        /// Nothing.
        case denied
    }

    /// The library as another application sees it. A policy decides instead of `PHPhotoLibrary.authorizationPolicy`.
    public func photoLibrary(for application: String, policy: (any PHAuthorizationPolicy)? = nil) -> PHPhotoLibrary {
        PHPhotoLibrary(session: LibrarySession(library, application: application, policy: policy))
    }

    /// Decides for an application, as `photos access grant` does; with `elsewhere` as another process would, so that this library has to hear of it.
    public func grant(_ access: Access, to application: String, elsewhere: Bool = false) throws {
        let library = elsewhere ? try PhotoLibrary.open(at: url, environment: library.environment) : library
        defer { if elsewhere { library.close() } }
        try library.performChanges(author: "owner") { transaction in
            let engine: PhotoLibrary.Access =
                switch access {
                case .full: .full
                case .limited(let assets):
                    .limited(
                        try assets.compactMap { asset in
                            try UUID(uuidString: String(asset.localIdentifier.prefix(36))).flatMap { try transaction.reader.assetID(uuid: $0) }
                        })
                case .addOnly: .addOnly
                case .denied: .denied
                }
            try transaction.grant(engine, to: application)
        }
    }

    /// Forgets what was decided for an application.
    public func revokeAccess(of application: String) throws { try library.revokeAccess(of: application, author: "owner") }
}
