import ArgumentParser
import Descriptions
import LibraryEngine

struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: say("Keeps originals in a bucket or on another disk as well, and makes room here."),
        discussion: say(
            """
            A library is connected to one store: a bucket of any S3 service, or a folder on another disk. `photos serve` uploads what comes in by itself; \
            without it `photos cloud upload` does. Thumbnails and previews always stay here. An original is only removed here after its copy was read \
            back and matched, and comes back when it is opened. The library's record goes along, so that `photos recover` makes the whole library again \
            from the store alone.

            EXAMPLES:
              photos cloud configure /media/disk/photos
              photos cloud configure --optimize 20GB
              photos cloud upload
              photos cloud status
            """),
        subcommands: [Configure.self, Status.self, Upload.self, Evict.self, Download.self, Sync.self, Key.self, Disconnect.self])
}

extension CloudCommand {
    /// What transfers tell, drawn as a bar; it ends when the user interrupts.
    static func work(_ bar: ProgressReporter) -> CloudWork {
        var work = CloudWork()
        work.isCancelled = { Interruption.isRequested }
        work.progress = { progress in
            bar.update(found: progress.allFiles, done: progress.files, bytesFound: progress.allBytes, bytesDone: progress.bytes, name: progress.name)
        }
        return work
    }

    static func tell(_ failures: [CloudFailure], _ tool: ToolContext) {
        for failure in failures { tool.console.problem("\(DisplayText.safe(failure.filename)): \(DisplayText.safe(EngineText.translated(failure.message)))") }
    }

    static func write(_ failures: [CloudFailure], to json: inout JSONWriter) {
        json.array("failed") { json in
            for failure in failures {
                json.object { json in
                    json.field("path", failure.path)
                    json.field("filename", failure.filename)
                    json.field("code", failure.code)
                    json.field("message", failure.message)
                }
            }
        }
    }
}
