/// What one key of a file's metadata shall say.
struct TagChange: Equatable {
    /// As `MetadataTag` names it; one that ends with `*` means all that begin so.
    var key: String
    /// In order; none takes the key out.
    var values: [String]

    init(_ key: String, _ values: [String]) { (self.key, self.values) = (key, values) }

    init(_ key: String, _ value: String?) { self.init(key, value.map { [$0] } ?? []) }
}

extension [TagChange] {
    /// As `cexif_write` reads them: for each key what takes it out, then its values one after the other.
    var lines: [UInt8] {
        var lines: [UInt8] = []
        for change in self {
            let key = [UInt8](change.key.utf8) + [0]
            lines += key + [0]
            for value in change.values {
                let text = value.utf8.filter { $0 != 0 }
                if !text.isEmpty { lines += key + text + [0] }
            }
        }
        return lines
    }
}
