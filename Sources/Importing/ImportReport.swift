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
    /// How many of the attached ones gave an asset its bytes that was only referenced until now.
    package var takenIn = 0
    /// How many of the duplicates and attached ones brought back an original that was lost or damaged.
    package var healed = 0
    /// Files that are no photos or videos, texts about pictures that are not there, and what `leftOut` and `takeoutTexts` tell of.
    package var skipped = 0
    package var failed: [ImportFailure] = []
    /// Why the skipped ones were; the first thousand.
    package var skips: [ImportSkip] = []
    /// Those of the skipped ones that may hold pictures, or edits of them, which somebody waits for in vain; the first thousand.
    package var leftOut: [ImportSkip] = []
    /// How many of the skipped ones say in Google's words what is known of a photo beside them.
    package var takeoutTexts = 0
    /// Pictures that came in although a part of them can't be read.
    package var damaged: [ImportFailure] = []
    /// What became of each file, where the options ask for it.
    package var files: [FileOutcome] = []
    package var seconds = 0.0
    /// How many of these went by until all files were in, and the library as a whole was to be seen.
    package var secondsOfFiles = 0.0
    /// Pictures of the library whose thumbnails and previews are still to be made.
    package var picturesLeft = 0
    /// Assets made, in the order they were.
    package var importedIdentifiers: [UUID] = []
    /// True where the import was interrupted; what was committed stays.
    package var isCancelled = false
    /// True where all files had been looked at before that, and only pictures are missing.
    package var hasAllFiles = false

    package init() {}

    mutating func skip(_ skip: ImportSkip) {
        skipped += 1
        if skips.count < 1000 { skips.append(skip) }
        switch skip.kind {
        case .library, .archive, .adjustments: if leftOut.count < 1000 { leftOut.append(skip) }
        case .takeoutText: takeoutTexts += 1
        case .other: break
        }
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

/// A file or folder that is nothing to import, or that can't be yet.
package struct ImportSkip: Sendable, Equatable {
    /// Its name is stable.
    package enum Kind: String, Sendable {
        case library, archive
        /// A file with the name of a photo's adjustments that holds none.
        case adjustments
        /// The JSON file beside a photo in a Google Takeout.
        case takeoutText
        case other
    }

    package var path: String
    package var kind = Kind.other
    /// Of a library, an archive or adjustments a whole sentence, which names it and says what can be done; else a few words.
    package var reason: String

    package init(path: String, kind: Kind = .other, reason: String) {
        (self.path, self.kind, self.reason) = (path, kind, reason)
    }
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
    /// Of pictures that were left for later, once all files are in: the last figures of those stay.
    package var pictures: Pictures?

    package init() {}

    package struct Pictures: Sendable, Equatable {
        package var found: Int
        package var done: Int

        package init(found: Int, done: Int) { (self.found, self.done) = (found, done) }
    }
}
