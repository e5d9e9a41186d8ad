import Foundation
import PhotoModel

/// What a recovery did, or would do.
package struct RecoveryResult: Sendable {
    package enum Kind: String, Sendable {
        /// One of the library's own snapshots.
        case snapshot
        /// A copy of the catalogue that was named.
        case file
        /// The library's own record.
        case record
    }

    /// What a look at the catalogue that is there says.
    package enum Present: Sendable, Equatable {
        case sound(CatalogMoment)
        /// A newer version wrote it, it says.
        case newer(String)
        /// For a person.
        case damaged(String)
        case missing
    }

    package var present: Present
    package var kind: Kind
    package var source: URL
    /// What the library holds now.
    package var moment: CatalogMoment
    /// Snapshots that were newer and not sound, and a record that is not, with what is wrong with them.
    package var unsound: [String] = []
    /// Where the former `database/` lies now, within the library; `nil` where there was none.
    package var setAside: String?
    /// Whether `library.json` had to be made again.
    package var hasNewManifest = false
    /// Originals that the catalogue knows and that are not there, or have another size.
    package var missing: [VerifyReport.Finding] = []
    /// Files among the originals that the catalogue does not know: what was imported after its moment.
    package var unknown: [VerifyReport.Finding] = []

    init(present: Present, source: any RecoverySource, unsound: [String]) {
        (self.present, kind, self.source, moment, self.unsound) = (present, source.kind, source.url, source.moment, unsound)
    }
}
