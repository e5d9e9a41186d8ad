import Foundation

/// A cloud identifier or why there is none. Swift code gets a `Result` instead.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phcloudidentifiermapping>.
public class __PHCloudIdentifierMapping: NSObject {
    public let cloudIdentifier: PHCloudIdentifier?
    public let error: (any Error)?

    init(_ result: Result<PHCloudIdentifier, any Error>) {
        switch result {
        case .success(let identifier): (cloudIdentifier, error) = (identifier, nil)
        case .failure(let failure): (cloudIdentifier, error) = (nil, failure)
        }
    }
}

/// A local identifier or why there is none. Swift code gets a `Result` instead.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phlocalidentifiermapping>.
public class __PHLocalIdentifierMapping: NSObject {
    public let localIdentifier: String?
    public let error: (any Error)?

    init(_ result: Result<String, any Error>) {
        switch result {
        case .success(let identifier): (localIdentifier, error) = (identifier, nil)
        case .failure(let failure): (localIdentifier, error) = (nil, failure)
        }
    }
}

extension PHPhotoLibrary {
    /// The form without `Result`.
    public func __cloudIdentifierMappings(forLocalIdentifiers localIdentifiers: [String]) -> [String: __PHCloudIdentifierMapping] {
        cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers).mapValues(__PHCloudIdentifierMapping.init)
    }

    /// The form without `Result`.
    public func __localIdentifierMappings(for cloudIdentifiers: [PHCloudIdentifier]) -> [PHCloudIdentifier: __PHLocalIdentifierMapping] {
        localIdentifierMappings(for: cloudIdentifiers).mapValues(__PHLocalIdentifierMapping.init)
    }
}
