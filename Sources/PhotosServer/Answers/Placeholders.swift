import LibraryEngine
import PhotoModel
import Support

/// Colours to show in an asset's place until its picture is there.
enum Placeholders {
    /// Red, green and blue of the four quarters of each, top left first; `nil` where nobody has looked yet.
    static func colours(of records: [AssetRecord], _ library: PhotoLibrary) -> [[UInt8]?] {
        library.derivatives.placeholders(records.map { DerivativeStore.Version(assetID: $0.id, uuid: $0.uuid, revision: $0.revision) })
    }

    /// `RRGGBBRRGGBBRRGGBBRRGGBB`.
    static func text(_ colours: [UInt8]) -> String { colours.hexadecimal.uppercased() }
}
