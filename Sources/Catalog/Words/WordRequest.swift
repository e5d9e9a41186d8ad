import Query

/// A part of a predicate that the words of assets answer.
enum WordRequest: Hashable {
    /// Bytes among the texts.
    case texts(WordProbe)
    /// A condition on nothing but the camera's names, of which a library has few.
    case cameras(Condition)

    /// - Returns: `nil` for a condition that asks something else, or in a way that the words don't know: with case, or by a pattern.
    init?(_ condition: Condition) {
        if case .text = condition, let probe = WordProbe(condition) {
            self = .texts(probe)
        } else if case .compare(_, .equal, _) = condition, let probe = WordProbe(condition) {
            self = .texts(probe)
        } else if let keys = condition.keysOfAssets, !keys.isEmpty, keys.isSubset(of: Self.cameraKeys.keys) {
            self = .cameras(condition)
        } else {
            return nil
        }
    }

    /// What together answers whether any of some conditions holds; `nil` where one of them is answered by no request.
    static func any(of conditions: [Condition]) -> [WordRequest]? {
        var probes: [WordProbe] = [], cameras: [Condition] = []
        for condition in conditions {
            switch WordRequest(condition) {
            case nil: return nil
            case .texts(let probe)?:
                // The same bytes in several texts are looked for once.
                if let index = probes.firstIndex(where: { $0.bytes == probe.bytes && $0.relation == probe.relation }) {
                    probes[index].tags |= probe.tags
                } else {
                    probes.append(probe)
                }
            case .cameras(let condition)?: cameras.append(condition)
            }
        }
        return probes.map { .texts($0) } + (cameras.isEmpty ? [] : [.cameras(cameras.count > 1 ? .or(cameras) : cameras[0])])
    }

    /// Everything that will be asked for a condition, so that one pass answers all of it.
    static func all(in condition: Condition) -> [WordRequest] {
        switch condition {
        case .and(let parts): return parts.flatMap(all)
        case .or(let parts):
            let texts = parts.filter(\.isOfText)
            guard texts.count > 1, let requests = any(of: texts) else { return parts.flatMap(all) }
            return requests + parts.filter { !$0.isOfText }.flatMap(all)
        case .not(let part): return all(in: part)
        case .compare(let left, .notEqual, let right): return WordRequest(.compare(left, .equal, right)).map { [$0] } ?? []
        default: return WordRequest(condition).map { [$0] } ?? []
        }
    }

    /// By their indexes, where in a camera's names they stand.
    static let cameraKeys: [Int: Int] = {
        let keys = ["cameraMake", "camera", "lens"].enumerated().compactMap { place, name in KeySpace.assets.index(of: name).map { ($0, place) } }
        return Dictionary(uniqueKeysWithValues: keys)
    }()
}

/// Bytes to be found among the texts of assets.
struct WordProbe: Hashable {
    enum Relation: Hashable { case contains, beginsWith, endsWith, equals }

    let bytes: [UInt8]
    let relation: Relation
    /// Before which texts they count: a bit for each tag, from the first on.
    var tags: UInt16

    private static let fields: [Int: AssetWords.Field] = {
        let fields: [(String, AssetWords.Field)] = [("filename", .filename), ("title", .title), ("caption", .caption)]
        return Dictionary(uniqueKeysWithValues: fields.compactMap { name, field in KeySpace.assets.index(of: name).map { ($0, field) } })
    }()

    init(bytes: [UInt8], relation: Relation, tags: UInt16) { (self.bytes, self.relation, self.tags) = (bytes, relation, tags) }

    init?(_ condition: Condition) {
        switch condition {
        case .text(.folded(.key(let key), let options), let relation, .value(.string(let text))):
            let relation: Relation =
                switch relation {
                case .contains: .contains
                case .beginsWith: .beginsWith
                case .endsWith: .endsWith
                }
            self.init(key, options, relation, text)
        case .compare(.folded(.key(let key), let options), .equal, .value(.string(let text))),
            .compare(.value(.string(let text)), .equal, .folded(.key(let key), let options)):
            self.init(key, options, .equals, text)
        default: return nil
        }
    }

    private init?(_ key: Int, _ options: TextOptions, _ relation: Relation, _ text: String) {
        guard let field = Self.fields[key], !text.isEmpty else { return nil }
        let variant: AssetWords.Variant
        switch options.folding {
        case [.caseInsensitive, .diacriticInsensitive]: variant = .marksOnly
        case [.caseInsensitive, .diacriticInsensitive, .latinLetters]: variant = .plainLetters
        default: return nil
        }
        (bytes, self.relation) = (Array(text.utf8), relation)
        tags = [.both, variant].reduce(0) { $0 | 1 << UInt16(AssetWords.tag(field, $1) - AssetWords.firstTag) }
    }
}

extension Condition {
    /// The keys it reads, where it reads nothing else of an asset; `nil` where it looks at several values of one.
    fileprivate var keysOfAssets: Set<Int>? {
        if case .exists = self { return nil }
        return keys
    }
}
