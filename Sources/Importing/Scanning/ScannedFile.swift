import Originals

/// A file that was found, not opened yet.
package struct ScannedFile: Sendable, Equatable {
    package let path: BytePath
    /// Bytes, when it was found.
    package let size: Int64
}

/// Files of one folder whose names may make them one picture's; matching never needs more than one group.
package struct ScannedGroup: Sendable {
    /// Where references to these files are relative to.
    package let root: BytePath
    package let files: [ScannedFile]
}

/// What a scan meets, in order.
package enum ScanItem: Sendable {
    case group(ScannedGroup)
    /// Something that can't be read.
    case failure(ImportFailure)
    /// Something that is not for a library.
    case skip(ImportSkip)
}
