import Foundation
import PhotoModel

/// An ordered list of what a fetch found. Which objects and how many is fixed; the objects are read when they are asked for.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phfetchresult>. May be used from any thread. An index outside the result is
/// a programmer's mistake and traps.
open class PHFetchResult<ObjectType: AnyObject>: NSObject, NSCopying, NSFastEnumeration, @unchecked Sendable {
    // Guarded by the storage, which locks what it caches.
    let storage: any FetchStorage
    private let failure: (any Error)?
    /// Why the fetch could not be made, such as a predicate with an unknown key; the result is empty then. Addition.
    open var error: (any Error)? { failure }
    /// How to fetch it anew; `nil` for a result that was not fetched and never changes.
    let recipe: FetchRecipe?
    /// What the library was like when this was fetched.
    let position: ChangePosition

    init(_ storage: any FetchStorage, recipe: FetchRecipe? = nil, position: ChangePosition = .start, error: (any Error)? = nil) {
        (self.storage, self.recipe, self.position, failure) = (storage, recipe, position, error)
    }

    /// An empty result.
    public override init() { (storage, recipe, position, failure) = (ObjectStorage([]), nil, .start, nil) }

    /// The same result with another type of its members, as it looks to Objective-C, whose generics are forgotten.
    convenience init<Other>(viewing other: PHFetchResult<Other>) {
        self.init(other.members, recipe: other.recipe, position: other.position, error: other.error)
    }

    /// What it holds. A subclass, such as a test double, says it by `count` and `object(at:)`; the library's own results are never asked so.
    var members: any FetchStorage { type(of: self) == PHFetchResult.self ? storage : OverriddenStorage(self) }

    /// How many were found, fixed by the fetch.
    open var count: Int { storage.count }

    /// Read with its neighbours when it is asked for.
    open func object(at index: Int) -> ObjectType { typed(storage.object(at: index)) }

    /// The same as `object(at:)`.
    open subscript(idx: Int) -> ObjectType { object(at: idx) }

    /// `nil` in an empty result.
    open var firstObject: ObjectType? { count > 0 ? lone(at: 0) : nil }

    /// `nil` in an empty result.
    open var lastObject: ObjectType? { count > 0 ? lone(at: count - 1) : nil }

    /// Read together, in the order of the indexes.
    open func objects(at indexes: IndexSet) -> [ObjectType] { members.objects(at: indexes).map(typed) }

    /// By equality.
    open func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }

    /// `NSNotFound` where no equal object is there.
    open func index(of anObject: ObjectType) -> Int { index(of: anObject, in: NSRange(location: 0, length: count)) }

    /// The first equal object's index within a range of indexes; `NSNotFound` where there is none.
    open func index(of anObject: ObjectType, in range: NSRange) -> Int {
        guard let object = anObject as? PHObject, let bounds = Range(range)?.clamped(to: 0..<count) else { return NSNotFound }
        return members.index(of: object, in: bounds) ?? NSNotFound
    }

    /// Members of one media type; 0 for collections.
    open func countOfAssets(with mediaType: PHAssetMediaType) -> Int { members.count(of: mediaType) }

    /// Calls the block with each object, its index and a flag that ends the enumeration when set.
    open func enumerateObjects(_ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerate(Array(0..<count), [], block)
    }

    /// `.reverse` goes from the last to the first; `.concurrent` calls the block on several threads at once, in no order. Returns when all is done.
    open func enumerateObjects(options opts: NSEnumerationOptions = [], using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerate(Array(0..<count), opts, block)
    }

    /// Calls the block with the objects at these indexes; otherwise as `enumerateObjects(options:using:)`. An index outside the result traps.
    open func enumerateObjects(
        at s: IndexSet, options opts: NSEnumerationOptions = [], using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerate(Array(s), opts, block)
    }

    /// Itself: results don't change.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String { "<PHFetchResult \(ObjectType.self), \(count) objects>" }

    /// A subclass may say by `object(at:)` what is there.
    private func lone(at index: Int) -> ObjectType { type(of: self) == PHFetchResult.self ? typed(storage.lone(at: index)) : object(at: index) }

    private func typed(_ object: PHObject) -> ObjectType {
        // Fetch methods pair storages and types; a mismatch would be our mistake.
        guard let object = object as? ObjectType else { preconditionFailure("a fetch result of \(ObjectType.self) holds a \(type(of: object))") }
        return object
    }
}

extension PHFetchResult: ElementListing {
    package var listedElements: [Any] { (0..<count).map { object(at: $0) } }
}
