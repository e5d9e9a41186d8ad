import Foundation

/// What an import did. `found` is the sum of all others.
package struct ImportReport: Sendable {
    /// Files seen, hidden ones left out.
    package var found = 0
    /// Files that became an asset.
    package var imported = 0
    /// Files whose content the library had.
    package var duplicates = 0
    /// How many of the duplicates are only in Recently Deleted.
    package var duplicatesInTrash = 0
    /// Files that became a further resource of an asset: paired movie, RAW, rendering, adjustments, sidecar.
    package var attached = 0
    /// How many of the duplicates and attached ones brought back an original that was lost or damaged.
    package var healed = 0
    /// Files that are no photos or videos, and texts about pictures that are not there.
    package var skipped = 0
    package var failed: [ImportFailure] = []
    /// Why the skipped ones were; the first thousand.
    package var skips: [ImportSkip] = []
    /// Pictures that came in although a part of them can't be read.
    package var damaged: [ImportFailure] = []
    package var seconds = 0.0
    /// Assets made, in the order they were.
    package var importedIdentifiers: [UUID] = []
    /// True where the import was interrupted; what was committed stays.
    package var isCancelled = false

    package init() {}

    mutating func skip(_ path: String, _ reason: String) {
        skipped += 1
        if skips.count < 1000 { skips.append(ImportSkip(path: path, reason: reason)) }
    }
}

/// A file that could not be imported.
package struct ImportFailure: Sendable, Equatable {
    package var path: String
    /// Stable: a code of `OriginalsError` or `CodecError`, `empty`, or `catalog`.
    package var code: String
    /// For a person: names the file and says what can be done.
    package var message: String

    package init(path: String, code: String, message: String) {
        (self.path, self.code, self.message) = (path, code, message)
    }
}

/// A file that is nothing to import.
package struct ImportSkip: Sendable, Equatable {
    package var path: String
    package var reason: String
}

/// How far an import is. `found` and `bytesFound` grow until the count that runs ahead is complete.
package struct ImportProgress: Sendable {
    package var found = 0
    package var done = 0
    package var bytesDone: Int64 = 0
    package var bytesFound: Int64 = 0
    package var isCountComplete = false
    /// The file that was finished last.
    package var currentName = ""
}
