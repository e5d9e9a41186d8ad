import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// Finds the asset that somebody means by an identifier in any of its forms. Assets in Recently Deleted are found too.
struct AssetLookup {
    private let reader: LibraryReader

    init(_ reader: LibraryReader) { self.reader = reader }

    func asset(_ text: String) throws -> AssetRecord {
        switch IdentifierText(text) {
        case .whole(let uuid):
            if let asset = try reader.asset(uuid: uuid) { return asset }
        case .prefix(let prefix):
            let ids = try reader.assetIDs(uuidPrefix: prefix, limit: 2)
            if ids.count == 1, let asset = try reader.assets(ids: ids).first ?? nil { return asset }
            if ids.count > 1 {
                throw ToolFailure(.badInput, "\(prefix) is the beginning of more than one identifier. Give more of it.")
            }
        case nil:
            throw ToolFailure(
                .badInput,
                "\"\(DisplayText.safe(text))\" is no identifier. "
                    + "`photos assets` lists them; the first four characters or more are enough where they are unique.")
        }
        throw ToolFailure(.badInput, "There is no asset \(DisplayText.safe(text)). `photos assets` lists those there are, with --hidden and --trashed the others.")
    }
}
