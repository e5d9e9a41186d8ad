import Catalog
import Foundation

/// What a recovery has brought back.
package struct RecoveryReport: Sendable {
    /// When the last change was made that is in it.
    package var moment: Date
    /// That change's place in the change log.
    package var position: ChangePosition
    /// Living assets, and those in Recently Deleted.
    package var assets = 0
    package var trashed = 0
    package var albums = 0
    package var folders = 0
    package var resources = 0
    /// Originals that should be in the library and are not: their paths in it.
    package var missing: [String] = []
    /// Files among the originals that belong to no asset.
    package var unknown: [String] = []
    /// Where the old catalogue's folder was moved to; `nil` where there was none.
    package var setAside: String?
    /// What is wrong with the record behind that change, for a person; `nil` in a record that is whole.
    package var fault: String?
}

/// How far a recovery is.
package struct RecoveryProgress: Sendable {
    package enum Stage: Sendable { case reading, writing, checking }

    package var stage: Stage
    /// Assets that were written, or originals that were looked for.
    package var done: Int
}
