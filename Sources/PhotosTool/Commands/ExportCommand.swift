import ArgumentParser
import Descriptions
import LibraryEngine

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: say("Copies assets out of the library, each file checked against its stored hash."),
        discussion: say(
            """
            A Live Photo's movie goes with its still. Nothing is replaced: where a name is taken, the copy gets the next free number. Of a burst \
            only the photo that stands for it goes, and those that were picked, and nothing that is hidden; --bursts and --hidden take them along.

            EXAMPLES:
              photos export 8A6B2C40 --to ~/Desktop
              photos export --album 'Best of 2023' --to /media/stick/Best
              photos export --where 'favorite == YES' --to ~/Favorites --resources --sidecar xmp
            """))

    enum Version: String, ExpressibleByArgument, CaseIterable { case current, original }

    @OptionGroup(title: say("For every command")) var global: GlobalOptions
    @OptionGroup var selection: AssetSelection

    @Option(help: said("The folder to copy into; made if there is none.", valueName: "folder"), completion: .directory)
    var to: String

    @Option(help: said("current has the edits, original is what came out of the camera."))
    var version: Version = .current

    @Flag(help: said("Every file of the asset: RAW, rendering, adjustments, sidecar."))
    var resources = false

    @Option(help: said("Write what the library knows beside each asset, as XMP for other programs or as JSON."))
    var sidecar: Sidecar.Kind?

    @Flag(help: said("Write date, place, title, caption, keywords and rating into the copies, and beside those that take none."))
    var embedMetadata = false

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let (ids, frames, hidden) = try library.read { reader in
                let ids = try selection.rowIDs(in: reader)
                guard selection.ids.isEmpty else { return (ids, 0, 0) }
                let query = try selection.filter.query(in: reader)
                return (ids, try query.more(with: \.includesAllBursts, than: ids.count, reader), try query.more(with: \.includesHidden, than: ids.count, reader))
            }
            if ids.isEmpty { tool.console.note("No assets match.") }
            // Who takes copies out relies on having all of them.
            if frames > 0 { tool.console.note("Not exported: \(counted: frames, "more photo") of bursts. --bursts takes these along.") }
            if hidden > 0 { tool.console.note("Not exported: \(counted: hidden, "hidden asset"). --hidden takes these along.") }
            let summary = try Interruption.patiently { try export(ids, library, tool) }
            if summary.withoutIdentifier > 0 {
                tool.console.note(
                    "Exported as they came, and to other programs a photo and a video: \(counted: summary.withoutIdentifier, "Live Photo"). --embed-metadata makes such copies one."
                )
            }
            if tool.wantsJSON {
                try tool.console.resultLine(summary.json)
            } else {
                for line in summary.remarks + summary.problems { tool.console.problem(Sentence(verbatim: line)) }
                try tool.console.resultLine(summary.line)
            }
            if Interruption.isRequested { throw ToolFailure.interrupted }
            if !summary.failed.isEmpty { throw ToolFailure.someFailed }
        }
    }

    private func export(_ ids: [Int64], _ library: PhotoLibrary, _ tool: ToolContext) throws -> ExportSummary {
        var options = ExportOptions()
        options.version = version == .current ? .current : .original
        options.allResources = resources
        options.writesMetadata = embedMetadata
        let folder = try ToolContext.folderURL(to)
        let progress = AssetProgress(ProgressReporter(tool.console), total: ids.count)
        defer { progress.finish() }
        var summary = ExportSummary()
        guard sidecar != nil || embedMetadata else {
            summary.add(
                try library.export(
                    ids, to: folder, options: options, network: progress.network(),
                    progress: { done, _ in
                        progress.update(done: done)
                    }, isCancelled: { Interruption.isRequested }))
            return summary
        }
        // One by one, since a sidecar is named after the file its asset got.
        for (index, id) in ids.enumerated() where !Interruption.isRequested {
            let report = try library.export([id], to: folder, options: options, network: progress.network())
            summary.add(report)
            if let first = report.files.first, let asset = try library.read({ try AssetDescription(id: id, in: $0) }) {
                let taken = library.writtenMetadata(asset.record, try library.read { try $0.resources(assetID: id) }).date
                let parts = Sidecar.Parts(report)
                if let sidecar { summary.files.append(try sidecar.write(asset, taken: taken, parts: parts, beside: first)) }
                for copy in report.unwritten {
                    // One that was asked for says it already.
                    let said = sidecar == .xmp && copy.path == first ? summary.files.last : nil
                    let beside = try said ?? Sidecar.Kind.xmp.write(asset, taken: taken, parts: copy.path == first ? parts : Sidecar.Parts(), beside: copy.path)
                    summary.add(copy, sidecar: beside)
                }
            }
            progress.update(done: index + 1, name: report.files.first ?? "")
        }
        return summary
    }
}

extension AssetDescription {
    /// `nil` for an asset that was purged.
    fileprivate init?(id: Int64, in reader: LibraryReader) throws {
        guard let record = try reader.asset(id: id) else { return nil }
        self.init(record: record, resources: try reader.resources(assetID: id))
    }
}
