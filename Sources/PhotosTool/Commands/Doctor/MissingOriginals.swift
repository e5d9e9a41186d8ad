import LibraryEngine
import PhotoModel

/// Looks whether files are where they should be, without reading them: the newest of them, as `doctor` shall take seconds and `verify` takes its time.
struct MissingOriginals {
    private let library: PhotoLibrary
    private let limit = 20_000

    init(_ library: PhotoLibrary) { self.library = library }

    /// One line; `nil` where nothing is missing.
    var problem: Sentence? {
        get throws {
            var count = 0
            var example: String?
            for resource in try library.read({ try $0.newestResources(limit) }) where resource.isLocal {
                guard try library.isMissing(resource) else { continue }
                count += 1
                example = try example ?? library.path(of: resource).display
            }
            guard let example else { return nil }
            let missing: Sentence = count == 1 ? "1 original is missing, such as \(example)." : "\(Quantity.grouped(count)) originals are missing, such as \(example)."
            return "\(missing) Mount the disk they were on or put them back; `photos verify` lists all, and `photos verify --repair` looks for files that were moved."
        }
    }
}
