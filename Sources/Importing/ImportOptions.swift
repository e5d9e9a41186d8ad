import Foundation
import Originals

/// How to import.
package struct ImportOptions: Sendable {
    /// Cloned or copied, hard-linked, or left where it is.
    package var storage: StorageMode = .copy
    /// An album at the top level that gets the assets, made if it is absent.
    package var albumTitle: String?
    /// Another album that gets them, by its UUID; one that is not there any more gets none.
    package var album: UUID?
    /// Whether the report says of each file what became of it.
    package var tellsFiles = false
    /// True looks at every file and writes nothing.
    package var dryRun = false
    /// Files that are worked on at once; each worker waits for a decoder process, so as many as there are cores keeps all of them busy.
    package var threads = ProcessInfo.processInfo.activeProcessorCount
    /// Who imports, for the change log.
    package var author = "import"
    /// Reads the dates of cameras that do not say where they were.
    package var timeZone = TimeZone.current
    /// Files in one transaction, at most, unless files that belong together are more.
    package var batchSize = 64
    /// Seconds after which a batch is committed however small it is.
    package var batchInterval = 2.0

    package init() {}
}
