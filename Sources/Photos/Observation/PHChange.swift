import Foundation
import LibraryEngine
import PhotoModel

/// What happened to the library since an observer was last told. <https://developer.apple.com/documentation/photos/phchange>
///
/// It may be kept and asked from any thread, at any time: the details compare what is handed in with the library as it is when they are asked for, so
/// that the result they give is always the newest, and a result is never told twice of one change.
open class PHChange: NSObject, @unchecked Sendable {
    // Guarded by being immutable.
    let session: LibrarySession
    let start: ChangePosition
    let end: ChangePosition

    /// What was committed after `start` and up to `end`.
    init(_ session: LibrarySession, after start: ChangePosition, through end: ChangePosition) {
        (self.session, self.start, self.end) = (session, start, end)
    }

    /// A change of no library, in which nothing happened: for test doubles.
    public override init() { (session, start, end) = (.none, .start, .start) }

    /// `nil` when the object did not change. Albums change with their members and those members' dates, smart albums with any asset. An asset that
    /// left the selection of an application with limited access was deleted, as far as that can see.
    open func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        session.isNone ? __changeDetails(for: object).map(ObjectDetailsView.of) : details(of: object)
    }

    /// `nil` when the result is the same as before and nothing in it changed. The result may be of any age.
    open func changeDetails<T: PHObject>(for fetchResult: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>? {
        session.isNone ? __changeDetails(for: PHFetchResult<AnyObject>(viewing: fetchResult)).map(ResultDetailsView.of) : details(of: fetchResult)
    }

    /// The same for a result whose type is not known.
    open func changeDetails(for object: PHFetchResult<AnyObject>) -> PHFetchResultChangeDetails<PHObject>? { __changeDetails(for: object) }

    /// As Objective-C sees it, without the object's type. What a test double overrides it with is what `changeDetails(for:)` gives.
    open func __changeDetails(for object: PHObject) -> PHObjectChangeDetails<PHObject>? { details(of: object) }

    /// As Objective-C sees it, without the result's type. What a test double overrides it with is what `changeDetails(for:)` gives.
    open func __changeDetails(for object: PHFetchResult<AnyObject>) -> PHFetchResultChangeDetails<PHObject>? {
        details(of: PHFetchResult<PHObject>(viewing: object))
    }

    private func details<T: PHObject>(of object: T) -> PHObjectChangeDetails<T>? {
        guard object.session === session else { return nil }
        let details = session.read { reader -> PHObjectChangeDetails<T>? in
            let aspects = try reader.aspects(of: object.uuid, after: self.start, through: self.end)
            let after = try object.current(reader)
            guard try aspects != nil || self.affects(object, after, reader) else { return nil }
            return PHObjectChangeDetails(object, after as? T, contentChanged: after is PHAsset && aspects?.contains(.content) == true)
        }
        return (try? details.get()) ?? nil
    }

    /// For what the change log does not name.
    private func affects(_ object: PHObject, _ after: PHObject?, _ reader: LibraryReader) throws -> Bool {
        // Of what is forgotten only the outcome can be told.
        if try !reader.remembers(start) { return try after.map { try object.differs(from: $0, reader, since: start) } ?? true }
        // An asset that the application was given and that was taken from it is gone for it.
        if object is PHAsset, after == nil { return try reader.hasSelectionChanges(after: start, through: end) }
        guard object is PHCollection, let after else { return false }
        guard try reader.hasAssetChanges(after: start, through: end) || reader.hasCollectionChanges(after: start, through: end) else { return false }
        return try object.differs(from: after, reader, since: start)
    }

    private func details<T: PHObject>(of fetchResult: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>? {
        guard let recipe = fetchResult.recipe, recipe.session === session, fetchResult.position < end else { return nil }
        let details = session.read { reader in try PHFetchResultChangeDetails(fetchResult, recipe, reader) }
        return (try? details.get()) ?? nil
    }
}
