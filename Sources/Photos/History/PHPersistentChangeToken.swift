import Foundation
import LibraryEngine

/// A place in a library's history, to be archived and asked again from: `fetchPersistentChanges(since:)`.
///
/// Equal where library and place are equal, also after archiving. Immutable; may be used from any thread.
/// Mirrors <https://developer.apple.com/documentation/photos/phpersistentchangetoken>.
open class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding {
    let token: HistoryToken

    init(_ token: HistoryToken) { self.token = token }

    /// A place in the history of no library, which every library takes for expired.
    public override init() { token = HistoryToken(library: Self.noLibrary, position: .start, date: 0) }

    private static let noLibrary = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    private static let key = "token"

    /// `nil` for an archive that holds no token.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.key), let token = HistoryToken(data: data.copied) else { return nil }
        self.token = token
    }

    /// `true`: archives can be read where secure coding is required.
    open class var supportsSecureCoding: Bool { true }

    /// Stores the token: the same in every release.
    open func encode(with coder: NSCoder) { coder.encode(token.data as NSData, forKey: Self.key) }

    /// Itself: tokens don't change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? PHPersistentChangeToken)?.token == token }

    open override var hash: Int { token.hashValue }

    open override var description: String { "<PHPersistentChangeToken \(token.text)>" }
}
