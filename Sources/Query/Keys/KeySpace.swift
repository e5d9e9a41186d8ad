/// The keys of one kind of object. A resolved predicate knows them by their index here.
package struct KeySpace: Sendable {
    /// What the objects are called in error messages, in the plural: `assets`.
    package let name: String
    package let keys: [QueryKey]
    /// The key that `SELF` stands for.
    package let selfIndex: Int?
    /// The key that stands for a place.
    let place: PlaceKey?

    /// - Parameters:
    ///   - name: What the objects are called, in the plural.
    ///   - keys: Names and aliases must differ; the first one wins.
    ///   - selfKey: The key that `SELF` stands for, usually the identifier.
    ///   - place: Names two of the keys.
    package init(name: String, keys: [QueryKey], selfKey: String? = nil, place: PlaceKey? = nil) {
        self.name = name
        self.keys = keys
        self.place = place
        selfIndex = selfKey.flatMap { name in keys.firstIndex { $0.isCalled(name) } }
    }

    /// The index of a key by its name or alias; upper and lower case count, as at Apple.
    package func index(of name: String) -> Int? {
        // There are few dozen, and a fetch asks once for each that it names: to make a dictionary of them takes the first fetch longer than this.
        keys.firstIndex { $0.isCalled(name) }
    }

    /// The index of a key.
    /// - Throws: `.unknownKey`, naming the nearest and all known keys.
    func index(of key: KeyReference) throws(QueryError) -> Int {
        if let index = index(of: key.name) { return index }
        var message = "\(name) have no key \"\(key.name.prefix(80))\""
        message += nearest(to: key.name).map { "; did you mean \($0)?" } ?? "."
        let known = keys.map { ([$0.name] + $0.aliases).joined(separator: " or ") } + (place.map { [$0.name] } ?? [])
        message += " Known keys: " + known.joined(separator: ", ")
        throw QueryError(.unknownKey, message, at: key.position)
    }

    /// The key whose spelling is closest, if it is close at all.
    func nearest(to name: String) -> String? {
        var known = keys.flatMap { key in [key.name] + key.aliases }
        if let place { known.append(place.name) }
        return Spelling.nearest(to: name, among: known)
    }
}
