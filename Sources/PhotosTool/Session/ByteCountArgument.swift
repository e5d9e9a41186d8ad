import ArgumentParser

/// Bytes as people write them: `200MB`, `1.5 GB`, `4096`; units of 1,000, as everywhere in this tool, and of 1,024 where they are written `MiB`.
struct ByteCountArgument: ExpressibleByArgument, Equatable {
    let bytes: Int64

    init?(argument: String) {
        let text = argument.lowercased().filter { $0 != " " }
        guard let end = text.lastIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
        let number = text[...end], unit = text[text.index(after: end)...]
        let letters = ["", "k", "m", "g", "t"]
        let kinds = letters.enumerated().flatMap { power, letter in
            [(letter, power, 1000.0), (letter + "b", power, 1000.0)] + (letter.isEmpty ? [] : [(letter + "ib", power, 1024.0)])
        }
        guard let kind = kinds.first(where: { $0.0 == unit }), let value = Double(number), value.isFinite, value >= 0 else { return nil }
        let bytes = (0..<kind.1).reduce(value) { value, _ in value * kind.2 }
        guard bytes < 9e18 else { return nil }
        self.bytes = Int64(bytes.rounded())
    }
}
