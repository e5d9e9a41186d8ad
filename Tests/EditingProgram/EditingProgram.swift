import Foundation
import Importing
import LibraryEngine
import Metadata
import PhotoModel

/// Edits the first asset of a library: `EditingProgram LIBRARY RENDERING RECIPE [BASE]`, or takes its edit back: `EditingProgram LIBRARY revert`. For tests that kill it.
@main enum EditingProgram {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2 else { throw CocoaError(.fileReadNoSuchFile) }
        let library = try PhotoLibrary.open(at: URL(fileURLWithPath: words[0]), environment: Environment())
        defer { library.close() }
        let asset = try library.read { reader in try reader.newestResources(100).map(\.assetID).min().flatMap { try reader.asset(id: $0) } }
        guard let asset else { throw CocoaError(.fileReadNoSuchFile) }
        if words[1] == "revert" {
            guard let reversion = try library.prepareReversion(of: asset) else { return }
            return try library.performChanges(author: "editor") { try $0.revert(asset.id, to: reversion) }
        }
        let rendition = try library.prepareRendition(
            [ResourceInput(.fullSizePhoto, .file(URL(fileURLWithPath: words[1]))), ResourceInput(.adjustmentData, .file(URL(fileURLWithPath: words[2])))], of: .photo,
            adjustment: AdjustmentFacts(formatIdentifier: "org.openphotokit.test"))
        let base: EditBase = words.dropFirst(3).first == "rendering" ? .rendering : .original
        try library.performChanges(author: "editor") { try $0.replaceRendition(of: asset.id, with: rendition, on: base) }
    }
}
