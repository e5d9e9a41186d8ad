import Foundation
import PhotoModel

/// How far a transfer is, for whoever waits for it.
package struct CloudProgress: Sendable, Equatable {
    package var files = 0
    package var allFiles = 0
    package var bytes: Int64 = 0
    package var allBytes: Int64 = 0
    /// The file that was begun or ended last.
    package var name = ""

    package init() {}
}

/// What a transfer is told, and tells.
package struct CloudWork: Sendable {
    /// Called on any thread, one call at a time.
    package var progress: @Sendable (CloudProgress) -> Void = { _ in }
    /// Asked between files, and while one is on its way.
    package var isCancelled: @Sendable () -> Bool = { false }
    /// Whether an original is removed here only where its copy was compared before and its pictures are there: no file is read for that, here or in the store.
    package var onlyVerified = false

    package init() {}
}

/// A file that could not be moved while others were.
package struct CloudFailure: Sendable, Equatable {
    package let path: String
    package let filename: String
    package let code: String
    /// For a person: what happened, and what to do next.
    package let message: String

    package init(path: String, filename: String, code: String, message: String) {
        (self.path, self.filename, self.code, self.message) = (path, filename, code, message)
    }
}

/// What a round of uploads did.
package struct UploadReport: Sendable, Equatable {
    package var files = 0
    package var bytes: Int64 = 0
    package var failed: [CloudFailure] = []
    /// Whether the library's record in the store says all that the library says.
    package var hasRecord = false
    /// Objects that were removed since their files were purged.
    package var removed = 0
    /// Ended early since somebody wanted that; what is uploaded stays.
    package var isInterrupted = false

    package init() {}
}

/// What making room did.
package struct EvictionReport: Sendable, Equatable {
    package var files = 0
    package var bytes: Int64 = 0
    package var failed: [CloudFailure] = []
    /// Bytes of pictures, movies and sounds that are still here and in the store.
    package var left: Int64 = 0
    package var isInterrupted = false

    package init() {}
}

/// Where the files of a library are.
package struct CloudStatus: Sendable, Equatable {
    package var settings: CloudSettings
    package var counts: CloudCounts
    /// Those whose upload failed last, the next to be tried first.
    package var failures: [CloudFailure]
    /// When the record in the store was brought up to date last; `nil` before it was.
    package var recorded: Date?
    /// This machine's name among those that share the store; `nil` where none does.
    package var machine: UUID?
}
