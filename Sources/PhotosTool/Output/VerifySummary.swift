import Descriptions
import LibraryEngine
import PhotoModel
import Support

/// What a verification found, as text and as JSON.
struct VerifySummary {
    let report: VerifyReport
    let seconds: Double
    /// False when it was stopped half-way.
    var isComplete = true

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("checked", report.checked)
            json.field("bytes", report.bytes)
            json.field("missing", report.count(.missing))
            json.field("damaged", report.count(.damaged))
            json.field("unknown", report.count(.unknown))
            json.field("offline", report.count(.offline))
            for problem in Self.furtherKinds { json.field(problem.rawValue, report.count(problem)) }
            json.field("repaired", report.repaired)
            json.field("reclaimed", report.reclaimed)
            json.field("complete", isComplete)
            json.field("seconds", (seconds * 1000).rounded() / 1000)
            json.array("healed") { json in
                for original in report.healed {
                    json.object { json in
                        json.field("path", original.path)
                        json.field("from", original.source)
                    }
                }
            }
            json.array("findings") { json in
                for finding in report.findings {
                    json.object { json in
                        json.field("problem", finding.problem.rawValue)
                        json.field("path", finding.path)
                        json.field("localIdentifier", finding.asset.map(LocalIdentifier.asset))
                        json.field("filename", finding.filename)
                        json.field("message", finding.detail)
                    }
                }
            }
        }
        return json.text
    }

    var lines: [String] {
        report.findings.map(line)
            + report.healed.map { say("healed: \(DisplayText.safe(BytePath($0.path).display)) from \(DisplayText.safe(BytePath($0.source).display))") } + [summary]
    }

    private func line(_ finding: VerifyReport.Finding) -> String {
        let path = DisplayText.safe(BytePath(finding.path).display)
        let word = Self.word(finding.problem), detail = DisplayText.safe(EngineText.translated(finding.detail))
        guard let asset = finding.asset.map(IdentifierText.short) else { return say("\(word): \(path) \(detail)") }
        return say("\(word): \(path) (asset \(asset), \(DisplayText.safe(finding.filename ?? ""))) \(detail)")
    }

    /// What a problem is called.
    static func word(_ problem: VerifyReport.Problem) -> String {
        switch problem {
        case .missing: say("missing")
        case .damaged: say("damaged")
        case .unknown: say("unknown")
        case .offline: say("offline")
        case .catalog: say("catalog")
        case .manifest: say("manifest")
        case .snapshot: say("snapshot")
        case .record: say("record")
        case .derived: say("derived")
        }
    }

    private static let furtherKinds: [VerifyReport.Problem] = [.catalog, .manifest, .snapshot, .record, .derived]

    private static func words(_ problem: VerifyReport.Problem, _ count: Int) -> String {
        switch problem {
        case .missing: say("\(Quantity.grouped(count)) missing")
        case .damaged: say("\(Quantity.grouped(count)) damaged")
        case .unknown: say("\(Quantity.grouped(count)) unknown")
        case .offline: say("\(Quantity.grouped(count)) offline")
        case .catalog: say("\(counted: count, "problem") of the catalogue")
        case .manifest: say("library.json changed")
        case .snapshot: Quantity.counted(count, "unsound snapshot")
        case .record: say("\(counted: count, "problem") of the record")
        case .derived: say("\(counted: count, "file or entry", "files or entries") to be made again")
        }
    }

    private var summary: String {
        let kinds: [VerifyReport.Problem] = [.missing, .damaged, .unknown, .offline] + Self.furtherKinds
        let found = kinds.filter { report.count($0) > 0 }.map { Self.words($0, report.count($0)) }
        let verdict = found.isEmpty ? (isComplete ? say("all as they came in") : say("no problem so far")) : found.joined(separator: say(", "))
        var parts = [verdict]
        if !report.healed.isEmpty { parts.append(say("\(counted: report.healed.count, "original") healed")) }
        if report.repaired > 0 { parts.append(say("\(Quantity.grouped(report.repaired)) repaired")) }
        if report.reclaimed > 0 { parts.append(say("\(Quantity.bytes(report.reclaimed)) of replaced thumbnails given back")) }
        let bytes = Quantity.bytes(report.bytes), time = Quantity.duration(seconds)
        return say("Checked \(counted: report.checked, "file") (\(bytes)) in \(time): \(parts.joined(separator: say(", "))).")
    }
}
