import Foundation
import Photos

/// Who may see a shared album. <https://developer.apple.com/documentation/photosui/phsharedalbumcreationsharingpolicy>
public enum PHSharedAlbumCreationSharingPolicy: Int, Sendable {
    /// Whoever was invited.
    case `private` = 0
    /// Whoever has the address.
    case `public` = 1
}

/// What a shared album is to be like. <https://developer.apple.com/documentation/photosui/phsharedalbumcreationconfiguration>
public struct PHSharedAlbumCreationConfiguration: Equatable, Hashable, Sendable {
    /// Where it is made.
    public let photoLibrary: PHPhotoLibrary
    /// What it is called at first. Default `nil`: nothing.
    public var defaultTitle: String?
    /// Who may see it at first. Default ``PHSharedAlbumCreationSharingPolicy/private``.
    public var defaultPolicy = PHSharedAlbumCreationSharingPolicy.private

    /// An album in a library, without a title.
    public init(photoLibrary: PHPhotoLibrary) { self.photoLibrary = photoLibrary }
}

/// What became of a shared album. <https://developer.apple.com/documentation/photosui/phsharedalbumcreationresult>
public struct PHSharedAlbumCreationResult: Equatable, Hashable, Sendable {
    private let identifier: String?
    private let address: URL?
    private let failure: NSError?

    /// An album that a host made. Addition: Apple's come from its own controller alone.
    public init(albumIdentifier: String, albumURL: URL?) { (identifier, address, failure) = (albumIdentifier, albumURL, nil) }

    /// No album, and why. Addition.
    public init(error: any Error) { (identifier, address, failure) = (nil, nil, error as NSError) }

    /// The album's local identifier; `nil` where none was made.
    public var albumIdentifier: String? { identifier }
    /// Where others see it; `nil` where none was made, or nobody else sees it.
    public var albumURL: URL? { address }
    /// Why none was made; `nil` where one was.
    public var error: (any Error)? { failure }
}
