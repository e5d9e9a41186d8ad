/// The numbers that file names get in one folder. It remembers how far each name's numbers are taken: a thousand files of one name are then
/// a thousand looks at the disk and not half a million.
struct UniqueNames {
    /// Below these all numbers are taken.
    private var lowest: [String: Int] = [:]

    /// The first number that is free for all of `names`.
    /// - Parameter isTaken: looks at the disk; what was taken once counts as taken from then on.
    mutating func number(for names: [String], isTaken: (_ name: String, _ number: Int) -> Bool) -> Int {
        var number = 0
        for name in Set(names) {
            var own = lowest[name, default: 0]
            while isTaken(name, own) { own += 1 }
            if own > 0 { lowest[name] = own }
            number = max(number, own)
        }
        // One may be free further down where another is not, so all are asked.
        while names.contains(where: { isTaken($0, number) }) { number += 1 }
        return number
    }
}
