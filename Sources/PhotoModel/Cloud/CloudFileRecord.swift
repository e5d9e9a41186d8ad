import Foundation

/// What is known of the copy that a store elsewhere has of one file of a library.
package struct CloudFileRecord: Sendable, Equatable {
    /// The file's place in the library, which is the object's key.
    package let path: String
    /// The store's mark of the object; `nil` before the file was uploaded.
    package var etag: String?
    /// When the object's bytes were read back and were those of the file: seconds since 2001.
    package var verified: Double?
    /// When the file was opened last: seconds since 2001.
    package var used: Double?
    /// What the store needs to go on with an upload that was cut off.
    package var upload: Data?
    /// How often the upload has failed since it last went well.
    package var attempts = 0
    /// Not before then: seconds since 2001.
    package var nextAttempt: Double?
    /// Why it failed last, for a person.
    package var failure: String?

    package init(path: String) { self.path = path }
}

/// How many files of a library are where, and their bytes.
package struct CloudCounts: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package var files = 0
        package var bytes: Int64 = 0

        package init(files: Int = 0, bytes: Int64 = 0) { (self.files, self.bytes) = (files, bytes) }
    }

    /// On this machine only.
    package var local = Count()
    /// In the store only.
    package var cloud = Count()
    package var both = Count()
    /// Files that the library only refers to: they are never uploaded.
    package var referenced = Count()
    /// Of those that are here only: their upload has failed, and is tried again.
    package var failed = Count()

    package init() {}
}

/// Which files stay on this machine when room is made.
package struct CloudPins: Sendable, Equatable {
    package var favorites = true
    package var albums: [UUID] = []
    /// Those that were added since: seconds since 2001.
    package var addedSince: Double?

    package init() {}
}
