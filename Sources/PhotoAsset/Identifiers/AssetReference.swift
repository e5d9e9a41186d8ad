import Foundation
import PhotoModel
import Photos

/// Names an asset, in any of the spellings that applications of different ages have saved: `UUID/L0/001`, a bare UUID, or
/// `assets-library://asset/asset.JPG?id=UUID&ext=JPG`, in any case. Two that name the same asset are equal.
///
/// It says nothing about whether there is such an asset. Encoded as one string, the local identifier; decoded from any spelling.
public struct AssetReference: Hashable, Codable, Sendable, CustomStringConvertible {
    let uuid: UUID

    init(uuid: UUID) { self.uuid = uuid }

    /// `nil` for a text that is none of the spellings, such as the URL of a group, the identifier of an album, or a URL without an identifier.
    public init?(_ text: String) {
        guard ReferenceText(text).mayName("asset", LocalIdentifier.assetSuffix), let uuid = LocalIdentifier.uuid(from: text) else { return nil }
        self.uuid = uuid
    }

    /// `nil` for a URL that names no asset.
    public init?(_ url: URL) { self.init(url.absoluteString) }

    /// As PhotoKit spells it: `UUID/L0/001`.
    public var localIdentifier: String { LocalIdentifier.asset(uuid) }

    /// As AssetsLibrary spells it, for code or files that know no other.
    /// - Parameter filenameExtension: of the original's file name, in any case. Default `JPG`. What is no letter or digit is left out.
    public func assetURL(filenameExtension: String = "JPG") -> URL {
        let letters = filenameExtension.unicodeScalars.filter { $0.isASCII && CharacterSet.alphanumerics.contains($0) }
        let text = LocalIdentifier.assetURL(uuid, pathExtension: letters.isEmpty ? "JPG" : String(String.UnicodeScalarView(letters)))
        guard let url = URL(string: text) else { preconditionFailure("\(text) is made of characters that any URL may have") }
        return url
    }

    /// The same as ``localIdentifier``.
    public var description: String { localIdentifier }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer(), text = try container.decode(String.self)
        guard let reference = AssetReference(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" names no asset: it is neither an identifier nor an assets-library URL.")
        }
        self = reference
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(localIdentifier)
    }
}

/// Names an album, as AssetsLibrary (`assets-library://group/?id=UUID`, also with a `filter`) or PhotoKit (`UUID/L0/040`) spell it, in any case.
public struct AlbumReference: Hashable, Sendable, CustomStringConvertible {
    let uuid: UUID

    /// `nil` for a text that is neither, such as the URL or the identifier of an asset.
    public init?(_ text: String) {
        guard ReferenceText(text).mayName("group", LocalIdentifier.albumSuffix), let uuid = LocalIdentifier.uuid(from: text) else { return nil }
        self.uuid = uuid
    }

    /// `nil` for a URL that names no group.
    public init?(_ url: URL) { self.init(url.absoluteString) }

    /// As PhotoKit spells it.
    public var localIdentifier: String { LocalIdentifier.album(uuid) }

    /// As AssetsLibrary spells it.
    public var groupURL: URL {
        let text = LocalIdentifier.groupURL(uuid)
        guard let url = URL(string: text) else { preconditionFailure("\(text) is made of characters that any URL may have") }
        return url
    }

    /// The same as ``localIdentifier``.
    public var description: String { localIdentifier }
}

/// What a text says of the kind of object that it names. A bare UUID says nothing.
private enum ReferenceText {
    /// With the host of the URL.
    case url(String)
    /// Of an identifier of PhotoKit's: the number of its kind, such as `001`.
    case kind(String)
    case bare

    init(_ text: String) {
        let text = text.lowercased(), scheme = "\(LocalIdentifier.urlScheme)://"
        if text.hasPrefix(scheme) {
            self = .url(String(text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }))
        } else if let slash = text.lastIndex(of: "/") {
            self = .kind(String(text[text.index(after: slash)...]))
        } else {
            self = .bare
        }
    }

    /// - Parameter suffix: of an identifier of that kind. The device that it names may be any.
    func mayName(_ host: String, _ suffix: String) -> Bool {
        switch self {
        case .url(let own): own == host
        case .kind(let number): suffix.hasSuffix("/" + number)
        case .bare: true
        }
    }
}
