import ArgumentParser
import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import Support

struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: say("Makes a library whole again whose catalogue is gone or damaged."),
        discussion: say(
            """
            Takes the library's own record or the newest sound snapshot of database/backups, whichever reaches further, or the copy of a catalogue that FROM names. The originals are not touched; those \
            that are missing are named, and so are those that came in after the snapshot, which can be imported again. The former database is \
            set aside in the library's folder, never removed. No other program may have the library open. Where the catalogue is sound this asks \
            first; a script says --yes.

            Where FROM is the address of a store that a library was uploaded to, the library is made again from there alone, on a machine that has \
            nothing of it: originals come when they are opened, or with `photos cloud download --all`.

            EXAMPLES:
              photos recover
              photos recover /media/stick/catalog-2026-11-23T0640Z.sqlite
              photos recover --yes --json
              photos --library New.photolibrary recover /media/disk/photos
              photos --library New.photolibrary recover s3://my-photos --passphrase-file ~/words
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(
        help: said("A copy of the catalogue, or the address of a store (default: the record or the newest sound snapshot, whichever reaches further).", valueName: "from"),
        completion: .file())
    var from: String?

    @Option(
        help: said("A file whose first line is the passphrase of a store that is encrypted, or its recovery key; - is the standard input.", valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    @Flag(help: said("Share the library with the machines that go on with it."))
    var join = false

    @Flag(help: said("Do not ask whether a sound catalogue shall be replaced."))
    var yes = false

    func run() throws {
        try run(global) { tool in
            var options = RecoveryOptions()
            let store = from.flatMap { PhotoLibrary.isStore($0) ? $0 : nil }
            let secret = try passphraseFile.map { CloudSecret(try PasswordFile.read($0)) }
            if store == nil { options.source = try from.map { try ToolContext.folderURL($0) } }
            let bar = ProgressReporter(tool.console)
            options.progress = { done, total in bar.update(found: 0, done: 0, bytesFound: Int64(total), bytesDone: Int64(done), name: "") }
            options.isCancelled = { Interruption.isRequested }
            options.isWanted = { [yes] plan in try yes || Self.isWanted(plan, tool.console) }
            let report = try Interruption.patiently {
                defer { bar.finish() }
                guard let store else { return try PhotoLibrary.recover(at: tool.libraryURL(), environment: tool.environment, options: options) }
                return try PhotoLibrary.recover(
                    from: store, secret: secret, joins: join, to: tool.libraryURL(), environment: tool.environment, options: options, CloudCommand.work(bar))
            }
            guard let report else { throw ToolFailure(.interrupted, "Nothing was changed.") }
            let summary = RecoverySummary(report)
            if tool.wantsJSON {
                try tool.console.resultLine(summary.json)
            } else {
                for line in summary.lines { try tool.console.resultLine(line) }
            }
            if !report.missing.isEmpty { throw ToolFailure.someFailed }
        }
    }

    private static func isWanted(_ plan: RecoveryResult, _ console: Console) throws -> Bool {
        let present: Sentence
        switch plan.present {
        case .sound(let moment): present = "The catalogue is sound (\(RecoverySummary.moment(moment)))."
        case .newer(let message): present = Sentence(verbatim: DisplayText.safe(message))
        case .damaged, .missing: return true
        }
        let new = "\(DisplayText.safe(RecoverySummary.name(plan.source))) (\(RecoverySummary.moment(plan.moment)))"
        guard let answer = console.answer(to: "\(present) Replace it with \(new)? [y/N] ") else {
            throw ToolFailure(.usage, "\(present) It would be replaced by \(new). Add --yes to say that this is wanted.")
        }
        return Console.isYes(answer)
    }
}

/// What a recovery did, as text and as JSON.
struct RecoverySummary {
    let report: RecoveryResult

    init(_ report: RecoveryResult) { self.report = report }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("kind", report.kind.rawValue)
            json.field("source", Self.name(report.source))
            json.field("assets", report.moment.assetCount)
            json.field("position", report.moment.position.rawValue)
            json.field("lastChange", report.moment.date.map(Timestamp.utc))
            json.field("setAside", report.setAside)
            json.field("manifestMade", report.hasNewManifest)
            json.strings("unsound", report.unsound)
            write("missing", report.missing, to: &json)
            write("unknown", report.unknown, to: &json)
        }
        return json.text
    }

    private func write(_ key: String, _ findings: [VerifyReport.Finding], to json: inout JSONWriter) {
        json.array(key) { json in
            for finding in findings {
                json.object { json in
                    json.field("path", finding.path)
                    json.field("localIdentifier", finding.asset.map(LocalIdentifier.asset))
                    json.field("filename", finding.filename)
                    json.field("message", finding.detail)
                }
            }
        }
    }

    /// A file's path, or a bucket's address.
    static func name(_ source: URL) -> String { source.isFileURL ? source.path : source.absoluteString }

    /// Such as "3 assets, last change 2026-11-23T06:40:00.000Z".
    static func moment(_ moment: CatalogMoment) -> String {
        moment.date.map { date in say("\(counted: moment.assetCount, "asset"), last change \(Timestamp.utc(date))") }
            ?? say("\(counted: moment.assetCount, "asset"), no change kept")
    }

    var lines: [String] {
        var lines = report.unsound.map { say("Not used: \(DisplayText.safe($0))") }
        lines += report.missing.map { "\(VerifySummary.word($0.problem)): \(DisplayText.safe(BytePath($0.path).display)) \(DisplayText.safe($0.detail))" }
        lines += report.unknown.map { say("unknown: \(DisplayText.safe(BytePath($0.path).display)) came in later; import it again") }
        let aside = report.setAside.map { " " + say("The former database lies in \($0).") } ?? ""
        let manifest = report.hasNewManifest ? " " + say("library.json was made again.") : ""
        lines.append(say("Recovered from \(DisplayText.safe(Self.name(report.source))): \(Self.moment(report.moment)).") + aside + manifest)
        return lines
    }
}
