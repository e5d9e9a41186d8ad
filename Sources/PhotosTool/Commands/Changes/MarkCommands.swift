import ArgumentParser
import LibraryEngine
import PhotoModel

struct FavoriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: say("Marks assets as favorites, or takes the mark away."),
        discussion: say(
            """
            EXAMPLES:
              photos favorite 8A6B2C40
              photos favorite --off --where 'creationDate < CAST("2010-01-01", "NSDate")'
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions
    @OptionGroup var selection: AssetSelection

    @Flag(help: said("Take the mark away."))
    var off = false

    func run() throws {
        try run(global) { tool in
            try AssetChange(tool: tool, done: { off ? "No longer favorites: \($0)." : "Marked as favorites: \($0)." })
                .run(selection) { try $0.set(\.isFavorite, !off, of: $1) }
        }
    }
}

struct HideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide",
        abstract: say("Hides assets from everything but the album Hidden, or shows them again."),
        discussion: say(
            """
            Hidden assets are listed with `photos assets --hidden` or `--album hidden`.

            EXAMPLES:
              photos hide 8A6B2C40
              photos hide --off --album hidden
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions
    @OptionGroup var selection: AssetSelection

    @Flag(help: said("Show them again."))
    var off = false

    func run() throws {
        try run(global) { tool in
            try AssetChange(tool: tool, done: { off ? "Shown again: \($0)." : "Hid \($0)." }).run(selection) { try $0.set(\.isHidden, !off, of: $1) }
        }
    }
}

extension LibraryTransaction {
    /// - Returns: how many had another value before.
    fileprivate func set(_ mark: WritableKeyPath<AssetRecord, Bool>, _ value: Bool, of ids: [Int64]) throws -> Int {
        let others = try reader.assets(ids: ids).compactMap { $0 }.filter { $0[keyPath: mark] != value }
        for asset in others { try update(assetID: asset.id) { $0[keyPath: mark] = value } }
        return others.count
    }
}
