import Foundation
import Metadata
import Originals
import PhotoModel
import Pixels

/// What is kept of a file's picture besides the file; `nil` for what could not be made.
struct SmallPictures: Sendable {
    var preview: EncodedImage?
    var thumbnail: EncodedImage?
    /// Of pictures that are to be made later.
    var postponed: PostponedPictures?

    var isEmpty: Bool { preview == nil && thumbnail == nil && postponed == nil }
}

/// What is known of small pictures that are made later.
struct PostponedPictures: Sendable {
    /// What is shown until then; `nil` where nothing is known.
    var quarters: QuarterColors?
    /// What the import's user knows the file by; `nil` where nobody waits to hear of it.
    var path: String?
}

/// A file that was read and looked into.
package struct IntakeFile: Sendable {
    var path: BytePath
    /// The name to record.
    var name: String
    /// What its source says that it is to its picture.
    var kind: ResourceType?
    var staged: StagedFile
    /// True where the library had the content when the file was read.
    var isKnown: Bool
    /// Whether it lies where whoever sent it has never been.
    var isReceived = false
    var facts: MediaFacts
    /// Of a motion photo that is new to the library.
    var movie: IntakeMovie?
    var preview: EncodedImage?
    var thumbnail: EncodedImage?
    var postponed: PostponedPictures?

    init(
        path: BytePath, name: String? = nil, kind: ResourceType? = nil, staged: StagedFile, isKnown: Bool, facts: MediaFacts, movie: IntakeMovie? = nil,
        preview: EncodedImage? = nil, thumbnail: EncodedImage? = nil
    ) {
        (self.path, self.name, self.kind, self.staged) = (path, name ?? path.lastComponent.text, kind, staged)
        (self.isKnown, self.facts, self.movie, self.preview, self.thumbnail) = (isKnown, facts, movie, preview, thumbnail)
    }

    /// Takes over what was found in the file.
    mutating func adopt(_ examination: Examination) {
        (facts, preview, thumbnail) = (examination.facts, examination.preview, examination.thumbnail)
        postponed = examination.isPostponed ? PostponedPictures(quarters: examination.quarters, path: isReceived ? nil : path.text) : nil
    }

    var pictures: SmallPictures { SmallPictures(preview: preview, thumbnail: thumbnail, postponed: postponed) }
    var sha256: Data { Data(staged.sha256) }
    var digest: ContentDigest { ContentDigest(staged.sha256) }
    /// Whether it is text beside a picture.
    var isAccessory: Bool { kind?.isAccessory ?? (facts.kind == .adjustment || facts.kind == .sidecar) }

    var recorded: RecordedFile { RecordedFile(name: name, facts: facts, size: staged.size, modified: staged.modified, movie: movie?.found) }
}

/// A file whose content the library had.
struct KnownFile: Sendable {
    var path: BytePath
    var sha256: Data
    /// What its source says that it is to its picture.
    var kind: ResourceType?
}

/// What the workers made of one group of files, ready to be committed.
struct GroupOutcome: Sendable {
    let root: BytePath
    /// What the source says of the picture.
    var stated: StatedFacts?
    /// What drafts and leftovers speak of, by place.
    var files: [IntakeFile] = []
    var match = MatchResult()
    /// Files whose content the library had when they were read, needing nothing more.
    var duplicates: [KnownFile] = []
    var failures: [ImportFailure] = []
    var skips: [ImportSkip] = []
    /// Where there is no decoder: nothing can be said of the group, and the import ends.
    var end: CodecError?

    init(root: BytePath, stated: StatedFacts? = nil) { (self.root, self.stated) = (root, stated) }

    /// Whether the source says what each file is to the picture.
    var statesKinds: Bool { !files.isEmpty && files.allSatisfy { $0.kind != nil } }

    var fileCount: Int { files.count + duplicates.count + failures.count + skips.count }
}
