import Foundation
import PhotoModel
import Query

/// Something in the library that has an identity.
///
/// Immutable: a snapshot of what was true when it was fetched. Equal where the identifiers are. <https://developer.apple.com/documentation/photos/phobject>
open class PHObject: NSObject, NSCopying, @unchecked Sendable {
    // Guarded by being immutable.
    let session: LibrarySession
    /// The library's, or a new one.
    fileprivate let ownUUID: UUID

    init(uuid: UUID, session: LibrarySession) { (ownUUID, self.session) = (uuid, session) }

    /// An object of no library, such as a client's placeholder value or test double.
    public override init() { (ownUUID, session) = (UUID(), .none) }

    /// The identity: of what belongs to no library it follows `localIdentifier`, which a test double overrides.
    var uuid: UUID { session.isNone ? LocalIdentifier.uuid(naming: localIdentifier) : ownUUID }

    /// What follows the UUID in the identifier: which kind of object it is.
    class var identifierSuffix: String { LocalIdentifier.assetSuffix }

    /// Persistent and unique in its library: `UUID/L0/001` for assets, `/L0/040` for albums, `/L0/020` for folders.
    open var localIdentifier: String { ownUUID.uuidString + Self.identifierSuffix }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHObject else { return false }
        return other === self || other.localIdentifier == localIdentifier
    }

    open override var hash: Int { uuid.hashValue }

    /// The library it was fetched from, for modules of this package that fetch more from it.
    package var photoLibrary: PHPhotoLibrary { PHPhotoLibrary(session: session) }

    /// Itself: objects don't change.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A value by its key; `nil` for keys the object doesn't have, which are exceptions on Apple's platforms.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "localIdentifier": localIdentifier
        case "uuid": uuid.uuidString
        default: nil
        }
    }

    /// A value by a path of keys, such as `extendedMetadata.caption`.
    open func value(forKeyPath keyPath: String) -> Any? { lookUp(keyPath) }

    open override var description: String { "<\(type(of: self)) \(localIdentifier)>" }
}

extension PHObject: KeyValueLookup {}

// Predicates take assets as arguments, also as `CVarArg`.
extension PHObject: CVarArg {
    /// How the object is handed to `NSPredicate(format:)`, which finds it again.
    public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self) }
}

extension PHObject: PredicateEvaluable, PredicateIdentifiable {
    /// What a predicate reads of the object: `SELF` is its identifier, every other key as `value(forKey:)`.
    public func predicateValue(forKey key: String) -> Any? { key == "SELF" ? localIdentifier : value(forKey: key) }
    /// What a predicate compares the object by: its identifier.
    public var predicateIdentifier: String { localIdentifier }
}

/// Stands for an object that a change block is creating. Its identifier is the final one, and it equals the object fetched by it later.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    // Guarded by being immutable.
    private let suffix: String

    init(uuid: UUID, suffix: String, session: LibrarySession) {
        self.suffix = suffix
        super.init(uuid: uuid, session: session)
    }

    /// Stands for an asset of no library: for test doubles.
    public override init() {
        suffix = LocalIdentifier.assetSuffix
        super.init(uuid: UUID(), session: .none)
    }

    open override var localIdentifier: String { ownUUID.uuidString + suffix }
}
