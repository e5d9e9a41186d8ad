import Foundation
import LibraryEngine

/// Names an asset, album or folder in every library that holds it, on any device.
///
/// Made of the object's UUID and, for an asset, the content of its original; no cloud is needed. Equal where the texts are.
/// Mirrors <https://developer.apple.com/documentation/photos/phcloudidentifier>. Immutable; may be used from any thread.
open class PHCloudIdentifier: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Guarded by being immutable.
    private let text: String
    /// `nil` for a text that names nothing.
    let identifier: CloudIdentifier?

    /// Names nothing: for test doubles.
    public override init() { (text, identifier) = ("", nil) }

    init(_ identifier: CloudIdentifier) { (text, self.identifier) = (identifier.text, identifier) }

    /// From `archivalStringValue`; `nil` for any other text.
    public init?(archivalStringValue archivalString: String) {
        guard let identifier = CloudIdentifier(text: archivalString) else { return nil }
        (text, self.identifier) = (identifier.text, identifier)
    }

    /// From `stringValue`. Any other text gives an identifier that is found nowhere; prefer `init(archivalStringValue:)`, which tells.
    public init(stringValue: String) {
        identifier = CloudIdentifier(text: stringValue)
        text = identifier?.text ?? stringValue
    }

    private static let key = "archivalStringValue"

    /// `nil` for an archive that holds no identifier.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: Self.key) else { return nil }
        identifier = CloudIdentifier(text: text as String)
        self.text = identifier?.text ?? text as String
    }

    /// `true`: archives can be read where secure coding is required.
    open class var supportsSecureCoding: Bool { true }

    /// Stores `archivalStringValue`.
    open func encode(with coder: NSCoder) { coder.encode(text as NSString, forKey: Self.key) }

    /// To be stored: the same in every release.
    open var archivalStringValue: String { text }
    /// The same as `archivalStringValue`.
    open var stringValue: String { text }

    /// Stands in an array for an identifier that could not be found.
    open class var notFound: PHCloudIdentifier { sentinel }

    private static let sentinel = PHCloudIdentifier(stringValue: "PHCloudIdentifierNotFound")

    /// Itself: identifiers don't change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? PHCloudIdentifier)?.text == text }

    open override var hash: Int { text.hashValue }

    open override var description: String { "<PHCloudIdentifier \(text)>" }
}
