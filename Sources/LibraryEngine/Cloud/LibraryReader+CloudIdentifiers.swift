import Foundation
import PhotoModel

extension LibraryReader {
    /// `nil` where there is no such asset, album or folder. Smart albums have the same identity in every library.
    package func cloudIdentifier(of uuid: UUID) throws -> CloudIdentifier? {
        if let content = try catalog.content(ofAsset: uuid) { return CloudIdentifier(.asset, uuid, content: content) }
        if SmartAlbumIdentity.subtype(of: uuid) != nil { return CloudIdentifier(.album, uuid) }
        guard let collection = try collection(uuid: uuid) else { return nil }
        return CloudIdentifier(collection.kind == .folder ? .folder : .album, uuid)
    }

    /// The objects that an identifier names here: the one with its UUID; else, with `comparesContent`, the assets with its content.
    package func localIdentifiers(of identifier: CloudIdentifier, comparesContent: Bool) throws -> [String] {
        if let here = try cloudIdentifier(of: identifier.uuid), here.kind == identifier.kind { return [here.localIdentifier] }
        guard comparesContent, identifier.kind == .asset, !identifier.content.isEmpty else { return [] }
        return try catalog.assets(withContent: identifier.content).map { CloudIdentifier(.asset, $0).localIdentifier }
    }
}

extension CloudIdentifier {
    /// As the API spells it.
    fileprivate var localIdentifier: String {
        switch kind {
        case .asset: LocalIdentifier.asset(uuid)
        case .folder: LocalIdentifier.folder(uuid)
        case .album: LocalIdentifier.album(uuid)
        }
    }
}
