import Foundation

/// Compiled patterns by their text, since SQL functions get the text anew for each row.
// Its only mutable state, `patterns`, is guarded by `lock`.
final class PatternCache<Pattern: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    /// By bytes: Swift takes two spellings of "é" for one, and they match different texts.
    private var patterns: [BinaryText: Pattern] = [:]

    func pattern<Failure: Error>(_ key: String, _ make: () throws(Failure) -> Pattern) throws(Failure) -> Pattern {
        let key = BinaryText(text: key)
        lock.lock()
        let known = patterns[key]
        lock.unlock()
        if let known { return known }
        let made = try make()
        lock.lock()
        // A query has a handful of patterns; a server's many clients must not fill the memory.
        if patterns.count >= 64 { patterns.removeAll(keepingCapacity: true) }
        patterns[key] = made
        lock.unlock()
        return made
    }
}
