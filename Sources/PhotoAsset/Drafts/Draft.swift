import Foundation

/// The pictures that somebody has chosen for a post and not sent yet: in order, each once, and no more than a limit.
///
/// Encoded as `{"assets": ["UUID/L0/001", …], "limit": 9}`, with `unreadable` where some texts named no asset and `beyondLimit` where there were more than the
/// limit; decoded from that, or from a plain list of texts as older versions of an application have saved them, with identifiers and `assets-library` URLs mixed.
public struct Draft: Codable, Hashable, Sendable {
    /// In the order they were chosen.
    public private(set) var assets: [AssetReference] = []
    /// The texts of what was saved that name no asset, in their order. They are kept with the draft until ``DraftStore/restore(in:)`` has told them.
    public private(set) var unreadable: [String] = []
    /// Those of what was saved that came when the draft was full, in their order. They are kept with the draft until ``DraftStore/restore(in:)`` has put them in
    /// the place of what was deleted, or has told them.
    public private(set) var beyondLimit: [AssetReference] = []
    /// How many there may be; at least 1.
    public private(set) var limit: Int

    /// Nine, as posts of the documents have.
    public static let usualLimit = 9

    /// An empty draft. A limit below 1 counts as 1.
    public init(limit: Int = usualLimit) { self.limit = max(1, limit) }

    /// A draft of what was saved before, in any spellings of ``AssetReference``.
    /// - Parameters:
    ///   - texts: in their order. What comes a second time is left out without a word; what is beyond the limit is in ``beyondLimit``.
    ///   - limit: how many may be chosen; below 1 counts as 1.
    ///   - unreadable: gets the texts that name no asset.
    public init(saved texts: some Sequence<String>, limit: Int = usualLimit, unreadable: (String) -> Void = { _ in }) {
        self.init(limit: limit)
        for text in texts {
            guard let reference = AssetReference(text) else {
                self.unreadable.append(text)
                unreadable(text)
                continue
            }
            append(saved: reference)
        }
    }

    private mutating func append(saved reference: AssetReference) {
        guard !assets.contains(reference), !beyondLimit.contains(reference) else { return }
        if isFull { beyondLimit.append(reference) } else { assets.append(reference) }
    }

    /// Whether no more can be chosen.
    public var isFull: Bool { assets.count >= limit }
    /// How many were chosen.
    public var count: Int { assets.count }

    /// Adds an asset at the end.
    /// - Returns: `false` where it is there already, or the draft is full, and then nothing changes.
    @discardableResult
    public mutating func append(_ asset: AssetReference) -> Bool {
        guard !isFull, !assets.contains(asset) else { return false }
        assets.append(asset)
        beyondLimit.removeAll { $0 == asset }
        return true
    }

    /// Takes an asset out.
    /// - Returns: whether it was there.
    @discardableResult
    public mutating func remove(_ asset: AssetReference) -> Bool {
        guard let index = assets.firstIndex(of: asset) else { return false }
        assets.remove(at: index)
        return true
    }

    /// Moves an asset to another place among the others, counted without it. A place beyond the end is the end. Without effect on one that is not there.
    public mutating func move(_ asset: AssetReference, to index: Int) {
        guard remove(asset) else { return }
        assets.insert(asset, at: min(max(0, index), assets.count))
    }

    /// Takes out what was deleted, and fills its places with what had found none.
    mutating func drop(_ deleted: [AssetReference]) {
        let gone = Set(deleted)
        assets.removeAll { gone.contains($0) }
        beyondLimit.removeAll { gone.contains($0) }
        while !isFull, !beyondLimit.isEmpty { assets.append(beyondLimit.removeFirst()) }
    }

    /// After they were told.
    mutating func forgetUnreadable() { unreadable = [] }
    /// The same.
    mutating func forgetBeyondLimit() { beyondLimit = [] }

    private enum CodingKeys: String, CodingKey { case assets, limit, unreadable, beyondLimit }

    public init(from decoder: any Decoder) throws {
        if let texts = try? decoder.singleValueContainer().decode([String].self) {
            self.init(saved: texts)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(saved: try container.decode([String].self, forKey: .assets), limit: try container.decodeIfPresent(Int.self, forKey: .limit) ?? Self.usualLimit)
        unreadable = try (container.decodeIfPresent([String].self, forKey: .unreadable) ?? []) + unreadable
        // A place that somebody made free since is theirs to fill: only `restore` fills it with one of these.
        for reference in try container.decodeIfPresent([AssetReference].self, forKey: .beyondLimit) ?? [] where !assets.contains(reference) {
            if !beyondLimit.contains(reference) { beyondLimit.append(reference) }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(assets, forKey: .assets)
        try container.encode(limit, forKey: .limit)
        if !unreadable.isEmpty { try container.encode(unreadable, forKey: .unreadable) }
        if !beyondLimit.isEmpty { try container.encode(beyondLimit, forKey: .beyondLimit) }
    }
}
