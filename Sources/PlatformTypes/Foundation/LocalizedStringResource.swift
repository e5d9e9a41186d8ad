/// Text that is shown in the language of whoever looks at it. <https://developer.apple.com/documentation/foundation/localizedstringresource>
///
/// Foundation has none here, and no catalogues of translations: the text is its own key, and what PhotoKit gives is in the person's language already.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The text.
    public let key: String

    /// The text as it stands.
    public init(stringLiteral value: String) { key = value }
}

extension String {
    /// The text of a resource.
    public init(localized resource: LocalizedStringResource) { self = resource.key }
}
