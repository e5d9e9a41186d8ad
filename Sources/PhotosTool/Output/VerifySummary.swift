import LibraryEngine
import Originals
import PhotosServer

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
                        json.field("localIdentifier", finding.asset.map(IdentifierText.asset))
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
            + report.healed.map { "healed: \(DisplayText.safe(BytePath($0.path).display)) from \(DisplayText.safe(BytePath($0.source).display))" } + [summary]
    }

    private func line(_ finding: VerifyReport.Finding) -> String {
        let path = DisplayText.safe(BytePath(finding.path).display)
        let asset = finding.asset.map { " (asset \(IdentifierText.short($0)), \(DisplayText.safe(finding.filename ?? "")))" } ?? ""
        return "\(finding.problem.rawValue): \(path)\(asset) \(DisplayText.safe(finding.detail))"
    }

    private static let furtherKinds: [VerifyReport.Problem] = [.catalog, .manifest, .snapshot, .record, .derived]

    private static func words(_ problem: VerifyReport.Problem, _ count: Int) -> String {
        switch problem {
        case .missing, .damaged, .unknown, .offline: "\(Quantity.grouped(count)) \(problem.rawValue)"
        case .catalog: Quantity.counted(count, "problem") + " of the catalogue"
        case .manifest: "library.json changed"
        case .snapshot: Quantity.counted(count, "unsound snapshot")
        case .record: Quantity.counted(count, "problem") + " of the record"
        case .derived: Quantity.counted(count, "file or entry", "files or entries") + " to be made again"
        }
    }

    private var summary: String {
        let kinds: [VerifyReport.Problem] = [.missing, .damaged, .unknown, .offline] + Self.furtherKinds
        let found = kinds.filter { report.count($0) > 0 }.map { Self.words($0, report.count($0)) }
        let verdict = found.isEmpty ? (isComplete ? "all as they came in" : "no problem so far") : found.joined(separator: ", ")
        let healed = report.healed.isEmpty ? "" : ", \(Quantity.counted(report.healed.count, "original")) healed"
        let repaired = report.repaired == 0 ? "" : ", \(Quantity.grouped(report.repaired)) repaired"
        let reclaimed = report.reclaimed == 0 ? "" : ", \(Quantity.bytes(report.reclaimed)) of replaced thumbnails given back"
        return "Checked \(Quantity.counted(report.checked, "file")) (\(Quantity.bytes(report.bytes))) in \(Quantity.duration(seconds)): "
            + "\(verdict)\(healed)\(repaired)\(reclaimed)."
    }
}
