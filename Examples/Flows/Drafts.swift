import PhotoAsset

/// A post's pictures from a file that older versions of an application may have written: what was deleted since leaves it. Document 002, "来，让我们 fix issue".
enum Drafts {
    static func run(file: URL) throws {
        let store = DraftStore(file: file), before = try store.load().count
        let draft = try store.restore()
        print("\(before) in the draft, \(draft.assets.count) are there")
        for asset in draft.assets { print("  \(asset.localIdentifier) \(asset.filename)") }
        for reference in draft.deleted { print("  \(reference) was deleted") }
        for reference in draft.unavailable { print("  \(reference) can't be seen") }
        for reference in draft.beyondLimit { print("  \(reference) is one too many") }
    }
}
