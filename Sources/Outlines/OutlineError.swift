/// Why there are no outlines. The description is for a person.
package enum OutlineError: Error, Hashable, CustomStringConvertible {
    case missing(file: String)
    /// - Parameter detail: what is wrong with it.
    case damaged(file: String, detail: String)

    package var description: String {
        switch self {
        case .missing(let file): "The map has no land, since \(file) isn't there. Install the package libmagics++-data, which has it."
        case .damaged(let file, let detail):
            "The map has no land, since \(file) is damaged: \(detail). Bring it back with 'apt-get install --reinstall libmagics++-data'."
        }
    }
}
