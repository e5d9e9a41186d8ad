import LibraryEngine
import PhotoModel

/// What a person writes about an asset. What is not set stays; `.some(nil)` removes.
struct Description: Sendable, Equatable {
    var title: String??
    var caption: String??
    var keywords: [String]?

    var isEmpty: Bool { title == nil && caption == nil && keywords == nil }

    /// What is set: `title`, `caption`, `keywords`.
    var names: [String] { [title == nil ? nil : "title", caption == nil ? nil : "caption", keywords == nil ? nil : "keywords"].compactMap { $0 } }

    /// Whether nothing is left of what is set.
    var removesAll: Bool { (title ?? nil) == nil && (caption ?? nil) == nil && (keywords ?? []).isEmpty }

    /// What it would replace in a record.
    func replaced(in record: AssetRecord) -> Description {
        Description(
            title: title.map { _ in record.title }, caption: caption.map { _ in record.caption }, keywords: keywords.map { _ in record.keywords })
    }

    func apply(to record: inout AssetRecord) {
        if let title { record.title = title }
        if let caption { record.caption = caption }
        if let keywords { record.keywords = keywords }
    }

    /// In words of eight bytes, as identifiers are counted.
    var weight: Int { ((title ?? nil)?.utf8.count ?? 0) / 8 + ((caption ?? nil)?.utf8.count ?? 0) / 8 + (keywords ?? []).reduce(0) { $0 + $1.utf8.count / 8 + 2 } + 6 }
}

/// Sets titles, captions and keywords.
struct DescribeStep: Step {
    struct Item: Sendable {
        var asset: Int64
        var text: Description
        /// What it must still say, so that nobody's later words are lost.
        var expected: Description?
    }

    let items: [Item]

    var need: ChangeNeed { .assets }
    var weight: Int { items.reduce(0) { $0 + 1 + $1.text.weight + ($1.expected?.weight ?? 0) } }

    func perform(in scene: StepScene) throws -> StepOutcome {
        var (before, kinds) = ([Item](), AssetKinds())
        let now = scene.now.timeIntervalSinceReferenceDate
        for item in items {
            try scene.update(item.asset) { record in
                let old = item.text.replaced(in: record)
                if let expected = item.expected, old != expected { return }
                item.text.apply(to: &record)
                let new = item.text.replaced(in: record)
                guard new != old else { return }
                record.modificationDate = now
                before.append(Item(asset: item.asset, text: old, expected: new))
                kinds.count(record)
            }
        }
        return StepOutcome(changed: before.count, kinds: kinds, inverse: before.isEmpty ? nil : DescribeStep(items: before))
    }
}
