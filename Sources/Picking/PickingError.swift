import Support

/// Why a picker can't be opened as it was asked for. The message says what to write instead.
package struct PickingError: CodedError, Hashable {
    package enum Code: String, Sendable {
        /// No filter is written like this, or the filter has a name that none has.
        case filter
        /// A limit that is no number of assets, or is below the minimum.
        case limit
        /// A minimum that is no number of assets.
        case minimum
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
