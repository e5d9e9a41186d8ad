import ArgumentParser
import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

struct DuplicatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: say("Finds photos that are there twice, and makes one of them."),
        discussion: say(
            """
            Photos are compared by what their thumbnails show, whatever their names and formats are. The first of each group is the best file: most \
            pixels, then RAW, then lossless, then most bytes. Hidden photos and videos are not compared, and photos without a thumbnail are named. \
            `merge --all` takes photos with the very same pixels alone; look at the others, and merge them by their identifiers.

            EXAMPLES:
              photos duplicates
              photos duplicates merge --all --preview
              photos duplicates merge 8A6B2C40 5D1E77F3
              photos duplicates keep 8A6B2C40 5D1E77F3
            """),
        subcommands: [List.self, Merge.self, Keep.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Lists groups of the same picture, the best file first. This is what happens without a subcommand."),
            discussion: say(
                """
                A group says how much its photos are alike: pixels for the very same pixels, picture for the same picture in another size or compression, \
                similar for pictures of the same thing, such as frames of a burst.

                EXAMPLES:
                  photos duplicates list --similar
                  photos duplicates list --json
                """))

        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Flag(help: said("List pictures of the same thing as well."))
        var similar = false

        func run() throws {
            try run(global) { tool in
                let report = try DuplicateSearch(tool).run(tool.openLibrary(), similar: similar)
                try DuplicateOutput(tool).tell(report)
            }
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Keeps one file of a group with all that is known of the others, which go to Recently Deleted."),
            discussion: say(
                """
                The kept file gets the albums, keywords, rating, favorite, title, caption, date and place of the others where it has none; where titles and \
                captions differ, the caption holds all of them. A copy that has what the kept file lacks stays, such as an edit, a movie, a RAW file, depth or \
                frames; so does the copy of a file that is damaged, missing or outside of the library. `photos undo` takes the whole command back.

                EXAMPLES:
                  photos duplicates merge 8A6B2C40 5D1E77F3
                  photos duplicates merge 8A6B2C40 5D1E77F3 --best 5D1E77F3
                  photos duplicates merge --all --preview
                """))

        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("Identifiers of photos that become one.", valueName: "id"), completion: .assetIdentifiers)
        var ids: [String] = []
        @Option(help: said("Whose file stays, instead of the best one.", valueName: "id"), completion: .assetIdentifiers)
        var best: String?
        @Flag(help: said("Merge every group of the very same pixels; others are left as they are."))
        var all = false
        @Flag(help: said("Only say what would stay, change and go."))
        var preview = false

        func validate() throws {
            if all, !ids.isEmpty || best != nil { throw wrongUsage("--all merges every group of the same pixels; leave out the identifiers.") }
            if !all, ids.count < 2 { throw wrongUsage("Say which photos become one, by two identifiers or more, or --all.") }
        }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary(), now = library.environment.now()
                let groups: [LibraryTransaction.Merge] = try library.read { reader in
                    guard !all else { return [] }
                    let lookup = AssetLookup(reader), rows = try ids.map { try lookup.asset($0).id }
                    let kept = try best.map { try lookup.asset($0).id }
                    if let kept, !rows.contains(kept) { throw ToolFailure(.badInput, "--best names none of the photos that become one.") }
                    return [(rows, kept)]
                }
                // Photos that only look the same may be two, and nobody has looked at them.
                let found = try all ? DuplicateSearch(tool).run(library, similar: false).groups : []
                let chosen: [LibraryTransaction.Merge] = all ? found.filter { $0.likeness == .pixels }.map { ($0.assets.map(\.id), $0.assets.first?.id) } : groups
                defer { DuplicateOutput(tool).tell(left: found.count { $0.likeness != .pixels }) }
                if preview {
                    let plans = try chosen.compactMap { try library.mergePlan(of: $0.ids, keeping: $0.keeping) }
                    try DuplicateOutput(tool).tell(plans, isPreview: true)
                    return
                }
                let done = try library.performChanges(author: tool.author) { try $0.merge(chosen, at: now, author: tool.author) }
                try DuplicateOutput(tool).tell(done.plans, isPreview: false)
                if !all, done.plans.allSatisfy(\.removed.isEmpty) {
                    throw ToolFailure(.badInput, "None of these photos can go: the others are in Recently Deleted, or have what the kept one lacks. Choose another with --best.")
                }
            }
        }
    }

    struct Keep: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Remembers that photos are no duplicates of each other."),
            discussion: say(
                """
                EXAMPLES:
                  photos duplicates keep 8A6B2C40 5D1E77F3
                """))

        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("Identifiers of photos.", valueName: "id"), completion: .assetIdentifiers)
        var ids: [String]

        func validate() throws {
            if ids.count < 2 { throw wrongUsage("Say which photos are no duplicates, by two identifiers or more.") }
        }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                let count = try library.performChanges(author: tool.author) { transaction in
                    let lookup = AssetLookup(transaction.reader), rows = try ids.map { try lookup.asset($0).id }
                    try transaction.keepApart(rows)
                    return Set(rows).count
                }
                try tool.reportChange("Kept \(counted: count, "asset") apart.", count: count)
            }
        }
    }
}

/// A search that shows how far it is, and ends when it is told to; what it found out of thumbnails by then is kept.
private struct DuplicateSearch {
    private let tool: ToolContext

    init(_ tool: ToolContext) { self.tool = tool }

    func run(_ library: PhotoLibrary, similar: Bool) throws -> DuplicateReport {
        let bar = ProgressReporter(tool.console)
        do {
            return try Interruption.patiently {
                defer { bar.finish() }
                return try library.duplicates(similar: similar) { done, total in
                    bar.update(found: total, done: done, bytesFound: 0, bytesDone: 0, name: "")
                    return !Interruption.isRequested
                }
            }
        } catch is CancellationError {
            throw ToolFailure.interrupted
        }
    }
}
