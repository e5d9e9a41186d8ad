import Foundation
import LibraryEngine
import PhotoModel

/// Moments of a fetch, which become objects when they are asked for: a large library has tens of thousands.
final class MomentStorage: FetchStorage {
    private let index: MomentIndex
    /// Which moments of the index, ascending.
    private let places: ContiguousArray<Int32>
    private let session: LibrarySession

    init(index: MomentIndex, places: some Collection<Int>, session: LibrarySession) {
        (self.index, self.places, self.session) = (index, ContiguousArray(places.map(Int32.init)), session)
    }

    /// The first of them; 0 is all.
    func prefix(_ limit: Int) -> MomentStorage {
        limit > 0 && limit < places.count ? MomentStorage(index: index, places: places.prefix(limit).map(Int.init), session: session) : self
    }

    var count: Int { places.count }

    func object(at index: Int) -> PHObject { PHAssetCollection(moment: self.index.moments[Int(places[index])], session: session) }

    func objects(at indexes: some Collection<Int>) -> [PHObject] { indexes.map(object(at:)) }

    func index(of object: PHObject, in range: Range<Int>) -> Int? {
        guard case .moment(let identity)? = MomentIdentity(object.uuid), let number = index.index(ofMoment: identity) else { return nil }
        return places[range].firstIndex(of: Int32(number))
    }

    func count(of mediaType: PHAssetMediaType) -> Int { 0 }
}
