import Foundation
import Metadata
import Originals
import PhotoModel
import Support

/// Names managed originals.
package enum OriginalName {
    /// `originals/A/<UUID>.heic` for the file an asset is made of; a further one adds its kind and the start of its hash, so that whatever
    /// joins an asset later finds its name free. The extension follows the content.
    /// - Parameter revision: of an asset that is edited; the file is then one of its `renders/`, and names its revision too.
    package static func path(
        uuid: UUID, kind: ResourceType, isFirst: Bool, revision: Int64? = nil, name: String, uniformType: String, sha256: [UInt8]
    ) -> String {
        let identifier = uuid.uuidString
        let hash = sha256.prefix(8).hexadecimal
        let stem = isFirst ? identifier : "\(identifier)_\(revision.map { "\($0)_" } ?? "")\(kind.rawValue)_\(hash)"
        let file = "\(stem).\(pathExtension(name, uniformType))"
        return revision == nil ? ManagedPath.original(uuid: identifier, name: file) : ManagedPath.render(uuid: identifier, name: file)
    }

    private static func pathExtension(_ name: String, _ uniformType: String) -> String {
        let own = MediaName(name).pathExtension
        // JPEGs are `jpg` and `jpeg`, RAWs of one type go by several names: what the file is called stays where it fits the content.
        if UniformTypes.identifier(forExtension: own) == uniformType { return own }
        if let preferred = UniformTypes.preferredExtension(of: uniformType) { return preferred }
        return !own.isEmpty && own.utf8.count <= 8 && own.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? own : "data"
    }
}
