import Foundation
import LibraryEngine
import PhotoModel

/// All assets of a list but some, where they are more than a request could name: by the list's parameters, and when it was seen.
struct ListChoice: Decodable, Sendable {
    /// As an address has them.
    private let parameters: [String: String]
    private let position: ChangePosition
    private let except: [String]

    private enum Key: String, CodingKey { case source = "in", text = "q", order, filter, zone = "tz", position, except }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        // Whoever forgets one of these two would change all of the library else.
        var parameters = [
            Key.source.rawValue: try fields.decode(String.self, forKey: .source), Key.text.rawValue: try fields.decode(String.self, forKey: .text),
        ]
        for key in [Key.order, .filter, .zone] { parameters[key.rawValue] = try fields.decodeIfPresent(String.self, forKey: key) }
        self.parameters = parameters
        position = ChangePosition(rawValue: try fields.decode(Int64.self, forKey: .position))
        except = try fields.decodeIfPresent([String].self, forKey: .except) ?? []
    }

    /// What the list has now, in its order. What came into the library after it was seen is none of it: nobody chose that.
    /// - Throws: a problem for parameters that make no sense, for a list that is not there, and for one that was seen too long ago to tell what came since.
    func assets(_ context: GalleryContext) async throws -> [UUID] {
        let wanted = try ViewRequest(QueryParameters(values: parameters), zone: context.library.environment.timeZone)
        let leftOut = Set(try ActRequest.identifiers(except, in: "except")), seen = position
        return try await context.read(wanted) { reader in
            guard try seen <= reader.position, try reader.remembers(seen) else { throw Problem.forgottenList }
            var ids = try context.list(wanted, reader).snapshot.ids
            let added = Set(try reader.addedAssetIDs(after: seen))
            if !added.isEmpty { ids.removeAll { added.contains($0) } }
            return try reader.uuids(assetIDs: ids).compactMap { $0 }.filter { !leftOut.contains($0) }
        }
    }
}
