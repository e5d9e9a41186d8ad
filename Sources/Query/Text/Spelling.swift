/// Which of the known words somebody meant who wrote another one.
package enum Spelling {
    /// The word whose spelling is closest, upper and lower case alike, if it is close at all: beyond a third of the letters two words are different words.
    package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let wanted = Array(word.lowercased().utf8.prefix(64))
        let furthest = max(1, wanted.count / 3)
        var nearest: (distance: Int, name: String)?
        for name in words {
            let word = Array(name.lowercased().utf8)
            // So many letters alone have to come or go.
            guard abs(word.count - wanted.count) <= furthest else { continue }
            let distance = distance(wanted, word)
            if distance <= furthest, nearest.map({ (distance, name) < ($0.distance, $0.name) }) ?? true { nearest = (distance, name) }
        }
        return nearest?.name
    }

    /// Insertions, deletions and replacements between two words.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for i in first.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in second.indices {
                let replaced = diagonal + (first[i] == second[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[second.count]
    }
}
