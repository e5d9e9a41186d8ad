/// What a dictionary in ImageIO's layout says of a picture, to be written into a copy of its file: each value goes before the file's own, and all else stays.
package struct WrittenProperties: Sendable, Equatable, Codable {
    package enum Value: Sendable, Equatable, Codable {
        case text(String)
        case texts([String])
        case numbers([Double])
        /// What the file says of it goes.
        case removed
    }

    /// By the name of the dictionary in the dictionary, such as `{Exif}`; those of the whole picture by an empty name.
    package var parts: [String: [String: Value]]

    package init(parts: [String: [String: Value]] = [:]) { self.parts = parts }

    package var isEmpty: Bool { parts.values.allSatisfy(\.isEmpty) }

    /// What all texts together may take, in bytes: a JPEG has 64 KB for EXIF, with what it says already.
    package static let longestTexts = 32 << 10

    package var textBytes: Int {
        parts.values.flatMap(\.values).reduce(0) { sum, value in
            switch value {
            case .text(let text): sum + text.utf8.count
            case .texts(let texts): sum + texts.reduce(0) { $0 + $1.utf8.count }
            case .numbers, .removed: sum
            }
        }
    }
}
