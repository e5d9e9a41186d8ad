import ArgumentParser
import Descriptions
import LibraryEngine

extension CloudCommand {
    struct Sync: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Tells the other machines what changed here, and takes in what they changed."),
            discussion: say(
                """
                Several machines may share one store, each with a library of its own: the first call makes the library one that they can join, with \
                `photos recover ADDRESS --join`. What is not uploaded yet goes first. `photos serve` does all of it by itself.

                Where two machines have changed the same thing, the one that tells of it later is right; different things of one photo, such as its title \
                and whether it is a favorite, both hold. What was purged on one machine is gone on all. A file that came in on two machines is one photo.

                A store that was set back to an older state, such as by a backup, is noticed, and nothing is written to it. Put its newer state back, or go on \
                from the older one with --resend, on each machine.

                EXAMPLES:
                  photos cloud sync
                  photos --library Laptop.photolibrary recover s3://my-photos --join
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Flag(help: said("Tell a store that was set back to an older state all that this machine has.")) var resend = false

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                let bar = ProgressReporter(tool.console)
                let (resent, uploaded, report) = try Interruption.patiently { () -> (ResendReport?, UploadReport, SyncReport) in
                    defer { bar.finish() }
                    var resent: ResendReport?
                    if resend { resent = try library.resendToStore(CloudCommand.work(bar)) }
                    if resent?.isInterrupted == true { throw ToolFailure(.interrupted, "Nothing was changed.") }
                    let uploaded = try library.upload(CloudCommand.work(bar))
                    return (resent, uploaded, uploaded.isInterrupted ? SyncReport() : try library.synchronize(CloudCommand.work(bar)))
                }
                let failed = (resent?.lost ?? []) + uploaded.failed
                CloudCommand.tell(failed, tool)
                if let problem = report.problem { tool.console.problem(Sentence(verbatim: DisplayText.safe(EngineText.translated(problem)))) }
                if tool.wantsJSON {
                    var json = JSONWriter()
                    json.object { json in
                        json.field("uploaded", uploaded.files)
                        json.field("sent", report.sent)
                        json.field("received", report.received)
                        json.field("waiting", report.waiting)
                        json.field("undrawn", report.undrawn)
                        json.field("joined", Int(report.joined))
                        CloudCommand.write(failed, to: &json)
                    }
                    try tool.console.resultLine(json.text)
                } else {
                    try tool.console.resultLine(say("Told others of \(counted: report.sent, "change"), and took in \(counted: report.received, "change")."))
                    if report.undrawn > 0 { tool.console.note("\(counted: report.undrawn, "photo") will be told of when their thumbnails are made, as `photos serve` does.") }
                    if report.waiting > 0 { tool.console.note("\(counted: report.waiting, "photo") will be told of when their files are in the store.") }
                }
                if uploaded.isInterrupted || report.isInterrupted { throw ToolFailure(.interrupted, "Not everything is told yet. `photos cloud sync` goes on.") }
                if !failed.isEmpty { throw ToolFailure.someFailed }
            }
        }
    }
}
