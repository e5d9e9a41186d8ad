import Descriptions
import LibraryEngine
import Support

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
            json.field("takenIn", report.takenIn)
            json.field("healed", report.healed)
            json.field("skipped", report.skipped)
            write("leftOut", report.leftOut.map { ImportFailure(path: $0.path, code: $0.kind.rawValue, message: $0.reason) }, to: &json)
            json.field("takeoutTexts", report.takeoutTexts)
            write("failed", report.failed, to: &json)
            write("damaged", report.damaged, to: &json)
            json.field("picturesLeft", report.picturesLeft)
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

    /// One line for each file that failed, or came in with damage, and for what may hold photos that did not come in.
    var problems: [String] {
        (report.failed + report.damaged).map(line) + report.leftOut.map { DisplayText.safe(EngineText.translated($0.reason)) }
    }

    /// What is worth knowing and no problem of a file.
    var remarks: [Sentence] {
        var remarks: [Sentence] = []
        if report.takeoutTexts > 0 {
            remarks.append(
                "\(counted: report.takeoutTexts, "JSON file") of a Google Takeout can't be read yet: what only they say of dates, places, titles and albums is not imported.")
        }
        if report.picturesLeft > 0 {
            let left = Quantity.grouped(report.picturesLeft)
            remarks.append("Thumbnails that are not made yet: \(left). The next import makes them, 'photos serve' does, and so does whoever looks at them.")
        }
        return remarks
    }

    private func line(_ failure: ImportFailure) -> String {
        let path = DisplayText.safe(BytePath(failure.path).display), message = DisplayText.safe(EngineText.translated(failure.message))
        // Most messages name their file; where one does not, the line still must.
        return message.contains(path) ? message : "\(path): \(message)"
    }

    var line: String {
        // What was counted until an interruption is not all that is there.
        // A photo library is a folder, and no file.
        let libraries = report.leftOut.count { $0.kind == .library }, archives = report.leftOut.count { $0.kind == .archive }
        let imported = Quantity.grouped(report.imported), found = Quantity.counted(report.found - libraries, "file")
        let first: Sentence =
            switch (isDryRun, report.isCancelled && !report.hasAllFiles) {
            case (false, false): "Imported \(imported) of \(found)"
            case (false, true): "Imported \(imported) of the first \(found)"
            case (true, false): "Would import \(imported) of \(found)"
            case (true, true): "Would import \(imported) of the first \(found)"
            }
        var parts = [first]
        func add(_ count: Int, _ part: (String) -> Sentence) {
            if count > 0 { parts.append(part(Quantity.grouped(count))) }
        }
        add(report.attached - report.takenIn) { "\($0) attached to an asset" }
        add(report.takenIn) { isDryRun ? "\($0) would be kept by the library, which only refers to it now" : "\($0) kept by the library, which only referred to it until now" }
        let trashed = Quantity.grouped(report.duplicatesInTrash)
        add(report.duplicates) {
            report.duplicatesInTrash > 0
                ? "\($0) already there (\(trashed) of them in Recently Deleted: `photos restore` brings them back)" : "\($0) already there"
        }
        add(report.healed) { isDryRun ? "\($0) of these would put a lost or damaged original right" : "\($0) of these put a lost or damaged original right" }
        if libraries > 0 { parts.append("\(counted: libraries, "photo library", "photo libraries") left out") }
        if archives > 0 { parts.append("\(counted: archives, "archive") left out") }
        if report.takeoutTexts > 0 { parts.append("\(counted: report.takeoutTexts, "text") of Google Takeout not read") }
        add(report.skipped - libraries - archives - report.takeoutTexts) { "\($0) no photos or videos" }
        add(report.failed.count) { "\($0) failed" }
        let time = Quantity.duration(report.seconds), result = say("\(parts.map(\.text).joined(separator: say(", "))) (\(time)).")
        return report.isCancelled && !report.hasAllFiles ? say("Interrupted; run it again to continue. Until then: \(result)") : result
    }
}
