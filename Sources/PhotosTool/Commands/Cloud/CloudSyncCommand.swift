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

                EXAMPLES:
                  photos cloud sync
                  photos --library Laptop.photolibrary recover s3://my-photos --join
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                let bar = ProgressReporter(tool.console)
                let (uploaded, report) = try Interruption.patiently {
                    defer { bar.finish() }
                    let uploaded = try library.upload(CloudCommand.work(bar))
                    return (uploaded, uploaded.isInterrupted ? SyncReport() : try library.synchronize(CloudCommand.work(bar)))
                }
                CloudCommand.tell(uploaded.failed, tool)
                if tool.wantsJSON {
                    var json = JSONWriter()
                    json.object { json in
                        json.field("uploaded", uploaded.files)
                        json.field("sent", report.sent)
                        json.field("received", report.received)
                        json.field("waiting", report.waiting)
                        CloudCommand.write(uploaded.failed, to: &json)
                    }
                    try tool.console.resultLine(json.text)
                } else {
                    try tool.console.resultLine(say("Told others of \(counted: report.sent, "change"), and took in \(counted: report.received, "change")."))
                    if report.waiting > 0 { tool.console.note("\(counted: report.waiting, "photo") will be told of when their files are in the store.") }
                }
                if uploaded.isInterrupted || report.isInterrupted { throw ToolFailure(.interrupted, "Not everything is told yet. `photos cloud sync` goes on.") }
                if !uploaded.failed.isEmpty { throw ToolFailure.someFailed }
            }
        }
    }
}
