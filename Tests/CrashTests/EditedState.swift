import Foundation
import LibraryEngine

/// What is seen of the edit of a library's one asset.
struct EditedState: Equatable {
    /// Of its parts, and of those of an asset in Recently Deleted.
    let kinds: [Int]
    let recipe: String
    /// Where the same edit makes the same bytes of it.
    let rendering: Data?
    /// Of each asset: whether it is deleted, and which of a pair is shown.
    let assets: [String]

    /// - Parameter rendering: the kind of part that the rendering is; `nil` where it is made of other bytes each time.
    init(of url: URL, rendering type: Int?) throws {
        let library = try PhotoLibrary.open(at: url, environment: Environment())
        defer { library.close() }
        let (resources, assets) = try library.read { reader in
            let resources = try reader.newestResources(100)
            return (resources, try Set(resources.map(\.assetID)).compactMap { try reader.asset(id: $0) })
        }
        func data(_ type: Int) throws -> Data? {
            guard let resource = resources.first(where: { $0.type.rawValue == type }), case .managed(let path) = resource.location else { return nil }
            return try Data(contentsOf: url.appending(path: path))
        }
        let list = try data(7).flatMap { try PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Any] }
        kinds = resources.map(\.type.rawValue).sorted()
        recipe = String(decoding: list?["adjustmentData"] as? Data ?? Data(), as: UTF8.self)
        rendering = try type.flatMap { try data($0) }
        self.assets = assets.map { "\($0.isTrashed ? "deleted" : "shown"), \($0.originalChoice)" }.sorted()
    }
}
