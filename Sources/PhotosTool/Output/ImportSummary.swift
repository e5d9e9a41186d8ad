import Importing
import Originals
import PhotosServer

/// How an import went, as text and as JSON.
struct ImportSummary {
    let report: ImportReport
    let isDryRun: Bool

    init(_ report: ImportReport, isDryRun: Bool) {
        self.report = report
        self.isDryRun = isDryRun
    }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("found", report.found)
            json.field("imported", report.imported)
            json.field("duplicates", report.duplicates)
            json.field("inRecentlyDeleted", report.duplicatesInTrash)
            json.field("attached", report.attached)
            json.field("healed", report.healed)
            json.field("skipped", report.skipped)
            write("failed", report.failed, to: &json)
            write("damaged", report.damaged, to: &json)
            json.field("interrupted", report.isCancelled)
            json.field("seconds", (report.seconds * 1000).rounded() / 1000)
        }
        return json.text
    }

    private func write(_ key: String, _ failures: [ImportFailure], to json: inout JSONWriter) {
        json.array(key) { json in
            for failure in failures {
                json.object { json in
                    json.field("path", failure.path)
                    json.field("code", failure.code)
                    json.field("message", failure.message)
                }
            }
        }
    }

    /// One line for each file that failed, or came in with damage.
    var problems: [String] {
        (report.failed + report.damaged).map(line)
    }

    private func line(_ failure: ImportFailure) -> String {
        let path = DisplayText.safe(BytePath(failure.path).display), message = DisplayText.safe(failure.message)
        // Most messages name their file; where one does not, the line still must.
        return message.contains(path) ? message : "\(path): \(message)"
    }

    var line: String {
        // What was counted until an interruption is not all that is there.
        let seen = Quantity.counted(report.found, "file")
        let of = report.isCancelled ? "of the first \(seen)" : "of \(seen)"
        var parts = ["\(isDryRun ? "Would import" : "Imported") \(Quantity.grouped(report.imported)) \(of)"]
        if report.attached > 0 { parts.append("\(Quantity.grouped(report.attached)) attached to an asset") }
        if report.duplicates > 0 {
            let deleted = report.duplicatesInTrash > 0
                ? " (\(Quantity.grouped(report.duplicatesInTrash)) of them in Recently Deleted: `photos restore` brings them back)" : ""
            parts.append("\(Quantity.grouped(report.duplicates)) already there" + deleted)
        }
        if report.healed > 0 { parts.append("\(Quantity.grouped(report.healed)) of these \(isDryRun ? "would put" : "put") a lost or damaged original right") }
        if report.skipped > 0 { parts.append("\(Quantity.grouped(report.skipped)) no photos or videos") }
        if !report.failed.isEmpty { parts.append("\(Quantity.grouped(report.failed.count)) failed") }
        let result = parts.joined(separator: ", ") + " (\(Quantity.duration(report.seconds)))."
        return report.isCancelled ? "Interrupted; run it again to continue. Until then: " + result : result
    }
}
