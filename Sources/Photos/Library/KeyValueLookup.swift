import Foundation

/// What clients look up by name: Foundation on Linux has no key-value coding.
protocol KeyValueLookup {
    func value(forKey key: String) -> Any?
}

extension KeyValueLookup {
    /// Follows a path such as `extendedMetadata.caption` through objects of ours.
    func lookUp(_ keyPath: String) -> Any? {
        guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
        // Some keys have dots themselves.
        if let value = value(forKey: keyPath) { return value }
        guard let next = value(forKey: String(keyPath[..<dot])) as? any KeyValueLookup else { return nil }
        return next.lookUp(String(keyPath[keyPath.index(after: dot)...]))
    }
}
