import Foundation

/// What became of one object. <https://developer.apple.com/documentation/photos/phobjectchangedetails>
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // Guarded by being immutable.
    private let before: ObjectType?
    private let after: ObjectType?
    private let contentChanged: Bool

    init(_ before: ObjectType, _ after: ObjectType?, contentChanged: Bool) {
        (self.before, self.after, self.contentChanged) = (before, after, contentChanged)
    }

    /// Details of nothing: for test doubles.
    public override init() { (before, after, contentChanged) = (nil, nil, false) }

    /// The object that was asked about, as it was handed in. A test double that is asked for it has to override it: `init()` knows none.
    open var objectBeforeChanges: ObjectType {
        guard let before else { preconditionFailure("\(type(of: self)) was made without an object. Override objectBeforeChanges.") }
        return before
    }
    /// As it is now; `nil` when it was deleted, for an asset also when it is in Recently Deleted.
    open var objectAfterChanges: ObjectType? { after }
    /// Whether the picture or video itself changed, not only what is told about it.
    open var assetContentChanged: Bool { contentChanged }
    /// Whether it is gone, for an asset also when it is in Recently Deleted.
    open var objectWasDeleted: Bool { objectAfterChanges == nil }
}
