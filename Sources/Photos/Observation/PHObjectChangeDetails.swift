import Foundation

/// What became of one object. <https://developer.apple.com/documentation/photos/phobjectchangedetails>
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    /// The object that was asked about, as it was handed in.
    public let objectBeforeChanges: ObjectType
    /// As it is now; `nil` when it was deleted, for an asset also when it is in Recently Deleted.
    public let objectAfterChanges: ObjectType?
    /// Whether the picture or video itself changed, not only what is told about it.
    public let assetContentChanged: Bool

    init(_ before: ObjectType, _ after: ObjectType?, contentChanged: Bool) {
        (objectBeforeChanges, objectAfterChanges, assetContentChanged) = (before, after, contentChanged)
    }

    /// Whether it is gone, for an asset also when it is in Recently Deleted.
    open var objectWasDeleted: Bool { objectAfterChanges == nil }
}
