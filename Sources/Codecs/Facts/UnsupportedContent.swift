import Metadata
import Pixels

/// What a file is that the library does not keep, in words for a person.
enum UnsupportedContent {
    case empty, text, archive, pdf, zeros, other

    init(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        let beginning = bytes.prefix(4096)
        if bytes.isEmpty {
            self = .empty
        } else if reader.matches("%PDF-", at: 0) {
            self = .pdf
        } else if reader.matches([0x50, 0x4B, 0x03, 0x04], at: 0) || reader.matches([0x1F, 0x8B], at: 0) || reader.matches("7z\u{BC}", at: 0) {
            self = .archive
        } else if beginning.allSatisfy({ $0 == 0 }) {
            self = .zeros
        } else if beginning.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }) {
            self = .text
        } else {
            self = .other
        }
    }

    func error(name: String) -> CodecError {
        let message =
            switch self {
            case .empty: "“\(name)” is empty. Copy it again from where it came from."
            case .zeros: "“\(name)” holds only zeros, as after a failed copy. Copy it again from where it came from."
            case .text: "“\(name)” is not a photo or video: it is text. Leave it out of the import."
            case .archive: "“\(name)” is not a photo or video: it is an archive. Unpack it and import what is in it."
            case .pdf: "“\(name)” is not a photo or video: it is a PDF document. Export its pages as images to import them."
            case .other: "“\(name)” is not a photo or video of a type that is known here. Convert it to JPEG or MP4 to import it."
            }
        return CodecError(.unsupported, message)
    }
}
