import Foundation
import Metadata
import Originals
import Pixels

/// A file that was read and looked into.
struct IntakeFile: Sendable {
    var path: BytePath
    var name: String { path.lastComponent.text }
    var staged: StagedFile
    /// True where the library had the content when the file was read.
    var isKnown: Bool
    var facts: MediaFacts
    var preview: EncodedImage?
    var thumbnail: EncodedImage?

    var sha256: Data { Data(staged.sha256) }

    var recorded: RecordedFile { RecordedFile(name: name, facts: facts, size: staged.size, modified: staged.modified) }
}

/// A file whose content the library had.
struct KnownFile: Sendable {
    var path: BytePath
    var sha256: Data
}

/// What the workers made of one group of files, ready to be committed.
struct GroupOutcome: Sendable {
    let root: BytePath
    /// What drafts and leftovers speak of, by place.
    var files: [IntakeFile] = []
    var match = MatchResult()
    /// Files whose content the library had when they were read, needing nothing more.
    var duplicates: [KnownFile] = []
    var failures: [ImportFailure] = []
    var skips: [ImportSkip] = []
    /// Where there is no decoder: nothing can be said of the group, and the import ends.
    var end: CodecError?

    init(root: BytePath) { self.root = root }

    var fileCount: Int { files.count + duplicates.count + failures.count + skips.count }
}
