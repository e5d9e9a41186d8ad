import PhotoModel
import Query

/// What the index keeps of one asset: its texts without case and marks, one behind the other, and its camera's names as they are.
///
/// A byte stands before each text, and after each name, that no UTF-8 has. So a search for bytes never finds two texts as one.
struct AssetWords: Hashable {
    /// The texts that differ from asset to asset.
    enum Field: UInt8, CaseIterable { case filename, title, caption }

    /// In which of the two ways of comparing a text is meant so. They differ where it has letters such as ø, which an accent doesn't make.
    enum Variant: UInt8, CaseIterable { case both, marksOnly, plainLetters }

    /// Every byte from here on stands before a text, and belongs to none.
    static let firstTag: UInt8 = 0xF5
    static let nameEnd: UInt8 = 0xFF
    /// Stands in the place of a name that nobody told.
    static let noName: UInt8 = 0xFE

    static func tag(_ field: Field, _ variant: Variant) -> UInt8 { firstTag + variant.rawValue * UInt8(Field.allCases.count) + field.rawValue }

    private(set) var texts: [UInt8] = []
    private(set) var camera: [UInt8] = []

    init(texts: [UInt8], camera: [UInt8]) { (self.texts, self.camera) = (texts, camera) }

    init(_ asset: AssetRecord) {
        self.init(
            filename: asset.filename, title: asset.title, caption: asset.caption, make: asset.cameraMake, model: asset.cameraModel, lens: asset.lens)
    }

    /// The columns of `asset` that it is made of, in the order of `init(row:from:)`.
    static let columns = ["filename", "title", "caption", "cameraMake", "cameraModel", "lens"]

    init(row: Row, from first: Int32) {
        self.init(
            filename: row.text(first), title: row.optionalText(first + 1), caption: row.optionalText(first + 2), make: row.optionalText(first + 3),
            model: row.optionalText(first + 4), lens: row.optionalText(first + 5))
    }

    init(filename: String, title: String?, caption: String?, make: String?, model: String?, lens: String?) {
        add(filename, .filename)
        add(title, .title)
        add(caption, .caption)
        for name in [make, model, lens] {
            if let name { camera += name.utf8 } else { camera.append(Self.noName) }
            camera.append(Self.nameEnd)
        }
    }

    private mutating func add(_ text: String?, _ field: Field) {
        guard let text else { return }
        let folded = TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive])
        let plain = TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive, .latinLetters])
        if folded.utf8.elementsEqual(plain.utf8) {
            add(folded, field, .both)
        } else {
            add(folded, field, .marksOnly)
            add(plain, field, .plainLetters)
        }
    }

    private mutating func add(_ text: String, _ field: Field, _ variant: Variant) {
        texts.append(Self.tag(field, variant))
        texts += text.utf8
    }
}
