import Foundation

/// A cloud identifier or why there is none. Swift code gets a `Result` instead.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phcloudidentifiermapping>.
public class PHCloudIdentifierMapping: NSObject {
    /// `nil` where there is an error.
    public let cloudIdentifier: PHCloudIdentifier?
    /// A `PHPhotosError`.
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
public class PHLocalIdentifierMapping: NSObject {
    /// `nil` where there is an error.
    public let localIdentifier: String?
    /// A `PHPhotosError`.
    public let error: (any Error)?

    init(_ result: Result<String, any Error>) {
        switch result {
        case .success(let identifier): (localIdentifier, error) = (identifier, nil)
        case .failure(let failure): (localIdentifier, error) = (nil, failure)
        }
    }
}

/// As Swift code of Apple's platforms sees it.
public typealias __PHCloudIdentifierMapping = PHCloudIdentifierMapping
/// As Swift code of Apple's platforms sees it.
public typealias __PHLocalIdentifierMapping = PHLocalIdentifierMapping

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
