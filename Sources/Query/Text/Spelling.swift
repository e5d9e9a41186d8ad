/// Which of the known words somebody meant who wrote another one.
package enum Spelling {
    /// The word whose spelling is closest, upper and lower case alike, if it is close at all: beyond a third of the letters two words are different words.
    package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let wanted = Array(word.lowercased().utf8.prefix(64))
        return words.map { (name: $0, distance: distance(wanted, Array($0.lowercased().utf8))) }
            .filter { $0.distance <= max(1, wanted.count / 3) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// Insertions, deletions and replacements between two words.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (i, a) in first.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in second.enumerated() {
                let replaced = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[second.count]
    }
}
