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
            json.field("repaired", report.repaired)
            json.field("reclaimed", report.reclaimed)
            json.field("complete", isComplete)
            json.field("seconds", (seconds * 1000).rounded() / 1000)
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
        report.findings.map(line) + [summary]
    }

    private func line(_ finding: VerifyReport.Finding) -> String {
        let path = DisplayText.safe(BytePath(finding.path).display)
        let asset = finding.asset.map { " (asset \(IdentifierText.short($0)), \(DisplayText.safe(finding.filename ?? "")))" } ?? ""
        return "\(finding.problem.rawValue): \(path)\(asset) \(DisplayText.safe(finding.detail))"
    }

    private var summary: String {
        let kinds: [VerifyReport.Problem] = [.missing, .damaged, .unknown, .offline]
        let found = kinds.filter { report.count($0) > 0 }.map { "\(Quantity.grouped(report.count($0))) \($0.rawValue)" }
        let verdict = found.isEmpty ? (isComplete ? "all as they came in" : "no problem so far") : found.joined(separator: ", ")
        let repaired = report.repaired == 0 ? "" : ", \(Quantity.grouped(report.repaired)) repaired"
        let reclaimed = report.reclaimed == 0 ? "" : ", \(Quantity.bytes(report.reclaimed)) of replaced thumbnails given back"
        return "Checked \(Quantity.counted(report.checked, "file")) (\(Quantity.bytes(report.bytes))) in \(Quantity.duration(seconds)): "
            + "\(verdict)\(repaired)\(reclaimed)."
    }
}
