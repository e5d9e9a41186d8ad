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
    /// Whether files may change what the library has: a text, an edit or another half joins the picture that it belongs to. Otherwise only new content comes in, as
    /// assets of its own, as is right for files of people who may not see the library.
    package var changesAssets = true
    /// Whether the report says of each file what became of it.
    package var tellsFiles = false
    /// True looks at every file and writes nothing.
    package var dryRun = false
    /// Pictures of so many pixels or more come in without their thumbnails and previews, which take most of an import's time and are made afterwards: the library
    /// is whole without them. `Int.max` makes all of them while the files come in. A trial run looks at all pixels, whatever this says.
    package var postponesFrom = 2_000_000
    /// Whether an import makes, before it ends, what it and others left for later. Otherwise whoever serves the library does, or imports into it next.
    package var makesPostponed = true
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
