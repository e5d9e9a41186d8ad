import Foundation
import Importing
import LibraryEngine
import Metadata
import PhotoModel

/// Edits the first asset of a library: `EditingProgram LIBRARY RENDERING RECIPE [BASE]`, takes its edit back: `EditingProgram LIBRARY revert`, or does what
/// `ApplicationFlow` says. For tests that kill it.
@main enum EditingProgram {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst()), files = words.dropFirst(2).map { URL(fileURLWithPath: $0) }
        guard words.count >= 2 else { throw CocoaError(.fileReadNoSuchFile) }
        if words.count >= 3, words[1] == "add" {
            setenv("PHOTOS_LIBRARY", words[0], 1)
            return try await ApplicationFlow.add(files)
        }
        if words.count >= 4, words[1] == "edit" {
            setenv("PHOTOS_LIBRARY", words[0], 1)
            return try await ApplicationFlow.edit(words[2], knows: words[3] == "knows", rendering: files.dropFirst(2).first)
        }
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
