import Foundation

/// What a fetch result holds.
protocol FetchStorage: AnyObject, Sendable {
    var count: Int { get }
    func object(at index: Int) -> PHObject
    /// The same for whoever mostly asks for no other.
    func lone(at index: Int) -> PHObject
    /// Reads together what has to be read.
    func objects(at indexes: some Collection<Int>) -> [PHObject]
    /// First index in `range` of an equal object.
    func index(of object: PHObject, in range: Range<Int>) -> Int?
    func count(of mediaType: PHAssetMediaType) -> Int
}

extension FetchStorage {
    func lone(at index: Int) -> PHObject { object(at: index) }
}

/// Objects at hand: collections, which are few, and the assets of transient albums.
final class ObjectStorage: FetchStorage {
    private let objects: [PHObject]

    init(_ objects: [PHObject]) { self.objects = objects }

    var count: Int { objects.count }
    func object(at index: Int) -> PHObject { objects[index] }
    func objects(at indexes: some Collection<Int>) -> [PHObject] { indexes.map { objects[$0] } }
    func index(of object: PHObject, in range: Range<Int>) -> Int? { objects[range].firstIndex(of: object) }
    func count(of mediaType: PHAssetMediaType) -> Int { objects.count { ($0 as? PHAsset)?.mediaType == mediaType } }
}

/// The members of a result whose class is not the library's: whatever its `count` and `object(at:)` say, which test doubles override.
final class OverriddenStorage<ObjectType: AnyObject>: FetchStorage {
    private let result: PHFetchResult<ObjectType>

    init(_ result: PHFetchResult<ObjectType>) { self.result = result }

    var count: Int { result.count }

    func object(at index: Int) -> PHObject {
        guard let object = result.object(at: index) as? PHObject else { preconditionFailure("\(result) holds something that is no PHObject") }
        return object
    }

    func objects(at indexes: some Collection<Int>) -> [PHObject] { indexes.map(object(at:)) }
    func index(of object: PHObject, in range: Range<Int>) -> Int? { range.first { self.object(at: $0) == object } }
    func count(of mediaType: PHAssetMediaType) -> Int { (0..<count).count { (object(at: $0) as? PHAsset)?.mediaType == mediaType } }
}
