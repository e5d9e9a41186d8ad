import Foundation
import Support
import Synchronization

/// The names in other languages. A language's file is mapped when it is first asked for; one that is not there, or damaged, knows no names.
final class Translations: Sendable {
    private let files: GazetteerFiles
    private let catalogs = Mutex<[String: MessageCatalog?]>([:])

    init(_ files: GazetteerFiles) { self.files = files }

    /// - Parameter key: GeoNames' number of a town, `DE` for a country, `DE.02` for a region.
    func name(_ key: String, in language: String) -> String? { catalog(language)?[key] }

    /// Calls with the number of each town that has a name in a language, and with that.
    func forEachTown(in language: String, _ body: (_ number: UInt32, _ name: Data) -> Void) {
        catalog(language)?.forEach { key, name in
            if let number = key.withUnsafeBytes({ $0.number }) { body(number, name) }
        }
    }

    private func catalog(_ language: String) -> MessageCatalog? {
        catalogs.withLock { catalogs in
            if let known = catalogs[language] { return known }
            let catalog = MessageCatalog(files.translation(language))
            catalogs[language] = .some(catalog)
            return catalog
        }
    }
}

/// A file of messages as gettext compiles them (`.mo`): two tables of lengths and offsets, of the texts in their order and of what they are translated to.
struct MessageCatalog: Sendable {
    private let bytes: Data
    private let count: Int, keys: Int, values: Int
    private let isSwapped: Bool

    /// `nil` where there is none, or where its head contradicts itself.
    init?(_ path: String) {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe), bytes.count >= 28 else { return nil }
        self.bytes = bytes
        switch Self.word(bytes, 0, false) {
        case 0x9504_12DE: isSwapped = false
        case 0xDE12_0495: isSwapped = true
        default: return nil
        }
        (count, keys, values) = (Self.word(bytes, 8, isSwapped), Self.word(bytes, 12, isSwapped), Self.word(bytes, 16, isSwapped))
        guard keys + 8 * count <= bytes.count, values + 8 * count <= bytes.count else { return nil }
    }

    private static func word(_ bytes: Data, _ offset: Int, _ isSwapped: Bool) -> Int {
        let word = bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        return Int(isSwapped ? word.byteSwapped : word)
    }

    private func text(_ table: Int, _ index: Int) -> Data? {
        let length = Self.word(bytes, table + 8 * index, isSwapped), start = Self.word(bytes, table + 8 * index + 4, isSwapped)
        guard start + length <= bytes.count else { return nil }
        return bytes[(bytes.startIndex + start)..<(bytes.startIndex + start + length)]
    }

    /// In the order of the file; not for what has no translation.
    func forEach(_ body: (_ key: Data, _ value: Data) -> Void) {
        for index in 0..<count {
            if let key = text(keys, index), let value = text(values, index), !value.isEmpty { body(key, value) }
        }
    }

    subscript(key: String) -> String? {
        // Of a damaged file the key that is found is another one.
        let index = (0..<count).partitioningIndex { index in text(keys, index).map { !$0.lexicographicallyPrecedes(key.utf8) } ?? true }
        guard index < count, let found = text(keys, index), found.elementsEqual(key.utf8), let value = text(values, index), !value.isEmpty else { return nil }
        return String(decoding: value, as: UTF8.self)
    }
}
