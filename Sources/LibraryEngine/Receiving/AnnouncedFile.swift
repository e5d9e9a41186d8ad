import Foundation
import Support

/// A file that somebody wants to send, as the sender says.
package struct AnnouncedFile: Sendable, Hashable, Codable {
    /// Its own name, without a folder.
    package var name: String
    /// Where it is below what was chosen, with a slash between folders; empty for a file by itself. Files of one folder may be one picture's.
    package var folder = ""
    /// Bytes.
    package var size: Int64
    /// When it was written last, in seconds since 1970.
    package var modified: Double?
    /// SHA-256, 64 digits in lower case.
    package var sha256: String?

    package init(name: String, folder: String = "", size: Int64, modified: Double? = nil, sha256: String? = nil) {
        (self.name, self.folder, self.size, self.modified, self.sha256) = (name, folder, size, modified, sha256)
    }

    private static let longestName = 255, longestFolder = 2_000
    /// 4 TiB: more is no picture, and no film either.
    private static let largest: Int64 = 1 << 42

    /// What is wrong with it, for a person; `nil` for nothing.
    var fault: String? {
        func isProper(_ text: String) -> Bool { !text.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        if name.isEmpty || name.utf8.count > Self.longestName || name.contains("/") || name == "." || name == ".." || !isProper(name) {
            return "“\(name.prefix(100))” is no name of a file. It has 1 to \(Self.longestName) bytes, no slash and no control characters."
        }
        if folder.utf8.count > Self.longestFolder || !isProper(folder) { return "The folder of “\(name)” has more than \(Self.longestFolder) bytes, or control characters." }
        if !(0...Self.largest).contains(size) { return "The size of “\(name)”, \(size), is no number of bytes from 0 to \(Self.largest)." }
        if let modified, !modified.isFinite || abs(modified) > 9e9 { return "The date of “\(name)” is none." }
        if let sha256, sha256.utf8.count != 64 || !sha256.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) {
            return "The SHA-256 of “\(name)” is not 64 digits in lower case."
        }
        return nil
    }

    var digest: [UInt8]? { sha256.flatMap { [UInt8](hexadecimal: $0) } }
}

/// What became of a file that was to be sent here.
package struct IncomingOutcome: Sendable, Equatable, Codable {
    /// Its name is stable.
    package enum Kind: String, Sendable, Codable {
        /// As those of an import's `FileOutcome`.
        case imported, joined, duplicate, skipped, failed
        /// Its sender gave it up, or was not heard of for too long.
        case withdrawn
    }

    package var kind: Kind
    package var asset: UUID?
    package var isInTrash: Bool?
    package var code: String?
    package var message: String?

    init(_ kind: Kind, asset: UUID? = nil, isInTrash: Bool? = nil, code: String? = nil, message: String? = nil) {
        (self.kind, self.asset, self.isInTrash, self.code, self.message) = (kind, asset, isInTrash, code, message)
    }

    /// Whether the library shows nothing of it.
    var isRefusal: Bool { kind == .failed || kind == .skipped || (kind == .duplicate && isInTrash == true) }
}

/// Why a file can't be received.
package struct IncomingError: CodedError {
    package enum Code: Sendable, Equatable {
        /// There is no such batch, or no such file in it.
        case missing
        /// What was announced makes no sense.
        case invalid
        /// The bytes do not begin where those end that are here, which is at this offset.
        case offset(Int64)
        /// More came than was announced.
        case tooLong
        /// Nothing more is taken of this file: it is whole, in the library, or given up.
        case over
        /// Somebody else sends this file since.
        case superseded
        /// The disk has no space for it, or is so full that the library could be opened for reading only.
        case noSpace
        /// More is under way than was allowed.
        case quota
        /// Larger than all that may be under way.
        case tooLarge
        /// By the link that it comes by so much can't be sent any more.
        case full
        /// The link that it comes by takes nothing any more.
        case gone
        /// The library is open for reading only, for another reason than a full disk.
        case readOnly
    }

    package let code: Code
    package let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// More bytes are announced than are to come.
    package static func tooMuch(_ bytes: Int64, for reception: Reception) -> IncomingError {
        IncomingError(.tooLong, "\(bytes) bytes are to be sent, and \(reception.rest) of \(reception.size) are missing. Choose the file again.")
    }

    package static let linkOver = IncomingError(.gone, "The link takes nothing any more. Ask whoever sent it for another one.")
    package static let missingBatch = IncomingError(.missing, "There is no such batch of files any more. Choose the files again.")
    package static let missingFile = IncomingError(.missing, "There is no such file in the batch. Choose it again.")
}
