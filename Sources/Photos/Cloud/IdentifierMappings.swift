import Foundation

/// A cloud identifier or why there is none. Swift code gets a `Result` instead.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phcloudidentifiermapping>.
open class PHCloudIdentifierMapping: NSObject {
    private let result: Result<PHCloudIdentifier, any Error>?

    /// `nil` where there is an error.
    open var cloudIdentifier: PHCloudIdentifier? { try? result?.get() }
    /// A `PHPhotosError`.
    open var error: (any Error)? { if case .failure(let error)? = result { error } else { nil } }

    /// Neither: for test doubles.
    public override init() { result = nil }

    init(_ result: Result<PHCloudIdentifier, any Error>) { self.result = result }
}

/// A local identifier or why there is none. Swift code gets a `Result` instead.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phlocalidentifiermapping>.
open class PHLocalIdentifierMapping: NSObject {
    private let result: Result<String, any Error>?

    /// `nil` where there is an error.
    open var localIdentifier: String? { try? result?.get() }
    /// A `PHPhotosError`.
    open var error: (any Error)? { if case .failure(let error)? = result { error } else { nil } }

    /// Neither: for test doubles.
    public override init() { result = nil }

    init(_ result: Result<String, any Error>) { self.result = result }
}

/// As Swift code of Apple's platforms sees it.
public typealias __PHCloudIdentifierMapping = PHCloudIdentifierMapping
/// As Swift code of Apple's platforms sees it.
public typealias __PHLocalIdentifierMapping = PHLocalIdentifierMapping
