import Metadata
import Originals
import PhotoModel

/// What a file's name says about the files it belongs with.
package struct MediaName: Sendable, Hashable {
    package enum Role: Sendable, Hashable {
        case plain
        /// The rendering of an edit: `IMG_E1853.heic`, `IMG_3582_edited.heic`, `IMG_1-edited.jpg`.
        case edited
        /// What the camera itself did to the picture at capture: `IMG_O3582.aae`.
        case cameraAdjustment
    }

    /// The name as it is.
    package let text: String
    /// Lower case, without extension, and without the mark of an edit: all files of one picture have the same.
    package let stem: String
    /// Lower case, without extension.
    package let ownStem: String
    /// Lower case, without the dot.
    package let pathExtension: String
    package let role: Role
    /// For a sidecar of one particular file, such as `IMG_4179.jpeg.xmp`: that file's name in lower case.
    package let subject: String?

    package init(_ name: String) {
        text = name
        let lower = name.lowercased()
        let (stem, pathExtension) = Self.split(lower)
        self.pathExtension = pathExtension
        // Behind the name of its file a sidecar may have a number of its own: `IMG_1.jpeg (1).xmp`.
        let named = stem.last == ")" ? stem.replacing(/[ ]\([0-9]+\)$/, with: "") : stem
        if pathExtension == "xmp", case let inner = Self.split(named), UniformTypes.identifier(forExtension: inner.1) != nil {
            subject = named
            ownStem = inner.0
        } else {
            subject = nil
            ownStem = stem
        }
        (self.stem, role) = Self.unmarked(ownStem, pathExtension)
    }

    private static func split(_ name: String) -> (stem: String, pathExtension: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// A copy's number comes behind the mark: `IMG_1_edited (1).heic` is the rendering of `IMG_1 (1).heic`, as an export and Google Takeout name them.
    private static func unmarked(_ stem: String, _ pathExtension: String) -> (String, Role) {
        guard stem.last == ")", let number = stem.firstMatch(of: /^(.+?)( ?\([0-9]+\))$/) else { return unnumbered(stem, pathExtension) }
        let (base, role) = unnumbered(String(number.1), pathExtension)
        return (base + number.2, role)
    }

    private static func unnumbered(_ stem: String, _ pathExtension: String) -> (String, Role) {
        for mark in ["_edited", "-edited"] where stem.hasSuffix(mark) && stem.count > mark.count {
            return (String(stem.dropLast(mark.count)), .edited)
        }
        // A prefix of letters, an underscore, E or O, then digits only.
        guard let underscore = stem.firstIndex(of: "_"), underscore != stem.startIndex, stem[..<underscore].allSatisfy(\.isLetter) else { return (stem, .plain) }
        let rest = stem[stem.index(after: underscore)...]
        guard let mark = rest.first, mark == "e" || mark == "o", case let digits = rest.dropFirst(), !digits.isEmpty,
            digits.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return (stem, .plain) }
        let base = String(stem[...underscore]) + digits
        if mark == "e" { return (base, .edited) }
        return pathExtension == "aae" ? (base, .cameraAdjustment) : (stem, .plain)
    }
}
