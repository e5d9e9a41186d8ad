import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// How an export went, as text and as JSON.
struct ExportSummary {
    var assets = 0
    var files: [String] = []
    var bytes: Int64 = 0
    var failed: [ExportReport.Failure] = []

    mutating func add(_ report: ExportReport) {
        assets += report.assets
        files += report.files
        bytes += report.bytes
        failed += report.failed
    }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("assets", assets)
            json.field("bytes", bytes)
            json.strings("files", files)
            json.array("failed") { json in
                for failure in failed {
                    json.object { json in
                        json.field("localIdentifier", LocalIdentifier.asset(failure.asset))
                        json.field("filename", failure.filename)
                        json.field("code", failure.code)
                        json.field("message", failure.message)
                    }
                }
            }
        }
        return json.text
    }

    var problems: [String] {
        failed.map { "\(IdentifierText.short($0.asset)) \(DisplayText.safe($0.filename)): \(DisplayText.safe(EngineText.translated($0.message)))" }
    }

    var line: String {
        let size = Quantity.bytes(bytes), failures = Quantity.grouped(failed.count)
        return failed.isEmpty
            ? say("Exported \(counted: assets, "asset") as \(counted: files.count, "file"), \(size).")
            : say("Exported \(counted: assets, "asset") as \(counted: files.count, "file"), \(size), \(failures) failed.")
    }
}
