import Foundation

/// What a verification found.
package struct VerifyReport: Sendable {
    package enum Problem: String, Sendable, Codable {
        /// The original is gone.
        case missing
        /// Its bytes are not the ones that were imported, or can't be read.
        case damaged
        /// A file among the originals that the catalogue does not know.
        case unknown
        /// A referenced original whose disk is not mounted.
        case offline
        /// The catalogue contradicts itself or an earlier copy of itself.
        case catalog
        /// `library.json` is not what the catalogue keeps of it.
        case manifest
        /// A snapshot of the catalogue is not what was written.
        case snapshot
        /// The library's own record says something else than the catalogue, or is not what was written.
        case record
        /// Something that is made from originals and catalogue, such as a thumbnail, is not what was made: it can be made again.
        case derived
    }

    package struct Finding: Sendable, Equatable {
        package var problem: Problem
        /// Inside the library, or absolute for a referenced original.
        package var path: String
        /// The asset it belongs to; `nil` for an unknown file.
        package var asset: UUID?
        package var filename: String?
        /// For a person.
        package var detail: String
    }

    /// An original that got its bytes back.
    package struct Healed: Sendable, Equatable {
        /// Inside the library.
        package var path: String
        /// Where the good copy was found.
        package var source: String
    }

    /// Resources that were read and compared.
    package var checked = 0
    package var bytes: Int64 = 0
    package var findings: [Finding] = []
    package var healed: [Healed] = []
    /// Thumbnails and previews made again, and referenced files found where they were moved to.
    package var repaired = 0
    /// Bytes of thumbnails that were replaced or forgotten, given back to the disk.
    package var reclaimed: Int64 = 0

    package func count(_ problem: Problem) -> Int { findings.count { $0.problem == problem } }
    package var isSound: Bool { findings.isEmpty }
}

/// How far a verification is.
package struct VerifyProgress: Sendable {
    package var done = 0
    package var total = 0
    package var bytes: Int64 = 0
}
