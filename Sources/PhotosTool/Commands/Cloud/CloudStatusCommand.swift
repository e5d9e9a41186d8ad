import ArgumentParser
import Descriptions
import LibraryEngine
import PhotoModel

extension CloudCommand {
    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Shows what is where, and what is on its way."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions

        func run() throws {
            try run(global) { tool in
                let library = try tool.openQuietLibrary()
                guard try library.cloudSettings() != nil else {
                    guard !tool.wantsJSON else { return try tool.console.resultLine(CloudDescription.notConnected) }
                    return tool.console.note("This library is connected to no store. `photos cloud configure ADDRESS` does it.")
                }
                let description = CloudDescription(try library.cloudStatus())
                guard !tool.wantsJSON else { return try tool.console.resultLine(description.json) }
                for line in description.lines { try tool.console.resultLine(line) }
            }
        }
    }
}

/// What is where, as text and as JSON.
struct CloudDescription {
    let status: CloudStatus
    /// Of a store that was encrypted just now.
    let recoveryKey: String?

    init(_ status: CloudStatus, recoveryKey: String? = nil) { (self.status, self.recoveryKey) = (status, recoveryKey) }

    static var notConnected: String {
        var json = JSONWriter()
        json.object { $0.field("address", String?.none) }
        return json.text
    }

    var json: String {
        let (settings, counts) = (status.settings, status.counts)
        var json = JSONWriter()
        json.object { json in
            json.field("address", settings.address)
            json.field("encrypted", settings.isEncrypted)
            if let recoveryKey { json.field("recoveryKey", recoveryKey) }
            json.field("optimize", settings.localLimit)
            json.field("paused", settings.isPaused)
            json.field("hours", settings.hours.map { "\($0.from)-\($0.to)" })
            json.field("rate", settings.bytesPerSecond)
            json.field("transfers", settings.transfers)
            for (name, count) in [("local", counts.local), ("cloud", counts.cloud), ("both", counts.both), ("referenced", counts.referenced), ("retrying", counts.failed)] {
                json.object(name) { json in
                    json.field("files", count.files)
                    json.field("bytes", count.bytes)
                }
            }
            json.field("recorded", status.recorded.map { Timestamp.utc($0.timeIntervalSinceReferenceDate) })
            json.field("machine", status.machine?.uuidString)
            CloudCommand.write(status.failures, to: &json)
        }
        return json.text
    }

    var lines: [String] {
        let (settings, counts) = (status.settings, status.counts)
        func count(_ count: CloudCounts.Count) -> String { "\(Quantity.counted(count.files, "file")), \(Quantity.bytes(count.bytes))" }
        var lines = [say("Store: \(DisplayText.safe(settings.address))")]
        if settings.isEncrypted { lines.append(say("All that is there is encrypted: its owner reads nothing of it.")) }
        lines.append(say("Here and there: \(count(counts.both))"))
        lines.append(say("Only there: \(count(counts.cloud))"))
        lines.append(say("Only here: \(count(counts.local))"))
        if counts.referenced.files > 0 { lines.append(say("Only referred to, and never uploaded: \(count(counts.referenced))")) }
        if let limit = settings.localLimit { lines.append(say("Originals are removed here beyond \(Quantity.bytes(limit)).")) }
        if settings.isPaused { lines.append(say("Nothing is uploaded by itself: `photos cloud configure --resume` changes that.")) }
        if let hours = settings.hours { lines.append(say("Files are uploaded by themselves from \(hours.from) to \(hours.to) o'clock.")) }
        if let date = status.recorded {
            lines.append(say("The record was brought up to date at \(Timestamp.utc(date.timeIntervalSinceReferenceDate))."))
        } else {
            lines.append(say("The record was not uploaded yet: `photos cloud upload` does it."))
        }
        for failure in status.failures { lines.append("\(DisplayText.safe(failure.filename)): \(DisplayText.safe(EngineText.translated(failure.message)))") }
        return lines
    }
}
