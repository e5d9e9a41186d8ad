import Foundation
import Importing
import LibraryEngine
import Metadata

/// Edits the first asset of a library: `EditingProgram LIBRARY RENDERING RECIPE`. For tests that kill it.
@main enum EditingProgram {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard paths.count == 3 else { throw CocoaError(.fileReadNoSuchFile) }
        let library = try PhotoLibrary.open(at: paths[0], environment: Environment())
        defer { library.close() }
        let rendition = try library.prepareRendition(
            [ResourceInput(.fullSizePhoto, .file(paths[1])), ResourceInput(.adjustmentData, .file(paths[2]))], of: .photo,
            adjustment: AdjustmentFacts(formatIdentifier: "org.openphotokit.test"))
        try library.performChanges(author: "editor") { transaction in
            guard let resource = try transaction.reader.newestResources(1).first else { throw CocoaError(.fileReadNoSuchFile) }
            try transaction.replaceRendition(of: resource.assetID, with: rendition)
        }
    }
}
