import ArgumentParser
import Descriptions
import LibraryEngine
import PhotoModel
import Query

extension CloudCommand {
    struct Upload: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Sends what the store does not have, and the library's record."),
            discussion: say("Files that the library only refers to stay where they are. Interrupted, it goes on where it was."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                let bar = ProgressReporter(tool.console)
                let report = try Interruption.patiently {
                    defer { bar.finish() }
                    var report = try library.upload(CloudCommand.work(bar))
                    if !report.isInterrupted { report.isInterrupted = try library.uploadPreviews(CloudCommand.work(bar)).isCutShort }
                    return report
                }
                if tool.wantsJSON {
                    var json = JSONWriter()
                    json.object { json in
                        json.field("uploaded", report.files)
                        json.field("bytes", report.bytes)
                        json.field("removed", report.removed)
                        json.field("record", report.hasRecord)
                        CloudCommand.write(report.failed, to: &json)
                    }
                    try tool.console.resultLine(json.text)
                } else {
                    CloudCommand.tell(report.failed, tool)
                    try tool.console.resultLine(say("Uploaded \(counted: report.files, "file"), \(Quantity.bytes(report.bytes))."))
                }
                if report.isInterrupted { throw ToolFailure.interrupted }
                if !report.failed.isEmpty { throw ToolFailure.someFailed }
            }
        }
    }

    struct Evict: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Makes room: removes originals here that are in the store."),
            discussion: say(
                """
                Those go first that were opened the longest ago. Favorites, pinned albums and what was added lately stay. Each copy is read back and compared \
                once before its original is removed.

                EXAMPLES:
                  photos cloud evict
                  photos cloud evict --to 2GB
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Option(help: said("How much of pictures and movies may stay (default: what was configured).", valueName: "size")) var to: ByteCountArgument?

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibraryMakingRoom()
                if to == nil, try library.cloudSettings()?.localLimit == nil {
                    throw ToolFailure(.badInput, "Say how much may stay with --to, or once and for all with `photos cloud configure --optimize SIZE`.")
                }
                let bar = ProgressReporter(tool.console)
                let report = try Interruption.patiently {
                    defer { bar.finish() }
                    return try library.evict(downTo: to?.bytes, CloudCommand.work(bar))
                }
                if tool.wantsJSON {
                    var json = JSONWriter()
                    json.object { json in
                        json.field("evicted", report.files)
                        json.field("bytes", report.bytes)
                        json.field("left", report.left)
                        CloudCommand.write(report.failed, to: &json)
                    }
                    try tool.console.resultLine(json.text)
                } else {
                    CloudCommand.tell(report.failed, tool)
                    try tool.console.resultLine(
                        say("Removed \(counted: report.files, "file") here, \(Quantity.bytes(report.bytes)); \(Quantity.bytes(report.left)) are here and in the store."))
                }
                if report.isInterrupted { throw ToolFailure.interrupted }
                if !report.failed.isEmpty { throw ToolFailure.someFailed }
            }
        }
    }

    struct Download: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Brings originals here that are only in the store."),
            discussion: say(
                """
                EXAMPLES:
                  photos cloud download 8A6B2C40
                  photos cloud download --album 'Best of 2023'
                  photos cloud download --all
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("Identifiers of assets, whole or their first four characters or more.", valueName: "id"), completion: .assetIdentifiers) var ids: [String] = []
        @OptionGroup var filter: AssetFilter
        @Flag(help: said("Every original of the library.")) var all = false

        func validate() throws {
            let ways = [!ids.isEmpty, !filter.isEmpty, all].filter { $0 }.count
            guard ways == 1 else { throw wrongUsage("Say which assets: by identifiers, by --where or --album, or --all.") }
        }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                let resources = try library.read { reader in try assets(reader).flatMap { try reader.resources(assetID: $0) } }.filter {
                    !$0.isLocal && $0.isInCloud && !$0.isEmbedded
                }
                let progress = AssetProgress(ProgressReporter(tool.console), total: resources.count)
                var (files, bytes): (Int, Int64) = (0, 0), failed: [CloudFailure] = []
                try Interruption.patiently {
                    defer { progress.finish() }
                    for resource in resources where !Interruption.isRequested {
                        do {
                            _ = try ResourceAccess(library, network: progress.network(resource.filename)).open(resource)
                            (files, bytes) = (files + 1, bytes + resource.size)
                        } catch let error as LibraryError {
                            failed.append(CloudFailure(path: resource.location.path, filename: resource.filename, code: error.code.rawValue, message: error.message))
                        } catch is CancellationError {}
                        progress.update(done: files + failed.count, name: resource.filename)
                    }
                }
                if tool.wantsJSON {
                    var json = JSONWriter()
                    json.object { json in
                        json.field("downloaded", files)
                        json.field("bytes", bytes)
                        CloudCommand.write(failed, to: &json)
                    }
                    try tool.console.resultLine(json.text)
                } else {
                    CloudCommand.tell(failed, tool)
                    try tool.console.resultLine(say("Downloaded \(counted: files, "file"), \(Quantity.bytes(bytes))."))
                }
                if Interruption.isRequested { throw ToolFailure.interrupted }
                if !failed.isEmpty { throw ToolFailure.someFailed }
            }
        }

        private func assets(_ reader: LibraryReader) throws -> [Int64] {
            if all {
                var query = AssetQuery()
                (query.includesHidden, query.includesAllBursts) = (true, true)
                return try Array(reader.assetIDs(query)) + Array(reader.assetIDs(AssetQuery(scope: .trash)))
            }
            if ids.isEmpty { return try Array(FormatText.showingPlace(in: filter.format) { try reader.assetIDs(filter.query(in: reader)) }) }
            let lookup = AssetLookup(reader)
            return try ids.map { try lookup.asset($0).id }
        }
    }
}
