import Foundation

/// Names for the files of one archive: each can be written on Linux, macOS and Windows, and no two are one where case does not count.
struct ArchiveNames {
    /// What Windows takes for a device, whatever the extension.
    private static let devices: Set<String> = Set(["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
    /// A file system takes 255 bytes, and a number has to fit behind the stem.
    private static let longest = 240

    private var taken: Set<String> = []
    /// Below these all numbers are taken, so that ten thousand files of one name cost ten thousand looks.
    private var lowest: [String: Int] = [:]

    init(reserved: [String] = []) { taken = Set(reserved.map(Self.folded)) }

    /// The names of an asset's files. They get one number, so that they still belong together: `IMG_1 (1).HEIC`, `IMG_1 (1).MOV`.
    mutating func names(for filenames: [String]) -> [String] {
        let safe = filenames.map(Self.safe)
        var number = safe.map { lowest[Self.folded($0), default: 0] }.max() ?? 0
        while true {
            let names = safe.map { Self.numbered($0, number) }, keys = names.map(Self.folded)
            if Set(keys).count == keys.count, taken.isDisjoint(with: keys) {
                taken.formUnion(keys)
                for name in safe { lowest[Self.folded(name)] = number + 1 }
                return names
            }
            // Two files of one asset may have one name; a number does not part them.
            if Set(keys).count < keys.count { return safe.map { self.names(for: [$0])[0] } }
            number += 1
        }
    }

    private static func folded(_ name: String) -> String { name.precomposedStringWithCanonicalMapping.lowercased() }

    private static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 0 else { return name }
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name) (\(number))" }
        return "\(name[..<dot]) (\(number))\(name[dot...])"
    }

    /// Without what Windows forbids, and never a path.
    static func safe(_ filename: String) -> String {
        var name = String(
            filename.unicodeScalars.map { scalar in
                scalar.value < 0x20 || scalar.value == 0x7F || "<>:\"/\\|?*".unicodeScalars.contains(scalar) ? "_" : Character(scalar)
            })
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        if name.isEmpty { name = "file" }
        if devices.contains(name.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).uppercased()) { name = "_" + name }
        guard name.utf8.count > longest else { return name }
        let dot = name.lastIndex(of: ".").flatMap { name[$0...].utf8.count <= 20 ? $0 : nil } ?? name.endIndex
        var stem = name[..<dot]
        while stem.utf8.count + name[dot...].utf8.count > longest { stem.removeLast() }
        return stem + String(name[dot...])
    }
}
