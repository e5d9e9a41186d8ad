import Foundation

extension DerivativeStore {
    /// Which picture a derivative is of.
    package struct Version: Sendable {
        package var assetID: Int64
        package var uuid: UUID
        package var revision: Int64

        package init(assetID: Int64, uuid: UUID, revision: Int64) {
            (self.assetID, self.uuid, self.revision) = (assetID, uuid, revision)
        }
    }

    /// Red, green and blue of the thumbnail's four quarters (top left, top right, bottom left, bottom right), 12 bytes; `nil` where they are not
    /// known: thumbnails that older versions made have none until they are made again.
    package func placeholder(assetID: Int64, uuid: UUID, revision: Int64) -> [UInt8]? {
        placeholders([Version(assetID: assetID, uuid: uuid, revision: revision)])[0]
    }

    /// The placeholders of many, in their order. One read where the rows lie close together.
    package func placeholders(_ versions: [Version]) -> [[UInt8]?] {
        placeholders.colors(versions.map { ($0.assetID, Self.tag($0.uuid, $0.revision)) })
    }
}
