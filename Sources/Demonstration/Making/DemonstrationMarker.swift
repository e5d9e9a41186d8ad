import Foundation

/// A file in a library that says it is a demonstration, and how it was made.
package struct DemonstrationMarker: Codable, Sendable, Equatable {
    static let fileName = "demonstration.json"

    package var photos: Int
    package var seed: UInt64
    /// How the library stood when it was made; `nil` for one that was made before this was kept.
    var state: DemonstrationState?

    init(photos: Int, seed: UInt64, state: DemonstrationState?) { (self.photos, self.seed, self.state) = (photos, seed, state) }

    static func read(in library: URL) -> DemonstrationMarker? {
        guard let data = try? Data(contentsOf: library.appendingPathComponent(fileName)) else { return nil }
        return try? JSONDecoder().decode(DemonstrationMarker.self, from: data)
    }

    func write(in library: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(self).write(to: library.appendingPathComponent(Self.fileName))
    }
}
